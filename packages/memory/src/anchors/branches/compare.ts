/**
 * Finds commits with the same changes as the commits that carry a stage. After a rebase or a cherry-pick, each commit has an
 * equal one; after a squash, one commit equals the whole branch. Compares with the commits that reached the default branch
 * since the last check and with those that only HEAD has.
 */
import type { KnownPatch, StageTrace } from "../../store/memories/stages.ts";
import type { CommitQuestions } from "./git-commits.ts";
import { BRANCHES } from "./limits.ts";

/** A stage that is not in the default branch's history. */
export interface Compared extends Pick<StageTrace, "stage" | "carriers" | "patches" | "compared"> {
  /** In HEAD's history or on its branch, so only the default branch needs to be compared. */
  readonly isSeen: boolean;
}

export interface Comparison {
  /** By stage: the commit of the default branch with the same changes. */
  readonly inDefault: ReadonlyMap<string, string>;
  readonly inHead: ReadonlySet<string>;
  /** All patches known so far. */
  readonly patches: ReadonlyMap<string, KnownPatch | null>;
  /** The tips of the default branch up to which stages were compared. */
  readonly compared: string;
  /** Stages for which git did not answer everything; they may be in either history. */
  readonly open: ReadonlySet<string>;
  readonly isComplete: boolean;
}

export interface Lines {
  readonly defaultTips: readonly string[];
  readonly head: string | null;
}

export async function comparePatches(
  git: CommitQuestions,
  stages: readonly Compared[],
  { defaultTips, head }: Lines,
): Promise<Comparison> {
  const compared = defaultTips.join(" ");
  const patches = new Map(stages.flatMap((stage) => Object.entries(stage.patches)));
  const isMoved = stages.some((stage) => stage.compared !== compared);
  const isOther = head !== null && !defaultTips.includes(head);
  const unseen = isOther ? stages.filter((stage) => !stage.isSeen) : [];
  const none = {
    inDefault: new Map(),
    inHead: new Set<string>(),
    open: new Set<string>(),
    patches,
    compared,
  };
  if (!isMoved && unseen.length === 0) return { ...none, isComplete: true };
  const isKnown = await makeOut(git, stages, defaultTips, patches);
  const inDefault = await foundInDefault(git, stages, defaultTips, patches);
  const inHead = await foundInHead(git, unseen, { defaultTips, head }, patches);
  const isOpen = (item: Compared) =>
    item.carriers.length > 0 &&
    (inDefault === null ||
      (inHead === null && !item.isSeen) ||
      comparedKeys(item).some((key) => !patches.has(key)));
  return {
    ...none,
    inDefault: inDefault ?? new Map(),
    inHead: inHead ?? new Set(),
    open: new Set(stages.filter(isOpen).map(({ stage }) => stage)),
    isComplete: isKnown && inDefault !== null && inHead !== null,
  };
}

/** Returns the patches of the carriers in the form a trace stores them. */
export function patchesOf(
  { patches }: Comparison,
  carriers: readonly string[],
): Record<string, KnownPatch | null> {
  const keys = carriers.flatMap((commit) => [alone(commit), whole(commit)]);
  return Object.fromEntries(
    keys.flatMap((key) => (patches.has(key) ? [[key, patches.get(key) ?? null]] : [])),
  );
}

const alone = (commit: string) => `alone:${commit}`;
const whole = (commit: string) => `whole:${commit}`;

function comparedKeys({ carriers }: Pick<Compared, "carriers">): string[] {
  return [...carriers.slice(0, 1).map(alone), ...carriers.slice(-2).map(whole)];
}

/**
 * Computes the changes of the first carrier of each stage and the total changes of its branch. Returns false if some are
 * still missing.
 */
async function makeOut(
  git: CommitQuestions,
  stages: readonly Compared[],
  defaultTips: readonly string[],
  patches: Map<string, KnownPatch | null>,
): Promise<boolean> {
  const firsts = unique(stages.flatMap(({ carriers }) => carriers.slice(0, 1)));
  const unknown = firsts.filter((commit) => !patches.has(alone(commit)));
  const fetched = await git.patchesOf(unknown);
  if (fetched === null) return false;
  for (const commit of unknown) patches.set(alone(commit), limitPaths(fetched.get(commit)));
  const missing = tipsOf(stages).filter((tip) => !patches.has(whole(tip)));
  const now = missing.slice(0, BRANCHES.comparedTips);
  for (let at = 0; at < now.length; at += TOGETHER) {
    const some = now.slice(at, at + TOGETHER);
    const changed = await git.patchesSince(defaultTips, some);
    // Either time ran out or, if git still answers, the changes are too large to be compared.
    if (changed === null && (await git.present([])) === null) return false;
    for (const tip of some) patches.set(whole(tip), limitPaths(changed?.get(tip)));
  }
  return now.length === missing.length;
}

