/**
 * Determines which memories may be shown at the current checkout. Called at every recall; a single look-up answers it if
 * nothing is staged. Processes that may call git check after a branch has moved and store the result. Hooks use that result;
 * if this commit was never checked, the last result of their branch; and otherwise the branch name.
 */
import { createHash } from "node:crypto";
import type { Database } from "@tacit-memory/sqlite";
import {
  type BranchState,
  type BranchStates,
  isHidden,
  parseStage,
  type Stage,
  type StageVerdict,
  stageOf,
} from "../../domain/anchors/stage.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import {
  type BranchView,
  listReplacedOnStages,
  listStages,
  listTraces,
  readView,
  type ViewPlace,
  writeTraces,
  writeView,
} from "../../store/memories/stages.ts";
import type { StageCheck } from "./check-stages.ts";
import { BRANCHES } from "./limits.ts";
import { type Repository, readRepository } from "./repository.ts";

export interface CheckoutContext {
  readonly db: Database;
  readonly projectId: ProjectId;
  /** Root folder of the worktree. */
  readonly root: string;
  readonly moment: () => Moment;
}

export interface GitTimeLimit {
  /** Milliseconds that git may take; 0: git is not called. */
  readonly gitLimitMs: number;
}

const EVERYWHERE: BranchStates = { hidden: {}, of: () => null };
/** Loaded only by processes that check, because a hook has to start fast. */
const loadStageCheck = () => import("./check-stages.ts");
const loadUnstage = () => import("./unstage.ts");

/** Reads HEAD on each call, because an engine that stays open sees many checkouts. */
export async function branchStatesAt(
  place: CheckoutContext,
  { gitLimitMs }: GitTimeLimit,
): Promise<BranchStates> {
  const { db, projectId, root } = place;
  const stages = (await listStages(db, projectId)).map(({ stage }) => stage);
  if (stages.length === 0) return EVERYWHERE;
  const replaced = await listReplacedOnStages(db, projectId);
  const repository = readRepository(root);
  if (repository === null) return branchStatesOf({ stages, replaced }, () => "unknown");
  const where = viewPlace(projectId, repository);
  const view = await readView(db, where);
  if (gitLimitMs <= 0)
    return branchStatesOf({ stages, replaced }, verdictFromView(view, repository));
  const stamp = stampOf(repository, stages);
  if (view !== null && isUpToDate(view, where, stamp, gitLimitMs, place.moment().nowMs)) {
    return branchStatesOf({ stages, replaced }, verdictFromView(view, repository));
  }
  const seen = await checkWithGit(place, repository, stages, gitLimitMs);
  const viewStamp = seen.isComplete ? stamp : `${stamp}${PARTIAL}${gitLimitMs}`;
  await storeCheck(place, where, viewStamp, withEarlier(seen, view)).catch(ignoreUnwritableStore);
  const merged = new Set(seen.merges.map((merge) => merge.stage));
  return branchStatesOf(
    { stages: stages.filter((stage) => !merged.has(stage)), replaced },
    (stage) => seen.verdicts.get(stage) ?? "unknown",
  );
}

/**
 * Returns whether a staged memory was shown on a branch other than the current one, as far as its state was checked; sessions
 * are learned from later. Without a check it counts as shown, and seeing it again has no effect.
 */
export async function shownOnBranch(
  { db, projectId, root }: CheckoutContext,
  { branch, commit }: Stage,
): Promise<(memory: Memory) => boolean> {
  const repository = readRepository(root);
  if (repository === null) return () => true;
  const where = viewPlace(projectId, { ...repository, branch, head: commit });
  const view = await readView(db, where);
  return (memory) => {
    const verdict = view?.verdicts[stageOf(memory) ?? ""];
    return memory.branch === branch || verdict === undefined || !isHidden(verdict);
  };
}

function viewPlace(
  projectId: ProjectId,
  { commonDir, branch, head }: Pick<Repository, "commonDir" | "branch" | "head">,
): ViewPlace {
  return { projectId, repository: commonDir, branch: branch ?? "", head: head ?? "" };
}

/** Mark in a stamp: git did not answer everything within the milliseconds that follow. */
const PARTIAL = "?";

function isUpToDate(
  view: BranchView,
  where: ViewPlace,
  stamp: string,
  gitLimitMs: number,
  nowMs: number,
) {
  if (view.head !== where.head) return false;
  if (view.stamp === stamp) return true;
  // An incomplete check is repeated when more time is available than before, or after a while.
  const [seen, spentMs = "0"] = view.stamp.split(PARTIAL);
  const isRecent = Math.abs(nowMs - view.atMs) < BRANCHES.retryMs;
  return seen === stamp && Number(spentMs) >= gitLimitMs && isRecent;
}

/**
 * Returns a stamp of everything the answer depends on besides HEAD: the stages, and the tips of their branches and of the
 * default branch.
 */
