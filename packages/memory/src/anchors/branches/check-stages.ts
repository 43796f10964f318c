/**
 * Determines where memories learned on branches apply, as seen from the current checkout. A stage is carried by commits: the
 * one it was learned at if that was made on its branch, the first one made after it, and later states of the branch. A stage
 * applies where the history contains one of its carriers or a commit with the same changes. If that history is the default
 * branch's, the stage was merged. Nothing is written here. Sessions usually learn before they commit. The commit checked out
 * then is often one of the default branch and proves nothing: until a commit is made on the branch, only the branch name
 * carries the stage.
 */
import { isCommit, type Merge, parseStage, type StageVerdict } from "../../domain/anchors/stage.ts";
import type { StageTrace } from "../../store/memories/stages.ts";
import { type Compared, type Comparison, comparePatches, patchesOf } from "./compare.ts";
import { askCommits, type CommitQuestions } from "./git-commits.ts";
import { BRANCHES } from "./limits.ts";
import {
  isMadeAnew,
  type Move,
  madeAfter,
  openReflogs,
  type Reflogs,
  renamedTo,
} from "./reflog.ts";
import { type Repository, readRepository } from "./repository.ts";

export interface StageCheck {
  /** By stage; merged stages are missing. */
  readonly verdicts: ReadonlyMap<string, StageVerdict>;
  readonly merges: readonly Merge[];
  /** The updated trace of each stage. */
  readonly traces: readonly StageTrace[];
  /** False if git did not answer some questions; the stages that depend on them are `unknown`. */
  readonly isComplete: boolean;
}

/** State of a stage during a check. */
interface StageState {
  readonly stage: string;
  readonly branch: string | null;
  readonly commit: string | null;
  /** The current name of the branch; null if it no longer exists or never did. */
  readonly name: string | null;
  /** Its current tips, here and on the remotes. */
  readonly tips: readonly string[];
  readonly before: StageTrace;
  readonly carriers: string[];
}

const NOTHING_KNOWN = {
  repository: null,
  carriers: [],
  patches: {},
  compared: null,
  isGone: false,
} as const satisfies Partial<StageTrace>;

/** Checks all stages. `storedTraces`: traces of earlier checks. `leftMs` returns the milliseconds left for git. */
export async function checkStages(
  repository: Repository,
  stages: readonly string[],
  storedTraces: readonly StageTrace[],
  leftMs: () => number,
): Promise<StageCheck> {
  const traces = new Map(storedTraces.map((trace) => [trace.stage, trace]));
  const reflogs = openReflogs(repository.commonDir);
  const seen = stages.map((stage) =>
    readStageState(repository, reflogs, traces.get(stage) ?? { stage, ...NOTHING_KNOWN }),
  );
  const git = askCommits(repository.root, leftMs);
  const lines = await historyOf(repository, seen, git);
  if (lines === null) return unanswered(repository, seen);
  for (const item of seen) addOwn(item, lines);
  const patches = await comparePatches(
    git,
    seen
      .filter((item) => !isMerged(item, lines))
      .map((item) => comparable(item, lines, repository)),
    { defaultTips: lines.defaultTips, head: lines.head },
  );
  const absorbed = await resolvedAs(seen, lines, patches, git);
  const merges: Merge[] = [];
  const verdicts = new Map<string, StageVerdict>();
  const after: StageTrace[] = [];
  for (const item of seen) {
    const how = mergeOf(item, lines, patches, repository, absorbed);
    const isOpen = patches.open.has(item.stage) || (absorbed === null && isEnded(item, lines));
    if (how !== null) merges.push({ stage: item.stage, how });
    else verdicts.set(item.stage, verdictOf(item, lines, { ...patches, isOpen }, repository));
    after.push(traceOf(item, patches, repository, verdicts.get(item.stage)));
  }
  return {
    verdicts,
    merges,
    traces: after,
    isComplete: patches.isComplete && absorbed !== null,
  };
}

/** Reads the state of a stage from files only. */
function readStageState(repository: Repository, reflogs: Reflogs, before: StageTrace): StageState {
  const { branch, commit } = parseStage(before.stage);
  const carriers = [...before.carriers];
  const seen = { stage: before.stage, branch, commit, before, carriers };
  if (branch === null) {
    if (commit !== null) add(carriers, commit);
    return { ...seen, name: null, tips: [] };
  }
  const name = nameNow(repository, reflogs, branch);
  const made = madeOn(reflogs, branch, name, commit);
  const ofAnother = movesOfAnother(reflogs, { branch, name }, [...carriers, commit ?? ""]);
  for (const item of made) if (!ofAnother.some(({ to }) => to === item)) add(carriers, item);
  // Another branch of the same name: its tips say nothing about this stage.
  if (ofAnother.length > 0) return { ...seen, name, tips: [] };
  const local = name === null ? null : repository.tipOf(name);
  const remote = repository.remoteTipsOf(name ?? branch);
  return { ...seen, name, tips: [...new Set(local === null ? remote : [local, ...remote])] };
}

