/** Finds the definition that contains a line. */

/** Lines from 1, both inclusive. */
interface Extent {
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns the shortest extent that contains the line, the last of equally short ones; null if none contains it. */
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
