/** Finds the files that the last releases changed. */
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import { isWithin } from "./over-time.ts";
import {
  isGivenOut,
  isOfVersion,
  isRelease,
  learned,
  listed,
  mostFrequent,
  type PastCommit,
  packageOf,
} from "./past-commits.ts";

export function releases(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  const { own, always } = whatReleasesChange(commits);
  const [newest] = own;
  if (newest === undefined || always.length === 0) return [];
  const files = always.slice(0, HARVEST.releaseMostFiles).map(([path]) => path);
  const least = Math.min(...always.slice(0, files.length).map(([, count]) => count));
  const more = always.length - files.length;
  const counted =
    least === own.length
      ? `the last ${least} did`
      : `each file in ${least} or more of the last ${own.length}`;
  const named =
    more > 0 ? `${files.map((one) => `\`${one}\``).join(", ")} and ${more} more` : listed(files);
  return [
    learned(trace, {
      subject: "release",
      score: HARVEST.releaseScore,
      type: "workflow_recipe",
      title: "When you make a release: files to change",
      content: `To make a release of this project, change ${named} in one separate commit, such as "${clip(newest.subject, 80)}" (${counted}).`,
      detail: `${own.length} releases`,
      files,
      payload: { releases: own.length, whole: files },
      from: own,
    }),
  ];
}

/** Files of programs that make releases. */
const BY_A_PROGRAM =
  /(?:^|\/)(?:\.changesets?|\.?release-please[\w-]*|\.?knope|\.?cocogitto)(?:\/|\.)/i;

function whatReleasesChange(commits: readonly PastCommit[]) {
  const none = { own: [], always: [] };
  const out = commits.filter((one) => isGivenOut(one) && one.files.length > 0);
  // If the newest release names no package, a release that names one is of a part or of a dependency.
  const isWhole = out[0] !== undefined && packageOf(out[0]) === "";
  const told = isWhole ? out.filter((one) => packageOf(one) === "") : out;
  const own = told.filter(({ isByBot }) => !isByBot).slice(0, HARVEST.releases);
  if (own.length < HARVEST.minReleases) return none;
  // A program makes the releases now, or several packages have separate releases.
  if (told[0]?.isByBot || new Set(own.map(packageOf)).size > 1) return none;
  if (!isWithin(own, commits, HARVEST.releaseMaxAgeDays)) return none;
  // Nearly all of the last releases changed the file, and at least one of the newest two did.
  const always = mostFrequent(own.flatMap(({ files }) => files)).filter(
    ([path, count]) =>
      count / own.length >= HARVEST.releaseMinShare &&
      own.slice(0, 2).some(({ files }) => files.includes(path)),
  );
  // Only a program changes dozens of files. Some programs also leave files of their own.
  if (always.length > HARVEST.releaseMaxFiles) return none;
  if (always.some(([path]) => BY_A_PROGRAM.test(path))) return none;
  if (isMoreToday(own, always) || isToldOtherwise(commits, own, always)) return none;
  return { own, always };
}

/** Whether both newest releases changed files that the earlier ones did not. The memory would then be incomplete. */
function isMoreToday(
  [newest, before]: readonly PastCommit[],
  always: readonly [string, number][],
): boolean {
  const told = new Set(always.map(([path]) => path));
  return newest?.files.some((file) => !told.has(file) && before?.files.includes(file)) ?? false;
}

/** Whether later or equally many releases have titles of another form. */
function isToldOtherwise(
  commits: readonly PastCommit[],
  own: readonly PastCommit[],
  always: readonly [string, number][],
): boolean {
  const since = own.at(-1)?.atMs ?? 0;
  const others = commits.filter(
    (one) =>
      one.atMs >= since &&
      !isRelease(one) &&
      isOfVersion(one) &&
      always.every(([path]) => one.files.includes(path)),
  );
  return others.length >= own.length;
}
