/** Selects the changed files to read before a query is answered. */
import type { Sweep } from "../indexing/code-tree.ts";
import { CODEGRAPH } from "../tuning.ts";

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the files that can be read within the budget at the average reading speed, the smallest first, and the paths of the
 * rest. The files in `first` are read in any case.
 */
export function withinBudget(found: Sweep, first: ReadonlySet<string> = NONE): [Sweep, string[]] {
  let left = CODEGRAPH.refreshBudgetMs * CODEGRAPH.readBytesPerMs;
  const dirty = [];
  const later: string[] = [];
  for (const file of [...found.dirty].sort((a, b) => a.size - b.size)) {
    left -= file.size;
    if (left >= 0 || first.has(file.path)) dirty.push(file);
    else later.push(file.path);
  }
  return [{ ...found, dirty }, later];
}
