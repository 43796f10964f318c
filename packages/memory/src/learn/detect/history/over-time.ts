/** Is it done time and again, and still? What one rewrite did, and what nobody does any more, is no habit. */

import { HARVEST } from "./limits.ts";
import type { PastCommit } from "./past-commits.ts";

const DAY_MS = 86_400_000;

/** Shown over more than some weeks, not most of it within a few, and lately. Both the newest first. */
export function isHabit(shown: readonly PastCommit[], all: readonly PastCommit[]): boolean {
  return (
    daysOver(shown) >= HARVEST.minDays &&
    !isOneBurst(shown) &&
    // The last may be the one that takes it away.
    isWithin(shown.slice(1), all, HARVEST.habitMaxAgeDays)
  );
}

/** The newest that shows it is of the last years: what was done long ago is not how it is done. */
export function isOfLate(shown: readonly PastCommit[], all: readonly PastCommit[]): boolean {
  return isWithin(shown, all, HARVEST.maxAgeDays);
}

/** The newest that shows it was made so many days, at most, before the newest of all. */
export function isWithin(
  shown: readonly PastCommit[],
  all: readonly PastCommit[],
  days: number,
): boolean {
  return shown.length > 0 && daysOver([...shown.slice(0, 1), ...all.slice(0, 1)]) <= days;
}

/** Days between the first and the last: what one piece of work did in a week is no habit. */
export function daysOver(commits: readonly PastCommit[]): number {
  const times = commits.map(({ atMs }) => atMs);
  return commits.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / DAY_MS;
}

/** Most of them lie within a few weeks. */
function isOneBurst(commits: readonly PastCommit[]): boolean {
  const times = commits.map(({ atMs }) => atMs).sort((a, b) => a - b);
  const span = HARVEST.burstDays * DAY_MS;
  const most = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at - from <= span).length),
  );
  return most / times.length > HARVEST.burstMaxShare;
}

/** Of the newest of them, one at most is not among those that show it. */
export function isStillDone(of: readonly PastCommit[], shown: ReadonlySet<PastCommit>): boolean {
  const newest = of.slice(0, HARVEST.stillDoneOf);
  return newest.filter((pastCommit) => !shown.has(pastCommit)).length <= 1;
}