function stampOf(repository: Repository, stages: readonly string[]): string {
  const main = repository.defaultBranch();
  const branches = new Set([main, ...stages.map((stage) => parseStage(stage).branch)]);
  const tips = [...branches].map((branch) =>
    branch === null ? [] : [branch, repository.tipOf(branch), repository.remoteTipsOf(branch)],
  );
  return createHash("sha1")
    .update(JSON.stringify([main, stages, tips]))
    .digest("hex");
}

/**
 * Answers from a stored view without calling git. Unknown stages are hidden, because injecting too little is better than too
 * much.
 */
function verdictFromView(
  view: BranchView | null,
  { branch, head }: Repository,
): (stage: string) => StageVerdict {
  const isPartial = view?.stamp.includes(PARTIAL) === true;
  return (stage) => {
    const at = parseStage(stage);
    if (at.branch !== null && at.branch === branch) return "here";
    const seen = view?.verdicts[stage];
    if (seen !== undefined && !(isPartial && seen === "unknown")) return seen;
    return at.branch === null && at.commit === head ? "contained" : "elsewhere";
  };
}

async function checkWithGit(
  { db, projectId }: CheckoutContext,
  repository: Repository,
  stages: readonly string[],
  gitLimitMs: number,
): Promise<StageCheck> {
  const { checkStages } = await loadStageCheck();
  const endMs = performance.now() + gitLimitMs;
  return checkStages(
    repository,
    stages,
    await listTraces(db, projectId),
    () => endMs - performance.now(),
  );
}

/** Fills what git had no time to answer with the result of an earlier check on this branch. */
function withEarlier(seen: StageCheck, view: BranchView | null): StageCheck {
  if (seen.isComplete || view === null) return seen;
  const verdicts = [...seen.verdicts].map(([stage, now]): [string, StageVerdict] => [
    stage,
    now === "unknown" ? (view.verdicts[stage] ?? now) : now,
  ]);
  return { ...seen, verdicts: new Map(verdicts) };
}

/** Stores a check, so that processes that check at the same time see the same result. */
async function storeCheck(
  { db, projectId, moment }: CheckoutContext,
  where: ViewPlace,
  stamp: string,
  { verdicts, merges, traces, isComplete }: StageCheck,
): Promise<void> {
  const { promoteMerged, reviewGone } = await loadUnstage();
  const now = moment();
  const of = (isGone: boolean) =>
    [...verdicts].flatMap(([stage, one]) => ((one === "gone") === isGone ? [stage] : []));
  await db.transaction(async (tx) => {
    await promoteMerged(tx, projectId, merges, now);
    if (isComplete) {
      await reviewGone(tx, projectId, { gone: of(true), present: of(false) }, now.nowMs);
    }
    await writeTraces(tx, projectId, traces);
    const view = {
      stamp,
      verdicts: Object.fromEntries(verdicts),
      atMs: now.nowMs,
    };
    await writeView(tx, where, view, BRANCHES.keptViews);
  });
}

/** Ignores errors of a store that cannot be written now: the next process repeats the check. */
function ignoreUnwritableStore(error: unknown): void {
  const codes = ["store_busy", "store_full", "store_unwritable"] as const;
  if (!codes.some((code) => MemoryError.is(error, code))) throw error;
}

interface StagedMemories {
  readonly stages: readonly string[];
  /** Memories that a memory of the stage replaces. */
  readonly replaced: readonly { readonly stage: string; readonly id: MemoryId }[];
}

function branchStatesOf(
  { stages, replaced }: StagedMemories,
  verdictOf: (stage: string) => StageVerdict,
): BranchStates {
  const verdicts = new Map(stages.map((stage) => [stage, verdictOf(stage)]));
  const hidden = stages.filter((stage) => isHidden(verdicts.get(stage) ?? "unknown"));
  const replacedIds = replaced
    .filter(({ stage }) => isReplacedBy(verdicts.get(stage)))
    .map(({ id }) => id);
  return {
    hidden: {
      ...(hidden.length > 0 && { hiddenStages: hidden }),
      ...(replacedIds.length > 0 && { replacedIds }),
    },
    of: (memory) => {
      const stage = stageOf(memory);
      if (stage === null) return null;
      return branchStateAt(stage, verdicts.get(stage) ?? "unknown");
    },
  };
}

/** Whether memories of a stage with this verdict replace others: git knows that the stage is part of the checkout. */
function isReplacedBy(verdict: StageVerdict | undefined): boolean {
  return verdict === "here" || verdict === "contained" || verdict === "equivalent";
}

function branchStateAt(stage: string, verdict: StageVerdict): BranchState {
  const { branch, commit } = parseStage(stage);
  const place = branch ?? "a detached HEAD";
  const at = commit === null ? place : `${place} at ${commit.slice(0, 10)}`;
  const notes: Readonly<Record<StageVerdict, string | null>> = {
    here: null,
    contained: null,
    equivalent: `learned on ${place}; a commit here makes the same changes`,
    unknown: `learned on ${at}, of which git cannot tell whether it is here`,
    elsewhere: `learned on ${place}, which is not merged into what is checked out`,
    gone: `learned on ${place}, which is gone and was not merged`,
  };
  return { branch, commit, verdict, note: notes[verdict] };
}
