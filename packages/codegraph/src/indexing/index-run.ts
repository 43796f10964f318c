/** Result of an index run. */
import type { CompilerNews } from "../precise/compiler-facts.ts";
import type { Sweep } from "./code-tree.ts";
import type { Indexed } from "./index-project.ts";

export interface IndexRun extends Indexed {
  readonly found: Sweep;
  /** Number of files that exist but are not indexed, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly tookMs: number;
  readonly compilers: CompilerNews;
  /** Reasons why indexes that were found could not be read. */
  readonly notes: readonly string[];
}

/** By reason: files. */
export function skippedBy({ rows }: Sweep): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { skipped } of rows.values())
    if (skipped !== null) counts[skipped] = (counts[skipped] ?? 0) + 1;
  return counts;
}

/** Returns a note about the files linked in this run with uses that are too deep. */
export function tooDeepNotes({ tooDeep }: Indexed): string[] {
  if (tooDeep.length === 0) return [];
  const shown = tooDeep.slice(0, 3).join(", ");
  const more = tooDeep.length > 3 ? ` and ${tooDeep.length - 3} more files` : "";
  return [`${shown}${more}: some uses lead over too many steps to be followed, and are left out`];
}
