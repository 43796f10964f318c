/**
 * Decides whether something is done repeatedly and still done. What a single rewrite did, or what was abandoned, is not a
 * habit.
 */

import { HARVEST } from "./limits.ts";
import type { PastCommit } from "./past-commits.ts";

const DAY_MS = 86_400_000;

/**
 * Returns whether commits show a habit: over more than some weeks, not mostly within a few, and recently. Both lists are
 * newest first.
 */
export function isHabit(shown: readonly PastCommit[], all: readonly PastCommit[]): boolean {
  return (
    daysOver(shown) >= HARVEST.minDays &&
    !isOneBurst(shown) &&
    // The last commit may be the one that ends the habit.
    isWithin(shown.slice(1), all, HARVEST.habitMaxAgeDays)
  );
}

/** Returns whether the newest commit that shows it is from the last years; older practice no longer counts. */
export function isOfLate(shown: readonly PastCommit[], all: readonly PastCommit[]): boolean {
  return isWithin(shown, all, HARVEST.maxAgeDays);
}

/** Returns whether the newest commit that shows it was made at most so many days before the newest of all. */
export function isWithin(
  shown: readonly PastCommit[],
  all: readonly PastCommit[],
  days: number,
): boolean {
  return shown.length > 0 && daysOver([...shown.slice(0, 1), ...all.slice(0, 1)]) <= days;
}

/** Returns the days between the first and the last commit. */
export function daysOver(commits: readonly PastCommit[]): number {
  const times = commits.map(({ atMs }) => atMs);
  return commits.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / DAY_MS;
}

/** Returns whether most of the commits are within a few weeks. */
function isOneBurst(commits: readonly PastCommit[]): boolean {
  const times = commits.map(({ atMs }) => atMs).sort((a, b) => a - b);
  const span = HARVEST.burstDays * DAY_MS;
  const maxCount = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at - from <= span).length),
  );
  return maxCount / times.length > HARVEST.burstMaxShare;
}

/** Returns whether at most one of the newest commits does not show it. */
export function isStillDone(of: readonly PastCommit[], shown: ReadonlySet<PastCommit>): boolean {
  const newest = of.slice(0, HARVEST.stillDoneOf);
  return newest.filter((pastCommit) => !shown.has(pastCommit)).length <= 1;
}
