/** Turns events into memories session by session: observe → detect → propose → promote → link. */
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { shownInSession } from "../anchors/branches/current-branches.ts";
import { digestOptionsOf } from "../capture/digest-options.ts";
import { type Drained, drainSpool } from "../capture/drain.ts";
import { OBSERVE } from "../capture/limits.ts";
import { type Observation, type Observed, observe } from "../capture/observe.ts";
import { beganAt, eventsInOrder, isOfOurOwn } from "../capture/session-events.ts";
import type { Candidate } from "../domain/candidate.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Memory } from "../domain/memory.ts";
import type { SessionDigest } from "../domain/session/session-digest.ts";
import type { Signal } from "../domain/signal.ts";
import { embedPassages } from "../search/embed/embed-passages.ts";
import { findProject } from "../store/projects.ts";
import { clearPairs, recordPairs } from "../store/sessions/co-access.ts";
import { copiesOfSession } from "../store/sessions/events.ts";
import { type PastDigest, pastDigests, saveDigest } from "../store/sessions/session-digests.ts";
import {
  closeSession,
  getSession,
  listDueSessions,
  type SessionOrigin,
  type SessionRow,
} from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { branchesOf } from "./branch-at.ts";
import { type Repositories, repositoriesOfRun } from "./checks/repositories.ts";
import {
  archiveOwnedBySession,
  openNotes,
  resolveOpenNotes,
  withOpenNotes,
} from "./checks/session-notes.ts";
import { digestOf } from "./detect/counts/session-digest.ts";
import { detect } from "./detect/detect.ts";
import { buildTrace, type Trace } from "./detect/trace.ts";
import { dropRequests } from "./drop-requests.ts";
import { keepPassages, summarizeUnended } from "./keep-passages.ts";
import { endEarlyLooks, endUnlearned, type LearnedEarly, learnEarly } from "./learn-early.ts";
import { acquireLearningLease, hasUnfinishedWork } from "./learning-lease.ts";
import { treeOf } from "./project-files.ts";
import { doubtRecounted, withdrawMissingFindings } from "./promote/withdraw-findings.ts";
import { promoteFrom } from "./promote-session.ts";
import { coupledFiles } from "./propose/coupling.ts";
import { propose } from "./propose/propose.ts";
import { stillThere } from "./propose/still-there.ts";
import { usualOf } from "./synthesize/calibration.ts";
import { type Synthesis, synthesize } from "./synthesize/synthesize.ts";
import { SYNTHESIZE } from "./synthesize/tuning.ts";
import { synthesizeModules } from "./synthesize-modules.ts";
import { applyOutdated, outdatedMemories } from "./take-back/outdated.ts";
import { applyTakenBack, rulesTakenBack } from "./take-back/take-back.ts";
import { endEarlyTakeBack } from "./take-back/take-back-early.ts";
import { handOver, LEAVING_MODES } from "./write-handoff.ts";

/** Maximum events of one transaction, so that no other writer waits long. */
const BATCH = 400;

export interface Learned {
  readonly session: string;
  readonly signals: readonly Signal[];
  readonly candidates: readonly Candidate[];
  /** New memories from this session. */
  readonly promoted: readonly Memory[];
  readonly merged: number;
}

