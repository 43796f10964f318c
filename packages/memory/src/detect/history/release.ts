/** What does a release change? Said where the last ones changed the same files. */
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text.ts";
import type { Trace } from "../trace.ts";
import { isRelease, learned, listed, mostFrequent, type PastCommit } from "./past-commits.ts";
import { HARVEST } from "./tuning.ts";

export function releases(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  const { own, always } = whatReleasesChange(commits);
  const [newest] = own;
  if (newest === undefined || always.length === 0) return [];
  const files = always.slice(0, HARVEST.releaseMostFiles.value).map(([path]) => path);
  const least = Math.min(...always.slice(0, files.length).map(([, count]) => count));
  const more = always.length - files.length;
  const counted =
    least === own.length
      ? `so did the last ${least}`
      : `each in ${least} or more of the last ${own.length}`;
  const named =
    more > 0 ? `${files.map((one) => `\`${one}\``).join(", ")} and ${more} more` : listed(files);
  return [
    learned(trace, {
      subject: "release",
      score: HARVEST.releaseScore.value,
      type: "workflow_recipe",
      title: "What a release changes",
      content: `A release is a commit of its own, such as "${clip(newest.subject, 80)}", that changes ${named} (${counted}).`,
      detail: `${own.length} releases`,
      files,
      payload: { releases: own.length },
      from: own,
    }),
  ];
}

/** Files that nearly every one of the last releases changed. */
export function releaseFiles(commits: readonly PastCommit[]): ReadonlySet<string> {
  return new Set(whatReleasesChange(commits).always.map(([path]) => path));
}

function whatReleasesChange(commits: readonly PastCommit[]) {
  const own = commits
    .filter((one) => isRelease(one) && one.files.length > 0)
    .slice(0, HARVEST.releases.value);
  if (own.length < HARVEST.minReleases.value) return { own: [], always: [] };
  const always = mostFrequent(own.flatMap(({ files }) => files)).filter(
    ([, count]) => count / own.length >= HARVEST.releaseMinShare.value,
  );
  return { own, always };
}
