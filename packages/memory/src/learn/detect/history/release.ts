/** Finds the files that the last releases changed. */
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import { isWithin } from "./over-time.ts";
import {
  isOfVersion,
  isRelease,
  isReleased,
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
  const minCount = Math.min(...always.slice(0, files.length).map(([, count]) => count));
  const more = always.length - files.length;
  const counted =
    minCount === own.length
      ? `the last ${minCount} did`
      : `each file in ${minCount} or more of the last ${own.length}`;
  const named =
    more > 0 ? `${files.map((file) => `\`${file}\``).join(", ")} and ${more} more` : listed(files);
  return [
    learned(trace, {
      subject: "release",
      score: HARVEST.releaseScore,
      type: "workflow_recipe",
      title: "When you make a release: files to change",
      content: `To make a release of this project, change ${named} in one separate commit, such as "${clip(newest.subject, 80)}" (${counted}).`,
      detail: sentenceOf("releases", { count: own.length }),
      files,
      payload: { releases: own.length, whole: files },
      from: own,
    }),
  ];
}

/** Matches files of release programs. */
const BY_A_PROGRAM =
  /(?:^|\/)(?:\.changesets?|\.?release-please[\w-]*|\.?knope|\.?cocogitto)(?:\/|\.)/i;

function whatReleasesChange(commits: readonly PastCommit[]) {
  const none = { own: [], always: [] };
  const out = commits.filter((commit) => isReleased(commit) && commit.files.length > 0);
  // If the newest release names no package, a release that names one is of a part or of a dependency.
  const isWhole = out[0] !== undefined && packageOf(out[0]) === "";
  const selected = isWhole ? out.filter((pastCommit) => packageOf(pastCommit) === "") : out;
  const own = selected.filter(({ isByBot }) => !isByBot).slice(0, HARVEST.releases);
  if (own.length < HARVEST.minReleases) return none;
  // A program makes the releases now, or several packages have separate releases.
  if (selected[0]?.isByBot || new Set(own.map(packageOf)).size > 1) return none;
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
  if (isMoreToday(own, always) || isStatedOtherwise(commits, own, always)) return none;
  return { own, always };
}

/** Whether both newest releases changed files that the earlier ones did not. The memory would then be incomplete. */
function isMoreToday(
  [newest, before]: readonly PastCommit[],
  always: readonly [string, number][],
): boolean {
  const usualFiles = new Set(always.map(([path]) => path));
  return (
    newest?.files.some((file) => !usualFiles.has(file) && before?.files.includes(file)) ?? false
  );
}

/** Whether later or equally many releases have titles of another form. */
function isStatedOtherwise(
  commits: readonly PastCommit[],
  own: readonly PastCommit[],
  always: readonly [string, number][],
): boolean {
  const since = own.at(-1)?.atMs ?? 0;
  const others = commits.filter(
    (commit) =>
      commit.atMs >= since &&
      !isRelease(commit) &&
      isOfVersion(commit) &&
      always.every(([path]) => commit.files.includes(path)),
  );
  return others.length >= own.length;
}