/** Ingests a stream of events without promoting anything. Returns the session row ids in order of appearance. */
export async function ingestEvents(
  workspace: Workspace,
  observations: AsyncIterable<Observation> | Iterable<Observation>,
  origin: SessionOrigin,
): Promise<Observed> {
  const isOver = new Map<number, boolean>();
  let [events, repeated] = [0, 0];
  let batch: Observation[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const done = await observe(
      workspace.db,
      batch,
      { ...digestOptionsOf(workspace), home: workspace.home, origin },
      workspace.moment().nowMs,
    );
    events += done.events;
    repeated += done.repeated;
    for (const rid of done.sessions) isOver.set(rid, done.ended.includes(rid));
    batch = [];
  };
  for await (const observation of observations) {
    batch.push(observation);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  await keepPassages(workspace);
  const sessions = [...isOver.keys()];
  return { events, repeated, sessions, ended: sessions.filter((rid) => isOver.get(rid)) };
}

export async function drain(workspace: Workspace, mayGoOn?: () => boolean): Promise<Drained> {
  const drained = await drainSpool(
    workspace.db,
    workspace.home,
    digestOptionsOf(workspace),
    workspace.moment().nowMs,
    mayGoOn,
  );
  await keepPassages(workspace, mayGoOn);
  return drained;
}

/**
 * Learns from every session that is over or has been silent long enough, then runs the scheduled upkeep, until time is up.
 * Only one process does this at a time.
 */
export async function closeDue(
  workspace: Workspace,
  upkeep: readonly Upkeep[],
  mayGoOn: () => boolean = () => true,
): Promise<Learned[]> {
  const moment = workspace.moment();
  const idleBeforeMs = moment.nowMs - OBSERVE.idleMinutes * 60_000;
  const early = (await learnEarly(workspace, idleBeforeMs, mayGoOn)).map(asLearned);
  const due = await listDueSessions(workspace.db, idleBeforeMs, 1000);
  if (due.length === 0 && !(await hasUnfinishedWork(workspace))) return early;
  const settling = await acquireLearningLease(workspace, "opportunistic");
  if (settling === null) return early;
  const learned = [...early];
  const failures: string[] = [];
  for (const task of [
    ...learningFrom(workspace, due, learned),
    ...timesWork(workspace, due, upkeep, mayGoOn),
  ]) {
    if (!mayGoOn()) break;
    try {
      await settling.extend();
      await task.run();
    } catch (error) {
      // A full disk or a lock affects everything, so it stops the run. An error of one session must not stop the others.
      if (MemoryError.is(error)) {
        await settling.finish(learned.length, error.message).catch(() => undefined);
        throw error;
      }
      failures.push(`${task.name}: ${error instanceof Error ? error.message : String(error)}`);
      await task.giveUp?.();
    }
  }
  const error = failures.length === 0 ? null : failures.join("\n").slice(0, 2000);
  await settling.finish(learned.length, error, !mayGoOn());
  await embedPassages(workspace, mayGoOn);
  return learned;
}

/** Scheduled work that maintains the stored data. */
export interface Upkeep {
  readonly name: string;
  readonly run: (mayGoOn: () => boolean) => Promise<unknown>;
}

interface Task {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** Marks the work as done, so that what failed is not retried with every hook. */
  readonly giveUp?: () => Promise<unknown>;
}

function learningFrom(
  workspace: Workspace,
  due: readonly SessionRow[],
  learned: Learned[],
): Task[] {
  const repositories = repositoriesOfRun();
  return due.map((session) => ({
    name: `session ${session.id}`,
    run: async () => learned.push(await learnFrom(workspace, session, repositories)),
    giveUp: () => endUnlearned(workspace, session),
  }));
}

/** Returns the scheduled tasks; each records its own result and when it is due again. */
function timesWork(
  workspace: Workspace,
  due: readonly SessionRow[],
  upkeep: readonly Upkeep[],
  mayGoOn: () => boolean,
): Task[] {
  const projects = due.map(({ projectId }) => projectId);
  return [
    ...upkeep.map(({ name, run }) => ({ name, run: () => run(mayGoOn) })),
    { name: "look across modules", run: () => synthesizeModules(workspace, projects, mayGoOn) },
  ];
}

function asLearned({ session, signals, promotions, promoted }: LearnedEarly): Learned {
  return {
    session,
    signals,
    candidates: promotions.map((promotion) => promotion.candidate),
    promoted,
    merged: promotions.filter((promotion) => promotion.isMerge).length,
  };
}

/** Learns from these sessions now, whether or not they are over. */
export async function closeSessions(
  workspace: Workspace,
  rids: readonly number[],
): Promise<Learned[]> {
  const learned: Learned[] = [];
  const repositories = repositoriesOfRun();
  for (const rid of rids) {
    const session = await getSession(workspace.db, rid);
    if (session !== undefined) learned.push(await learnFrom(workspace, session, repositories));
  }
  await embedPassages(workspace);
  return learned;
}

/** Learns from a session in one transaction: after a crash the session is still due, and nothing else changed. */
async function learnFrom(
  workspace: Workspace,
  session: SessionRow,
  repositories: Repositories,
): Promise<Learned> {
  const events = await eventsInOrder(workspace.db, session);
  if (isOfOurOwn(events)) return passOver(workspace, session);
  const { rid, projectId } = session;
  const limit = SYNTHESIZE.lookBackSessions;
  const past = await pastDigests(workspace.db, projectId, { exceptRid: rid, limit });
  const trace = await traceOf(workspace, session, events, past);
  const seen = detect(trace);
  const moment = workspace.moment();
  const isVisible = await shownInSession(workspace, session);
  if (seen.some(mayBeStored))
    repositories.prepare((await findProject(workspace.db, projectId))?.root ?? null);
  return workspace.db.transaction(async (tx) => {
    if (await isLearnedMeanwhile(tx, session)) return nothingNew(session);
    const project = await findProject(tx, projectId);
    const mode = project?.mode ?? "automatic";
    await countPairs(tx, session, seen);
    const tree = treeOf(project?.root ?? null, seen);
    const { isThere } = tree;
    const isStored = LEAVING_MODES.has(mode);
    const digest = isStored ? digestOf(trace) : null;
    const {
      signals: shared,
      noLongerStated: unstated,
      ...company
    } = await countOver(tx, session, digest, past, isThere);
    const takenBack = isStored
      ? await rulesTakenBack(tx, projectId, { trace, signals: seen, isVisible })
      : [];
    const stated = takenBack.flatMap(({ signal }) => (signal === null ? [] : [signal]));
    const signals = [...seen, ...stated, ...shared];
    const coupled = await coupledFiles(tx, projectId, signals, isThere);
    const held = stillThere(signals, tree);
    const copies = new Set([...company.copies, ...(await copiesOfSession(tx, session))]);
    const around = { ...company, copies };
    const proposals = await propose(tx, projectId, [...held, ...coupled], moment, around);
    await doubtRecounted(tx, projectId, unstated, moment);
    const wasLookedAt = await endEarlyLooks(tx, session);
    await dropRequests(tx, session, session.id);
    const unseen = mayNoLongerShow(session, wasLookedAt)
      ? await withdrawGone(tx, workspace, session, proposals)
      : [];
    const outdated = isStored
      ? await outdatedMemories(tx, session, { trace, signals, isVisible })
      : [];
    const { promotions, promoted } = await promoteFrom(
      tx,
      workspace,
      {
        session,
        project,
        isVisible,
        repositories,
        outdated: new Set(outdated.map(({ memory }) => memory.id)),
        branchAt: branchesOf(events),
        events,
      },
      proposals,
    );
    await applyTakenBack(tx, session.id, takenBack, promotions, moment);
    await applyOutdated(tx, outdated, promotions, moment);
    const heldSubjects = new Set(signals.map(({ subject }) => subject));
    await endEarlyTakeBack(tx, session, trace, heldSubjects, moment);
    const statedByRepository = (note: Memory) =>
      repositories.fileStating(project?.root ?? null, note);
    await resolveOpenNotes(tx, { session, trace, statingFile: statedByRepository }, moment);
    await archiveOwnedBySession(tx, session, moment);
    if (isStored) await handOver(tx, workspace, session, trace, "ended");
    await summarizeUnended(tx, session, events);
    await closeSession(tx, session.rid, session.nextSeq - 1, workspace.moment().nowMs);
    const all = asLearned({ session: session.id, signals, promotions, promoted });
    return { ...all, candidates: [...all.candidates, ...unseen] };
  });
}

/** Returns the trace of the session with its open notes. What is usual comes from sessions that ended before it began. */
async function traceOf(
  workspace: Workspace,
  session: SessionRow,
  events: readonly Event[],
  past: readonly PastDigest[],
): Promise<Trace> {
  const earlier = past.filter(({ toMs }) => toMs <= session.startedAtMs);
  const usual = usualOf(earlier.map(({ steps }) => steps));
  const began = beganAt(workspace.identity, session);
  const notes = await openNotes(workspace.db, session);
  return withOpenNotes(buildTrace(session.id, events, usual, began), notes);
}

function mayBeStored({ draft, isCountedOnly }: Signal): boolean {
  return draft !== null && isCountedOnly !== true;
}

async function passOver(workspace: Workspace, session: SessionRow): Promise<Learned> {
  await endUnlearned(workspace, session);
  return nothingNew(session);
}

/**
 * Whether another process has already learned from at least as many events. Its result must not be overwritten with an older
 * state.
 */
async function isLearnedMeanwhile(db: Database, session: SessionRow): Promise<boolean> {
  const { promotedSeq = session.promotedSeq } = (await getSession(db, session.rid)) ?? {};
  return promotedSeq !== session.promotedSeq && promotedSeq >= session.nextSeq - 1;
}

function nothingNew({ id }: SessionRow): Learned {
  return { session: id, signals: [], candidates: [], promoted: [], merged: 0 };
}

/** Stores the digest of the session and analyses it together with the earlier ones. */
async function countOver(
  db: Database,
  session: SessionRow,
  digest: SessionDigest | null,
  past: readonly PastDigest[],
  isThere: (path: string) => boolean,
): Promise<Synthesis> {
  await saveDigest(db, session.rid, digest);
  return digest === null ? NO_SYNTHESIS : synthesize(db, session, digest, past, isThere);
}

/** Result for a history without a step, and for sessions that are not stored. */
const NO_SYNTHESIS: Synthesis = {
  signals: [],
  parallelSessions: new Set(),
  copies: new Set(),
  noLongerStated: [],
};

/** Whether something was learned from part of this session, and all of its events are still there to compare. */
function mayNoLongerShow({ promotedSeq, trimmedSeq }: SessionRow, wasLookedAt: boolean): boolean {
  return (wasLookedAt || promotedSeq >= 0) && trimmedSeq === 0;
}

/** Withdraws what the session no longer shows: it was learned before the session was over, from only part of it. */
async function withdrawGone(
  db: Database,
  workspace: Workspace,
  { projectId, id }: SessionRow,
  proposals: readonly { readonly candidate: Candidate }[],
): Promise<Candidate[]> {
  const shown = new Set(proposals.map(({ candidate }) => candidate.subject));
  return withdrawMissingFindings(db, projectId, id, shown, workspace.moment(), workspace.redaction);
}

async function countPairs(
  db: Database,
  session: SessionRow,
  signals: readonly Signal[],
): Promise<void> {
  await clearPairs(db, session.projectId, session.id);
  const byOccasion = new Map<string, { a: string; b: string; isEdit: boolean }[]>();
  for (const { pair, session: occasion } of signals) {
    if (pair !== undefined) byOccasion.set(occasion, [...(byOccasion.get(occasion) ?? []), pair]);
  }
  for (const [occasion, pairs] of byOccasion) {
    await recordPairs(db, session.projectId, occasion, pairs);
  }
}