/**
 * Returns the moves of a newer branch with the same name; empty if the current branch is the one that carried these commits.
 */
function movesOfAnother(
  reflogs: Reflogs,
  { branch, name }: { readonly branch: string; readonly name: string | null },
  commits: readonly string[],
): readonly Move[] {
  const moves = name === branch ? reflogs.ofBranch(name) : [];
  return isMadeAnew(moves, branch, commits) ? moves : [];
}

function nameNow(repository: Repository, reflogs: Reflogs, branch: string): string | null {
  if (repository.tipOf(branch) !== null) return branch;
  return renamedTo(reflogs, branch, repository.localBranches());
}

/** Returns the commits that may contain what was learned, the first one first. */
function madeOn(
  reflogs: Reflogs,
  branch: string,
  name: string | null,
  commit: string | null,
): readonly string[] {
  if (commit === null) return [];
  const own = name === null ? null : madeAfter(reflogs.ofBranch(name), commit);
  const made = own ?? madeAfter(reflogs.ofHeads(branch), commit);
  if (made === null) return [];
  const { isOwn, first, tips } = made;
  return [...(isOwn ? [commit] : []), ...(first === null ? [] : [first]), ...tips];
}

/** Adds a carrier; keeps the first and the latest ones. */
function add(carriers: string[], commit: string): void {
  if (carriers.includes(commit)) return;
  carriers.push(commit);
  if (carriers.length > BRANCHES.carriers) carriers.splice(2, 1);
}

interface History {
  readonly defaultTips: readonly string[];
  readonly head: string | null;
  readonly present: ReadonlySet<string>;
  readonly notInDefault: ReadonlySet<string>;
  readonly notInHead: ReadonlySet<string>;
}

/** Returns null if git did not answer. */
async function historyOf(
  repository: Repository,
  seen: readonly StageState[],
  git: CommitQuestions,
): Promise<History | null> {
  const main = repository.defaultBranch();
  const candidates =
    main === null ? [] : [repository.tipOf(main), ...repository.remoteTipsOf(main)];
  const defaultTips = [...new Set(candidates.filter((tip) => tip !== null))];
  const { head } = repository;
  const commits = seen.flatMap(({ commit, tips, carriers }) => [
    ...(commit === null ? [] : [commit]),
    ...tips,
    ...carriers,
  ]);
  const all = [...new Set([...commits, ...defaultTips, ...(head === null ? [] : [head])])];
  const present = await git.present(all.filter(isCommit));
  if (present === null) return null;
  const here = [...new Set(commits)].filter((commit) => present.has(commit));
  const presentTips = defaultTips.filter((tip) => present.has(tip));
  const notInDefault = await git.outside(presentTips, here);
  const notInHead = head === null ? new Set(here) : await git.outside([head], here);
  if (notInDefault === null || notInHead === null) return null;
  return { defaultTips: presentTips, head, present, notInDefault, notInHead };
}

/** Adds commits that are not in the default branch: they were made on this branch, whatever the reflog says. */
function addOwn({ branch, commit, tips, carriers }: StageState, lines: History): void {
  if (branch === null) return;
  if (commit !== null && lines.notInDefault.has(commit) && !carriers.includes(commit)) {
    carriers.unshift(commit);
  }
  for (const tip of tips) if (tip !== commit && lines.notInDefault.has(tip)) add(carriers, tip);
}

function isMerged(
  { carriers }: StageState,
  { present, notInDefault, defaultTips }: History,
): boolean {
  return (
    defaultTips.length > 0 &&
    carriers.some((commit) => present.has(commit) && !notInDefault.has(commit))
  );
}

function comparable(seen: StageState, lines: History, repository: Repository): Compared {
  const { stage, before } = seen;
  const carriers = presentOf(seen, lines);
  const isSeen = isHere(seen, repository) || isContained(seen, lines);
  return { stage, carriers, patches: before.patches, compared: before.compared, isSeen };
}

