/**
 * Learns from running sessions. A user's rule rests on one statement of one person, independent of the session's outcome, and
 * agents working in parallel should know it now, so it is stored at once; what the user takes back is applied at once too.
 * Repeated costs that hold regardless of the outcome (`detect/early.ts`) become candidates that are visible on request.
 * Everything else waits for the outcome of the session or for another session. Decision 0027.
 */
import type { Database } from "@tacit-memory/sqlite";
import { shownInSession } from "../anchors/branches/current-branches.ts";
import { OBSERVE } from "../capture/limits.ts";
import { eventsInOrder, isOfOurOwn } from "../capture/session-events.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Signal } from "../domain/signal.ts";
import { isOwnRequest } from "../domain/text/own-request.ts";
import { candidatesShownBy } from "../store/memories/candidates.ts";
import { findProject } from "../store/projects.ts";
import { listPrompts } from "../store/sessions/events.ts";
import {
  claimLedger,
  dropLedger,
  type LedgerKey,
  readLedger,
  writeLedger,
} from "../store/sessions/ledger.ts";
import {
  closeSession,
  getSession,
  listRunningSessions,
  type SessionRow,
} from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { type Repositories, repositoriesOfRun } from "./checks/repositories.ts";
import { releaseOpenNotes } from "./checks/session-notes.ts";
import { detect } from "./detect/detect.ts";
import { earlySignals } from "./detect/early.ts";
import { buildTrace, type Trace } from "./detect/trace.ts";
import { awaitEnd } from "./promote/await-end.ts";
import { withdrawMissingFindings } from "./promote/withdraw-findings.ts";
import { type Promoted, promoteFrom } from "./promote-session.ts";
import { propose } from "./propose/propose.ts";
import { applyTakenBack, rulesTakenBack } from "./take-back/take-back.ts";
import {
  changedTakeBack,
  doubtUnstated,
  type EarlyState,
  recordLook,
  restoreRevoked,
} from "./take-back/take-back-early.ts";
import { LEAVING_MODES } from "./write-handoff.ts";

const EARLY_RULE = "early_rule";
/** Ledger type for the last event at which a running session was analysed; removed when the session is learned from. */
const EARLY_LOOK = "early_look";

export interface LearnedEarly extends Promoted {
  readonly session: string;
  readonly signals: readonly Signal[];
}

/** Learns early from running sessions that were active after `sinceMs`; each rule once. */
export async function learnEarly(
  workspace: Workspace,
  sinceMs: number,
  mayGoOn: () => boolean,
): Promise<LearnedEarly[]> {
  const learned: LearnedEarly[] = [];
  const repositories = repositoriesOfRun();
  const rules = (item: Workspace, session: SessionRow) => learnRules(item, session, repositories);
  const running = await listRunningSessions(workspace.db, sinceMs, OBSERVE.runningSessions);
  for (const session of running) {
    if (!mayGoOn()) break;
    try {
      for (const step of [rules, storeEarlyCandidates]) {
        const early = await step(workspace, session);
        if (early !== null) learned.push(early);
      }
    } catch (error) {
      // A full disk or a lock affects every session. An error of a single session is reported when that session is over and
      // learned from.
      if (MemoryError.is(error)) throw error;
    }
  }
  return learned;
}

async function learnRules(
  workspace: Workspace,
  session: SessionRow,
  repositories: Repositories,
): Promise<LearnedEarly | null> {
  const trace = await promptsOf(workspace.db, session);
  if (trace === null) return null;
  const all = detect(trace).filter(({ type }) => type === "user_correction");
  // Checked before the transaction begins, so that a known rule costs only this check.
  const rules = await unclaimed(workspace.db, session, all);
  const takeBack = await changedTakeBack(workspace.db, session, trace, all);
  if (rules.length === 0 && takeBack === null) return null;
  return promoteRules(workspace, session, { trace, all, rules, takeBack }, repositories);
}

/** Returns the prompts of a session as a trace; null if there are none or Tacit itself asked. */
async function promptsOf(db: Database, session: SessionRow): Promise<Trace | null> {
  const prompts = await listPrompts(db, session.rid);
  const [first] = prompts;
  if (first === undefined || isOwnRequest(first.text)) return null;
  return buildTrace(session.id, prompts);
}

async function unclaimed(
  db: Database,
  session: SessionRow,
  rules: readonly Signal[],
): Promise<Signal[]> {
  const claims = await Promise.all(rules.map((rule) => readLedger(db, claimOn(session, rule))));
  return rules.filter((_rule, i) => claims[i] === undefined);
}

function claimOn({ rid, projectId }: SessionRow, { subject }: Signal): LedgerKey {
  return { projectId, sourceType: EARLY_RULE, sourceKey: `${rid}:${subject}` };
}

/** What the user of a running session stated. */
interface Stated {
  readonly trace: Trace;
  readonly all: readonly Signal[];
  /** Rules that were not learned before. */
  readonly rules: readonly Signal[];
  /** Null if nothing else is taken back than at the last look. */
  readonly takeBack: EarlyState | null;
}

/**
 * Promotes the rules, and applies what the user took back, in one transaction; after a crash this is done later. Null when
 * another process has done it.
 */
