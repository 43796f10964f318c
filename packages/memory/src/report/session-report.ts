/**
 * Reports a session: what happened, what was learned, and why. All facts come from the store, so that a session without its
 * transcript can still be reported; the presentation is left to the caller.
 */

import type { Event } from "@tacit-memory/protocol";
import { homeless } from "@tacit-memory/redact";
import { inOrder } from "../capture/event-order.ts";
import { OBSERVE } from "../capture/limits.ts";
import { beganAt } from "../capture/session-events.ts";
import type { Candidate } from "../domain/candidate.ts";
import { MemoryError } from "../domain/errors.ts";
import { HISTORY_AGENT } from "../domain/memory.ts";
import type { TaskKind } from "../domain/session/session-digest.ts";
import type { Signal } from "../domain/signal.ts";
import { clip } from "../domain/text/text.ts";
import { digestOf } from "../learn/detect/counts/session-digest.ts";
import { detect } from "../learn/detect/detect.ts";
import { handoffOf, outcomeSeen } from "../learn/detect/statements/handoff.ts";
import { buildTrace, type Trace } from "../learn/detect/trace.ts";
import { countNoteRequests, type NoteRequestCounts } from "../learn/note-requests.ts";
import { usualOf } from "../learn/synthesize/calibration.ts";
import { SYNTHESIZE } from "../learn/synthesize/tuning.ts";
import { readWriting, type WritingRecord } from "../learn/writing/writing-record.ts";
import { candidatesShownBy } from "../store/memories/candidates.ts";
import { findProject } from "../store/projects.ts";
import { listEvents } from "../store/sessions/events.ts";
import { pastDigests } from "../store/sessions/session-digests.ts";
import { countLearned, sessionsBeginning } from "../store/sessions/session-reports.ts";
import {
  findSession,
  findSessionsById,
  listRecentSessions,
  type SessionOrigin,
  type SessionRow,
} from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { errorsOf, type SessionError } from "./errors.ts";
import { type LearnedMemory, rememberedIn, withSignals } from "./learned.ts";
import { headline, isStatedAgain, type Picture, pictureOf, type Turn, turnsOf } from "./path.ts";
import {
  commitsOf,
  countsOf,
  filesOf,
  type ReportedCommit,
  type ReportedFile,
  type SeenSignal,
  type SessionCounts,
  seenSignals,
} from "./report-parts.ts";
import type { ShownMemories } from "./shown.ts";

/**
 * running: events came within the hour. over: its end was reported. silent: its end was not reported, and no more events
 * come.
 */
export type SessionState = "running" | "over" | "silent";

export interface ListedSession {
  /** Id of the session at the host. */
  readonly id: string;
  readonly agent: string | null;
  readonly origin: SessionOrigin;
  readonly standing: SessionState;
  /** success, failure, partial, cancelled; null when unknown. */
  readonly outcome: string | null;
  /** On one line, clipped at 200 characters; null when unknown. */
  readonly task: string | null;
  readonly startedAtMs: number;
  readonly lastEventAtMs: number;
  /** Number of memories the session produced; those it only showed again do not count. */
  readonly learned: number;
}

/**
 * All data of a session's report. Times are milliseconds since 1970, lists are ordered by time, and every list has a maximum
 * length with a count of what was left out. No path in it begins in a user's home folder.
 */
export interface SessionReport extends ListedSession {
  readonly branch: string | null;
  readonly commit: string | null;
  /** Kind of task, by its words. */
  readonly taskKind: TaskKind;
  /** Active time without pauses of ten minutes and more. */
  readonly activeMs: number;
  /** Whether all its events have been learned from. */
  readonly isLearnedFrom: boolean;
  readonly counts: SessionCounts;
  /** State at the end: what is done, what remains, and open questions. */
  readonly left: {
    readonly done: readonly string[];
    readonly next: readonly string[];
    readonly openQuestions: readonly string[];
  };
  readonly turns: readonly Turn[];
  readonly picture: Picture;
  readonly errors: readonly SessionError[];
  readonly errorsLeftOut: number;
  readonly commits: readonly ReportedCommit[];
  readonly commitsLeftOut: number;
  /** Edited files, most edited first. */
  readonly edited: readonly ReportedFile[];
  readonly editedLeftOut: number;
  /** Files that were read but not edited, most read first. */
  readonly read: readonly ReportedFile[];
  readonly readLeftOut: number;
  readonly told: readonly ShownMemories[];
  readonly toldLeftOut: number;
  readonly asked: NoteRequestCounts;
  readonly memories: readonly LearnedMemory[];
  /** Number of memories that the session produced and that are not in `memories`. */
  readonly learnedLeftOut: number;
  /** What a writer was asked about this session, and the result; null when none was asked. */
  readonly writing: WritingRecord | null;
  /** Findings that are not, or not yet, memories, with their reasons; rejected ones last. */
  readonly candidates: readonly Candidate[];
  readonly candidatesLeftOut: number;
  /** Signals that detection finds in its events, most frequent first. */
  readonly signals: readonly SeenSignal[];
}

