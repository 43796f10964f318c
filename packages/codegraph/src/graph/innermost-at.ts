/** Which definition is a line in? */

/** Lines from 1, both inclusive. */
interface Extent {
  readonly startLine: number;
  readonly endLine: number;
}

/** The shortest that has the line, of equals the last; null between all of them. */
export function innermostAt<One extends Extent>(all: readonly One[], line: number): One | null {
  let found: One | null = null;
  for (const item of all) {
    if (item.startLine > line || line > item.endLine) continue;
    const isInner =
      found === null || item.endLine - item.startLine <= found.endLine - found.startLine;
    if (isInner) found = item;
  }
  return found;
}