async function promoteRules(
  workspace: Workspace,
  session: SessionRow,
  { trace, all, rules, takeBack }: Stated,
  repositories: Repositories,
): Promise<LearnedEarly | null> {
  const { projectId } = session;
  repositories.prepare((await findProject(workspace.db, projectId))?.root ?? null);
  const moment = workspace.moment();
  const isVisible = await shownInSession(workspace, session);
  return workspace.db.transaction(async (tx) => {
    const signals: Signal[] = [];
    for (const rule of rules) {
      const entry = { contentHash: "", outcome: "learned" };
      if (await claimLedger(tx, claimOn(session, rule), entry, moment.nowMs)) signals.push(rule);
    }
    const project = await findProject(tx, projectId);
    const isStored = LEAVING_MODES.has(project?.mode ?? "automatic");
    const state = isStored ? takeBack : null;
    if (signals.length === 0 && state === null) return null;
    const takenBack =
      state === null ? [] : await rulesTakenBack(tx, projectId, { trace, signals: all, isVisible });
    const instead = takenBack.flatMap(({ signal }) => (signal === null ? [] : [signal]));
    const proposals = await propose(tx, projectId, [...signals, ...instead], moment);
    const made = await promoteFrom(
      tx,
      workspace,
      { session, project, isVisible, repositories },
      proposals,
    );
    await applyTakenBack(tx, session.id, takenBack, made.promotions, moment);
    if (state !== null) {
      const held = new Set([...all, ...instead].map(({ subject }) => subject));
      await doubtUnstated(tx, session, held, moment);
      await restoreRevoked(tx, session, state.retractions, moment);
      await recordLook(tx, session, state, moment);
    }
    return { session: session.id, signals: [...signals, ...instead], ...made };
  });
}

/** Stores candidates of a running session. Null when few events came since the last look, or no new candidate waits. */
async function storeEarlyCandidates(
  workspace: Workspace,
  session: SessionRow,
): Promise<LearnedEarly | null> {
  const key = earlyLookKey(session);
  const before = await readLedger(workspace.db, key);
  if (session.nextSeq - Number(before?.outcome ?? 0) < OBSERVE.earlyEveryEvents) return null;
  if (session.nextSeq > OBSERVE.earlyMaxEvents) return null;
  const signals = await seenSoFar(workspace.db, session);
  const moment = workspace.moment();
  return workspace.db.transaction(async (tx) => {
    const now = await getSession(tx, session.rid);
    const isOvertaken = (await readLedger(tx, key))?.outcome !== before?.outcome;
    // Another process has looked at or learned from the session in the meantime.
    if (isOvertaken || now?.promotedSeq !== session.promotedSeq) return null;
    await writeLedger(tx, key, { contentHash: "", outcome: `${session.nextSeq}` }, moment.nowMs);
    const project = await findProject(tx, session.projectId);
    if (project?.mode === "off" || project?.mode === "incognito") return null;
    const proposals = await propose(tx, session.projectId, signals, moment);
    const waiting: Promoted["promotions"][number][] = [];
    for (const { candidate } of proposals) {
      const admission = { redaction: workspace.redaction, isStrict: workspace.isStrict };
      const item = await awaitEnd(tx, candidate, admission, moment);
      if (item !== null) waiting.push({ candidate: item, memoryId: null, isMerge: false });
    }
    if (waiting.length === 0) return null;
    return { session: session.id, signals, promotions: waiting, promoted: [] };
  });
}

async function seenSoFar(db: Database, session: SessionRow): Promise<Signal[]> {
  const events = await eventsInOrder(db, session);
  if (isOfOurOwn(events)) return [];
  const trace = buildTrace(session.id, events);
  return earlySignals(trace, detect(trace));
}

/** Ends early looks because the whole session is learned from now. Returns whether there was an early look. */
export async function endEarlyLooks(db: Database, session: SessionRow): Promise<boolean> {
  const wasLookedAt = (await readLedger(db, earlyLookKey(session))) !== undefined;
  if (wasLookedAt) await dropLedger(db, earlyLookKey(session));
  return wasLookedAt;
}

/** Closes a session that nothing is learned from, and withdraws the candidates that waited for its end. */
export async function endUnlearned(workspace: Workspace, session: SessionRow): Promise<void> {
  // Runs first and separately: another unreadable record must not make the session due again with every hook.
  await closeSession(workspace.db, session.rid, session.nextSeq - 1, workspace.moment().nowMs);
  await workspace.db.transaction(async (tx) => {
    await releaseOpenNotes(tx, session, workspace.moment());
    if (!(await endEarlyLooks(tx, session))) return;
    const { projectId, id } = session;
    const shown = await candidatesShownBy(tx, projectId, id);
    const others = shown.filter(({ reason }) => reason !== "session_running");
    const keptSubjects = new Set(others.map(({ subject }) => subject));
    await withdrawMissingFindings(
      tx,
      projectId,
      id,
      keptSubjects,
      workspace.moment(),
      workspace.redaction,
    );
  });
}

function earlyLookKey({ rid, projectId }: SessionRow): LedgerKey {
  return { projectId, sourceType: EARLY_LOOK, sourceKey: `${rid}` };
}