function presentOf({ carriers }: StageState, { present }: History): string[] {
  return carriers.filter((commit) => present.has(commit));
}

function isHere({ branch, name }: StageState, repository: Repository): boolean {
  return branch !== null && [branch, name].includes(repository.branch);
}

function isContained(seen: StageState, lines: History): boolean {
  return (
    lines.head !== null && presentOf(seen, lines).some((commit) => !lines.notInHead.has(commit))
  );
}

/** Returns the last commits of deleted branches whose content the default branch has, as after a squash with conflicts. */
async function resolvedAs(
  seen: readonly StageState[],
  lines: History,
  { inDefault }: Comparison,
  git: CommitQuestions,
): Promise<ReadonlySet<string> | null> {
  const [base] = lines.defaultTips;
  if (base === undefined) return new Set();
  const ended = seen.filter(
    (item) => isEnded(item, lines) && !isMerged(item, lines) && !inDefault.has(item.stage),
  );
  return git.sameContent(base, [...new Set(ended.flatMap((item) => lastOf(item, lines) ?? []))]);
}

function isEnded(seen: StageState, lines: History): boolean {
  return seen.branch !== null && !isThere(seen) && lastOf(seen, lines) !== undefined;
}

function lastOf(seen: StageState, lines: History): string | undefined {
  return presentOf(seen, lines).at(-1);
}

/** Describes how the stage was merged; null if it was not. */
function mergeOf(
  seen: StageState,
  lines: History,
  patches: Comparison,
  repository: Repository,
  absorbed: ReadonlySet<string> | null,
): string | null {
  const main = repository.defaultBranch() ?? "";
  if (seen.name !== null && seen.name === main) return `${main} is the default branch now`;
  if (isMerged(seen, lines)) return `merged into ${main}`;
  const same = patches.inDefault.get(seen.stage);
  if (same !== undefined) return `merged into ${main} as ${same.slice(0, 10)}`;
  const isSettled = isEnded(seen, lines) && absorbed?.has(lastOf(seen, lines) ?? "") === true;
  return isSettled ? `merged into ${main} with changes` : null;
}

function isThere({ name, tips }: StageState): boolean {
  return name !== null || tips.length > 0;
}

function verdictOf(
  seen: StageState,
  lines: History,
  { inHead, isOpen }: Pick<Comparison, "inHead"> & { readonly isOpen: boolean },
  repository: Repository,
): StageVerdict {
  const { branch, commit } = seen;
  if (isHere(seen, repository)) return "here";
  if (isContained(seen, lines)) return "contained";
  if (inHead.has(seen.stage)) return "equivalent";
  if (isOpen) return "unknown";
  if (isThere(seen) || isInAnotherClone(seen, repository)) return "elsewhere";
  if (branch === null)
    return commit !== null && lines.present.has(commit) ? "elsewhere" : "unknown";
  // The branch was deleted or never existed here; only a branch that existed here can be gone.
  return wasHere(seen, repository) || presentOf(seen, lines).length > 0 ? "gone" : "unknown";
}

function wasHere({ branch, before }: StageState, { commonDir }: Repository): boolean {
  return (
    before.isGone ||
    before.repository === commonDir ||
    (branch !== null && openReflogs(commonDir).ofHeads(branch).length > 0)
  );
}

function isInAnotherClone({ branch, before }: StageState, { commonDir }: Repository): boolean {
  if (branch === null || before.repository === null || before.repository === commonDir)
    return false;
  return readRepository(before.repository)?.tipOf(branch) != null;
}

function traceOf(
  seen: StageState,
  patches: Comparison,
  repository: Repository,
  verdict: StageVerdict | undefined,
): StageTrace {
  const { stage, carriers, before } = seen;
  return {
    stage,
    repository: isThere(seen) ? repository.commonDir : before.repository,
    carriers,
    patches: patchesOf(patches, carriers),
    compared: patches.isComplete ? patches.compared : before.compared,
    isGone: verdict === "gone",
  };
}

/** Used if git is missing or too slow: stages are judged by branch name alone, and the others are shown as unknown. */
function unanswered(repository: Repository, seen: readonly StageState[]): StageCheck {
  const verdicts = seen.map((item): [string, StageVerdict] => [
    item.stage,
    isHere(item, repository) ? "here" : "unknown",
  ]);
  return {
    verdicts: new Map(verdicts),
    merges: [],
    traces: seen.map(({ before, carriers }) => ({ ...before, carriers })),
    isComplete: false,
  };
}
