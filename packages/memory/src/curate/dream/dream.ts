/**
 * Consolidation: merges memories that say the same, unifies tags that differ only in spelling, and proposes changes that only
 * a person can decide. It runs in one process at a time. Each transaction is complete in itself, and the state records the
 * progress, so that a killed run loses nothing and the next run continues it. Decision 0050.
 */
import { groupMerges } from "../../domain/changes/merge-groups.ts";
import type { NewProposal } from "../../domain/changes/proposal.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { NearPair } from "../../domain/ports/neighbours.ts";
import { countNewMemories, readDreamState } from "../../store/dream/dream-state.ts";
import { twinsSince } from "../../store/dream/duplicates.ts";
import { extendLease, finishJob, leaseJob } from "../../store/jobs.ts";
import { ignoreUnavailableStore, type Workspace } from "../../workspace.ts";
import { applyFold, FOLD_NAMES, planFolds, type TagFold } from "./fold-tags.ts";
import { DREAM } from "./limits.ts";
import { applyMerges, type Merge, planMerges, type Suspect } from "./merge-pairs.ts";
import { type Progress, progressOf } from "./progress.ts";
import { addNew, proposalsOfOccasions, proposalsOfPairs } from "./propose-changes.ts";

const DAY_MS = 86_400_000;

type Trigger = "command" | "opportunistic";