/** Branches whose changes are read by one git process and held in memory at once. */
const TOGETHER = 20;

/**
 * Returns the latest states of each branch, here and on its remote, which may have been squashed. Earlier checks stored more
 * of them.
 */
function tipsOf(stages: readonly Compared[]): string[] {
  return unique(stages.flatMap(({ carriers }) => carriers.slice(-2)));
}

function limitPaths(patch: KnownPatch | null | undefined): KnownPatch | null {
  if (patch === null || patch === undefined) return null;
  return patch.paths.length > BRANCHES.limitedPaths ? { ...patch, paths: [] } : patch;
}

async function foundInDefault(
  git: CommitQuestions,
  stages: readonly Compared[],
  tips: readonly string[],
  patches: ReadonlyMap<string, KnownPatch | null>,
): Promise<Map<string, string> | null> {
  const found = new Map<string, string>();
  if (tips.length === 0) return found;
  const now = tips.join(" ");
  const groups = Map.groupBy(stages, (stage) => stage.compared);
  for (const [since, group] of groups) {
    const wanted = wantedOf(group, patches);
    if (since === now || wanted.size === 0) continue;
    const paths = pathsOf([...wanted.keys()].map((key) => patches.get(key)));
    const range =
      (since === null ? null : await git.patchesBetween(since.split(" "), tips, paths)) ??
      (await sinceBase(git, group, tips, paths));
    if (range === null) return null;
    match(wanted, patches, range, found);
  }
  return found;
}

/** Returns, by patch key, the stages that the patch represents. */
function wantedOf(
  stages: readonly Compared[],
  patches: ReadonlyMap<string, KnownPatch | null>,
): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const { stage, carriers } of stages) {
    const [first] = carriers;
    const keys = [...(first === undefined ? [] : [alone(first)]), ...carriers.map(whole)];
    for (const key of keys) {
      if (patches.get(key) != null) wanted.set(key, [...(wanted.get(key) ?? []), stage]);
    }
  }
  return wanted;
}

async function sinceBase(
  git: CommitQuestions,
  group: readonly Compared[],
  tips: readonly string[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, KnownPatch> | null> {
  const carriers = unique(group.flatMap((compared) => compared.carriers));
  const base = await git.commonBase([...tips, ...carriers]);
  return git.patchesBetween(base === null ? [] : [base], tips, paths);
}

/** Adds to `found`, by stage, the commit with the same changes. */
function match(
  wanted: ReadonlyMap<string, readonly string[]>,
  patches: ReadonlyMap<string, KnownPatch | null>,
  range: ReadonlyMap<string, KnownPatch>,
  found: Map<string, string>,
): void {
  const commits = new Map([...range].map(([commit, { id }]) => [id, commit]));
  for (const [key, stages] of wanted) {
    const commit = commits.get(patches.get(key)?.id ?? "");
    if (commit === undefined) continue;
    for (const stage of stages) found.set(stage, commit);
  }
}

/** Finds stages that were squashed into HEAD's branch instead of the default one, counted from where they left it. */
async function foundInHead(
  git: CommitQuestions,
  unseen: readonly Compared[],
  { defaultTips, head }: Lines,
  patches: ReadonlyMap<string, KnownPatch | null>,
): Promise<Set<string> | null> {
  if (head === null || unseen.length === 0) return new Set();
  const here = new Map(patches);
  const tips = tipsOf(unseen).slice(0, BRANCHES.comparedTips);
  const changed = await git.patchesSince([head], tips);
  if (changed === null) return null;
  for (const tip of tips) here.set(whole(tip), changed.get(tip) ?? null);
  const wanted = wantedOf(unseen, here);
  if (wanted.size === 0) return new Set();
  const paths = pathsOf([...wanted.keys()].map((key) => here.get(key)));
  const range = await git.patchesBetween(defaultTips, [head], paths);
  if (range === null) return null;
  const found = new Map<string, string>();
  match(wanted, here, range, found);
  return new Set(found.keys());
}

/** Returns the paths that restrict the comparison; empty if a patch may touch any file. */
function pathsOf(patches: readonly (KnownPatch | null | undefined)[]): string[] {
  const present = patches.filter((patch) => patch != null);
  const isAny = present.some(
    ({ paths }) => paths.length === 0 || paths.some((path) => path.startsWith('"')),
  );
  return isAny ? [] : unique(present.flatMap(({ paths }) => paths));
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