export interface ReportRequest {
  /** An id, its beginning, or "latest"; default: the newest that is over. */
  readonly session?: string | undefined;
  /** The user's home folder, which is removed from all paths. */
  readonly userHome?: string | undefined;
}

const MAX = { errors: 40, commits: 40, files: 40, shown: 200, memories: 100, candidates: 60 };
const PAUSE_MS = 10 * 60_000;
const TASK_CHARS = 200;

/** Lists sessions, newest first, at most `limit`, without a repository's history. */
export async function listedSessions(
  workspace: Workspace,
  limit: number,
): Promise<ListedSession[]> {
  const rows = (await recentSessions(workspace)).slice(0, limit);
  const ids = rows.map(({ id }) => id);
  const learned = await countLearned(workspace.db, workspace.projectId, ids);
  const { nowMs } = workspace.moment();
  const listed = rows.map((row) => toListed(row, learned.get(row.id) ?? 0, nowMs));
  return homeless(listed, { root: workspace.identity.root });
}

/**
 * Builds the report. Throws "session_not_found" when no session of this project matches, "session_ambiguous" when several do.
 * Read-only.
 */
export async function reportOf(
  workspace: Workspace,
  request: ReportRequest = {},
): Promise<SessionReport> {
  const row = await meantSession(workspace, request.session ?? "latest");
  const stored = await listEvents(workspace.db, row.rid);
  const events = row.origin === "transcript" ? stored : inOrder(stored);
  const trace = buildTrace(
    row.id,
    events,
    await usualBefore(workspace, row),
    beganAt(workspace.identity, row),
  );
  const signals = detect(trace);
  const {
    memories,
    learnedLeftOut,
    told: shown,
    toldLeftOut: leftOutLine,
  } = await rememberedIn(workspace.db, row, trace, MAX);
  const seen = await candidatesShownBy(workspace.db, row.projectId, row.id);
  const learned = await withSignals(workspace.db, memories, seen);
  const { errors, leftOut } = errorsOf(trace, signals, MAX.errors);
  const turns = turnsOf(trace);
  const report: SessionReport = {
    ...toListed(
      row,
      learnedLeftOut +
        learned.filter(({ role }) => role === "learned" || role === "written").length,
      workspace.moment().nowMs,
    ),
    outcome: outcomeSeen(trace, row.outcome),
    task: taskOf(row, turns),
    branch: row.branch,
    commit: row.commit,
    taskKind: digestOf(trace)?.kind ?? "other",
    activeMs: activeMs(events),
    isLearnedFrom: row.promotedSeq >= row.nextSeq - 1,
    counts: countsOf(trace, events, turns),
    left: leftOf(trace, row),
    turns,
    picture: pictureOf(trace, events, [...new Set(shown.map(({ atMs }) => atMs))]),
    errors,
    errorsLeftOut: leftOut,
    ...firstCommits(trace, signals),
    ...firstFiles(trace),
    told: shown,
    toldLeftOut: leftOutLine,
    asked: await countNoteRequests(workspace.db, row.projectId, row.id),
    memories: learned,
    learnedLeftOut,
    writing: await readWriting(workspace.db, { projectId: row.projectId, sessionId: row.id }),
    ...firstCandidates(seen),
    signals: seenSignals(signals),
  };
  return homeless(report, {
    root: workspace.identity.root,
    cwd: row.cwd,
    userHome: request.userHome,
  });
}

function firstCommits(
  trace: Trace,
  signals: readonly Signal[],
): Pick<SessionReport, "commits" | "commitsLeftOut"> {
  const commits = commitsOf(trace, signals);
  return {
    commits: commits.slice(0, MAX.commits),
    commitsLeftOut: beyond(commits, MAX.commits),
  };
}

function firstFiles(
  trace: Trace,
): Pick<SessionReport, "edited" | "editedLeftOut" | "read" | "readLeftOut"> {
  const { edited, read } = filesOf(trace);
  return {
    edited: edited.slice(0, MAX.files),
    editedLeftOut: beyond(edited, MAX.files),
    read: read.slice(0, MAX.files),
    readLeftOut: beyond(read, MAX.files),
  };
}

