/** Which files change with whatever is done around them? That one changes with another says nothing then. */
import { dirname } from "node:path/posix";
import type { PastCommit } from "./past-commits.ts";
import { HARVEST } from "./tuning.ts";

export interface Changes {
  readonly of: ReadonlyMap<string, readonly PastCommit[]>;
  readonly inFolder: ReadonlyMap<string, readonly PastCommit[]>;
}

/** Of commits that are no sweeps. */
export function changesIn(commits: readonly PastCommit[]): Changes {
  const [of, inFolder] = [new Map<string, PastCommit[]>(), new Map<string, PastCommit[]>()];
  for (const commit of commits) {
    if (commit.files.length > HARVEST.addedMaxFiles.value) continue;
    for (const file of new Set(commit.files)) entered(of, file).push(commit);
    for (const folder of new Set(commit.files.map((file) => dirname(file))))
      entered(inFolder, folder).push(commit);
  }
  return { of, inFolder };
}

function entered(all: Map<string, PastCommit[]>, key: string): PastCommit[] {
  const own = all.get(key) ?? [];
  all.set(key, own);
  return own;
}

/** Of the pair: the other changes with several third files as well, or with whatever changes beside the first. */
export function isHub(then: string, when: string, changes: Changes): boolean {
  return (
    friendsOf(then, when, changes) > HARVEST.hubMostOthers.value ||
    changesBeside(then, when, changes)
  );
}

function friendsOf(then: string, when: string, { of }: Changes): number {
  const counts = new Map<string, number>();
  for (const { files } of of.get(then) ?? [])
    for (const file of new Set(files)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].filter(([file, count]) => {
    const all = of.get(file)?.length ?? 0;
    const isThird = file !== then && file !== when && all >= HARVEST.hubMinCommits.value;
    // What changes more often than it does is the hub.
    const isSmaller = all <= (of.get(then)?.length ?? 0);
    return isThird && isSmaller && count / all >= HARVEST.hubMinShare.value;
  }).length;
}

function changesBeside(then: string, when: string, { inFolder }: Changes): boolean {
  const folder = dirname(when);
  const beside = (inFolder.get(folder) ?? []).filter(
    ({ files }) =>
      !files.includes(when) && files.some((file) => file !== then && dirname(file) === folder),
  );
  if (beside.length < HARVEST.pairMinBeside.value) return false;
  const both = beside.filter(({ files }) => files.includes(then)).length;
  return both / beside.length > HARVEST.pairMaxShareBeside.value;
}