export interface DreamOptions {
  /** Reports what a run would change now, without changing anything. */
  readonly isDry?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DreamReport {
  readonly isDry: boolean;
  /** Id that undoes the whole run; null if nothing changed. */
  readonly runId: string | null;
  readonly merges: readonly Merge[];
  readonly tags: readonly TagFold[];
  /** New proposals in the review queue; merges of one group are one proposal. */
  readonly proposals: readonly NewProposal[];
  /** Number of changes of memories, of every project, that were read since the last run. */
  readonly compared: number;
  /** False if time ran out or the run was interrupted; the next run continues. */
  readonly isComplete: boolean;
  readonly tookMs: number;
}

/** Consolidates memories. Throws "dream_running" if another process is doing it. */
export async function dream(
  workspace: Workspace,
  { isDry = false, signal }: DreamOptions,
): Promise<DreamReport> {
  const startMs = workspace.moment().nowMs;
  const mayGoOn = () =>
    signal?.aborted !== true && workspace.moment().nowMs - startMs < DREAM.runMs;
  const run = { workspace, trigger: "command" as const, mayGoOn };
  const report = isDry ? await dreamAlong(run, null) : await dreamLeased(run);
  if (report === null) throw new MemoryError("dream_running", {});
  return report;
}

/**
 * Consolidates memories after a session was learned from, if it is due. Returns null if it is not due or another process is
 * doing it.
 */
export async function dreamIfDue(
  workspace: Workspace,
  mayGoOn: () => boolean,
): Promise<DreamReport | null> {
  if (!(await isDue(workspace))) return null;
  const startMs = workspace.moment().nowMs;
  const isInTime = () => mayGoOn() && workspace.moment().nowMs - startMs < DREAM.opportunisticMs;
  return dreamLeased({ workspace, trigger: "opportunistic", mayGoOn: isInTime });
}

async function isDue({ db, projectId, moment }: Workspace): Promise<boolean> {
  const { lastRid, endedAtMs } = await readDreamState(db, projectId, DREAM.rules);
  const most = DREAM.dueAfter;
  const count = await countNewMemories(db, projectId, { afterRid: lastRid, most });
  const isLongAgo = endedAtMs !== null && moment().nowMs - endedAtMs >= DREAM.dueDays * DAY_MS;
  return count >= most || (count > 0 && isLongAgo);
}

interface Run {
  readonly workspace: Workspace;
  readonly trigger: Trigger;
  readonly mayGoOn: () => boolean;
}

async function dreamLeased(run: Run): Promise<DreamReport | null> {
  const { workspace, trigger } = run;
  const { db, moment } = workspace;
  const job = { kind: "dream", trigger, leaseMs: DREAM.leaseMs };
  const id = await leaseJob(db, job, moment());
  if (id === null) return null;
  const finish = (counters: Readonly<Record<string, number>>, error: string | null) =>
    finishJob(db, { id, kind: job.kind }, { counters, error }, moment().nowMs);
  try {
    const report = await dreamAlong(run, () => extendLease(db, id, moment().nowMs + DREAM.leaseMs));
    const { merges, tags, compared, isComplete } = report;
    await finish(
      { merges: merges.length, tags: tags.length, compared, isCutShort: isComplete ? 0 : 1 },
      null,
    );
    return report;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await finish({}, reason.slice(0, 2000)).catch(ignoreUnavailableStore);
    throw error;
  }
}

/** Runs the consolidation. `renew` extends the lease; null for a dry run, which has no lease. */
async function dreamAlong(
  { workspace, trigger, mayGoOn }: Run,
  renew: (() => Promise<void>) | null,
): Promise<DreamReport> {
  const isDry = renew === null;
  const startMs = workspace.moment().nowMs;
  const runId = workspace.moment().newId();
  const merging = { workspace, trigger, runId, mayGoOn, replacedBy: new Map(), planned: new Map() };
  const progress = await progressOf(workspace, isDry);
  const merges: Merge[] = [];
  const proposals: NewProposal[] = [];
  const propose = async (found: readonly NewProposal[]) => {
    proposals.push(...(await addNew(workspace, found, { isDry, earlier: proposals })));
  };
  const take = async (suspects: readonly Suspect[]) => {
    const merge = isDry ? planMerges : applyMerges;
    const sure = suspects.filter(({ cosine }) => (cosine ?? 1) >= DREAM.nearCosine);
    const isDone = await merge(merging, sure, (item) => merges.push(item));
    const isGone = (id: MemoryId) => merging.replacedBy.has(id);
    if (isDone) await propose(await proposalsOfPairs(workspace, suspects, isGone));
    await renew?.();
    return isDone;
  };
  const isWhole =
    (await compareTexts(workspace, progress, mayGoOn, take)) &&
    (await compareVectors(workspace, progress, mayGoOn, take));
  const tags: TagFold[] = [];
  for (const fold of isWhole && mayGoOn() ? await planFolds(workspace) : []) {
    const change = { what: FOLD_NAMES[trigger], groupId: runId };
    const memories = isDry ? fold.memories : await applyFold(workspace, fold, change, mayGoOn);
    if (memories > 0) tags.push({ from: fold.from, to: fold.to, memories });
  }
  if (isWhole && mayGoOn()) await propose(await proposalsOfOccasions(workspace));
  const isComplete = isWhole && mayGoOn();
  if (isComplete) await progress.end();
  return {
    isDry,
    runId: !isDry && merges.length + tags.length > 0 ? runId : null,
    merges,
    tags,
    proposals: groupMerges(proposals).map(({ memories, parts: [first] }) => ({
      ...first,
      memories,
    })),
    compared: progress.compared(),
    isComplete,
    tookMs: workspace.moment().nowMs - startMs,
  };
}

/**
 * Merges or proposes suspects. Returns false if time ran out before all were processed; the next run finds the rest again.
 */
type ProcessSuspects = (suspects: readonly Suspect[]) => Promise<boolean>;

/** Compares memories by text. Returns whether the comparison was completed. */
async function compareTexts(
  { db, projectId }: Workspace,
  progress: Progress,
  mayGoOn: () => boolean,
  take: ProcessSuspects,
): Promise<boolean> {
  for (;;) {
    if (!mayGoOn()) return false;
    const at = { projectId, seq: progress.state().textSeq, limit: DREAM.pageRows };
    const { twins, seq, count } = await twinsSince(db, at);
    const suspects = twins.map(({ id, other }) => ({ a: id, b: other, cosine: null }));
    if (!(await take(suspects))) return false;
    if (count > 0) await progress.move({ textSeq: seq }, count);
    if (count < DREAM.pageRows) return true;
  }
}

/** Compares memories by meaning. Returns whether the comparison was completed; true without an encoder. */
async function compareVectors(
  { meaning, projectId }: Workspace,
  progress: Progress,
  mayGoOn: () => boolean,
  take: ProcessSuspects,
): Promise<boolean> {
  for (;;) {
    if (!mayGoOn()) return false;
    const { encoderId, vectorSeq: seq } = progress.state();
    const page = await meaning.neighbours({
      projectId,
      after: { encoderId, seq },
      limit: DREAM.pageRows,
      leastCosine: DREAM.proposeNamedCosine,
      mayGoOn,
    });
    if (page === null) return true;
    if (!(await take(eachOnce(page.pairs)))) return false;
    await progress.move({ encoderId: page.encoderId, vectorSeq: page.seq });
    if (page.isLast) return true;
  }
}

/** Returns each pair once, the nearest first. */
function eachOnce(pairs: readonly NearPair[]): Suspect[] {
  const seen = new Set<string>();
  const nameOf = (ids: readonly MemoryId[]) => [...ids].sort().join(" ");
  return [...pairs]
    .sort((a, b) => b.cosine - a.cosine)
    .filter(({ id, other }) => {
      const name = nameOf([id, other]);
      return !seen.has(name) && seen.add(name);
    })
    .map(({ id, other, cosine }) => ({ a: id, b: other, cosine }));
}