/** Candidates that are memories are listed as memories. */
function firstCandidates(
  seen: readonly Candidate[],
): Pick<SessionReport, "candidates" | "candidatesLeftOut"> {
  const open = seen.filter(({ state }) => state !== "promoted").sort(waitingFirst);
  return {
    candidates: open.slice(0, MAX.candidates),
    candidatesLeftOut: beyond(open, MAX.candidates),
  };
}

function beyond(all: readonly unknown[], limit: number): number {
  return Math.max(0, all.length - limit);
}

async function recentSessions(workspace: Workspace): Promise<SessionRow[]> {
  return listRecentSessions(workspace.db, workspace.projectId, 1000, HISTORY_AGENT);
}

async function meantSession(workspace: Workspace, wanted: string): Promise<SessionRow> {
  return wanted === "latest" ? newestSession(workspace) : sessionNamed(workspace, wanted);
}

/** Finds a session of this project by its id or a unique beginning of it. Throws as `reportOf` does. */
export async function sessionNamed(workspace: Workspace, wanted: string): Promise<SessionRow> {
  const { db, projectId } = workspace;
  const ids = await sessionsBeginning(db, projectId, wanted, 6);
  if (ids.length > 1 && ids[0] !== wanted) {
    throw new MemoryError("session_ambiguous", { session: wanted, fits: ids.slice(0, 5) });
  }
  const found = ids[0] === undefined ? undefined : await findSession(db, projectId, ids[0]);
  if (found !== undefined) return found;
  const [elsewhere] = await findSessionsById(db, wanted);
  const project = elsewhere && (await findProject(db, elsewhere.projectId));
  throw new MemoryError("session_not_found", { session: wanted, project: project?.canonical });
}

async function newestSession(workspace: Workspace): Promise<SessionRow> {
  const rows = await recentSessions(workspace);
  const { nowMs } = workspace.moment();
  const newest = rows.find((row) => stateOf(row, nowMs) !== "running") ?? rows[0];
  if (newest === undefined) {
    throw new MemoryError("session_not_found", {
      reason:
        "no session of this project is known yet; `tacit import transcript` takes in earlier ones",
    });
  }
  return newest;
}

function stateOf({ state, lastEventMs }: SessionRow, nowMs: number): SessionState {
  if (state !== "open") return "over";
  return nowMs - lastEventMs < OBSERVE.idleMinutes * 60_000 ? "running" : "silent";
}

function toListed(row: SessionRow, learned: number, nowMs: number): ListedSession {
  const task = headline(row.task ?? "");
  return {
    id: row.id,
    agent: row.agent,
    origin: row.origin,
    standing: stateOf(row, nowMs),
    outcome: row.outcome,
    task: task === "" ? null : clip(task, TASK_CHARS),
    startedAtMs: row.startedAtMs,
    lastEventAtMs: row.lastEventMs,
    learned,
  };
}

/** Returns the task as finally worded, when the first prompt was aborted. */
function taskOf({ task }: SessionRow, turns: readonly Turn[]): string | null {
  const taskLine = headline(task ?? "");
  const firstPrompt = turns.find((turn) => turn.asked !== null)?.asked ?? taskLine;
  const text = isStatedAgain(taskLine, firstPrompt) ? firstPrompt : taskLine;
  return text === "" ? null : clip(text, TASK_CHARS);
}

/** Returns the usual values as learning sees them: some signals compare the session with earlier ones. */
async function usualBefore(workspace: Workspace, { rid, projectId, startedAtMs }: SessionRow) {
  const limit = SYNTHESIZE.lookBackSessions;
  const past = await pastDigests(workspace.db, projectId, { exceptRid: rid, limit });
  return usualOf(past.filter(({ toMs }) => toMs <= startedAtMs).map(({ steps }) => steps));
}

function activeMs(events: readonly Event[]): number {
  const times = events.map(({ ts }) => Date.parse(ts));
  return times.reduce((sum, atMs, i) => {
    const pauseMs = atMs - (times[i - 1] ?? atMs);
    return pauseMs > 0 && pauseMs < PAUSE_MS ? sum + pauseMs : sum;
  }, 0);
}

function leftOf(trace: Trace, row: SessionRow): SessionReport["left"] {
  const about = { agent: row.agent, branch: row.branch, atMs: row.lastEventMs };
  const { done = [], next = [], openQuestions = [] } = handoffOf(trace, about) ?? {};
  return { done, next, openQuestions };
}

function waitingFirst(a: Candidate, b: Candidate): number {
  return Number(a.state === "rejected") - Number(b.state === "rejected") || b.score - a.score;
}
