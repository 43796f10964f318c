/** How much of what changed is read before a question is answered? */
import type { Sweep } from "../indexing/index-project.ts";
import { CODEGRAPH } from "../tuning.ts";

/** What can be read in the time, by what reading costs on the average; the smallest first. */
export function withinBudget(found: Sweep): [Sweep, string[]] {
  let left = CODEGRAPH.refreshBudgetMs * CODEGRAPH.readBytesPerMs;
  const dirty = [];
  const later: string[] = [];
  for (const file of [...found.dirty].sort((a, b) => a.size - b.size)) {
    left -= file.size;
    if (left >= 0) dirty.push(file);
    else later.push(file.path);
  }
  return [{ ...found, dirty }, later];
}
