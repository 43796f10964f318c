/**
 * Lets the model that a person chose read finished sessions and write lessons: two calls per session, never in a hook. Its
 * answers are checked in code (learn/check-statement.ts) and then pass the gates of every other signal.
 */

import { homeless, redact } from "@tacit-memory/redact";
import { shownInSession } from "../../anchors/branches/current-branches.ts";
import type { OrderedEvent } from "../../capture/event-order.ts";
import { OBSERVE } from "../../capture/limits.ts";
import { beganAt, eventsInOrder, isOfOurOwn } from "../../capture/session-events.ts";
import { HISTORY_AGENT } from "../../domain/memory.ts";
import { isEnabled } from "../../domain/options.ts";
import { jaccard, words } from "../../domain/text/text.ts";
import type { ChatQuestion } from "../../search/models/chat.ts";
import { modelFailed, modelFaultOf, problemOf } from "../../search/models/model-fault.ts";
import { withAllowance } from "../../search/rerank/allowance.ts";
import { findProject } from "../../store/projects.ts";
import { memoriesShownBy, type ShownMemory } from "../../store/sessions/session-reports.ts";
import { listRecentSessions, type SessionRow } from "../../store/sessions/sessions.ts";
import type { Workspace } from "../../workspace.ts";
import { checkStatements } from "../checks/check-statement.ts";
import { commentsOf, excerptsFor } from "../checks/excerpts.ts";
import { lessonSignal } from "../checks/lesson-signals.ts";
import { repositoriesOfRun } from "../checks/repositories.ts";
import { anchoredFile, repositoryFiles } from "../checks/repository-files.ts";
import { type Excerpt, secondLook } from "../checks/second-look.ts";
import { type SessionLine, sessionLines } from "../checks/session-lines.ts";
import { buildTrace, type Trace } from "../detect/trace.ts";
import { treeOf } from "../project-files.ts";
import { promoteFrom } from "../promote-session.ts";
import { propose } from "../propose/propose.ts";
import { LEAVING_MODES } from "../write-handoff.ts";
import { budgetOf, openWriter } from "./open-writer.ts";
import { rememberedNear } from "./remembered-near.ts";
import { readStatements, readStrikes, type Statement } from "./reply.schema.ts";
import { ALREADY_STATED, type Judged, judged } from "./struck.ts";
import type { Writer } from "./writer.ts";
import type { ChosenWriter } from "./writer-choice.schema.ts";
import { writerRequest } from "./writer-request.ts";
import { readChosenWriter } from "./writer-settings.ts";
import {
  claimWriting,
  isDue,
  newRecord,
  releaseWriting,
  saveWriting,
  type WritingRecord,
  writingsOf,
} from "./writing-record.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface WritingRequest {
  readonly signal?: AbortSignal | undefined;
  /** Row ids of sessions to treat as finished although their end was not reported. */
  readonly finished?: readonly number[] | undefined;
  /**
   * A person requests it now with this writer: includes sessions from before the choice, without the daily limit of calls.
   */
  readonly requested?: { readonly writer: ChosenWriter; readonly maxSessions: number } | undefined;
  readonly onSession?: ((written: WrittenSession) => void) | undefined;
}

/** The result of a writer for one session. */
export interface WrittenSession {
  readonly session: string;
  /** Id of the writer. */
  readonly by: string;
  /** Ids of new memories; `reinforced` contains the existing ones that a statement supports. */
  readonly stored: readonly string[];
  readonly reinforced: readonly string[];
  /** Number of statements that were dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly problem: string | null;
}

/** What would be sent of a session. */
export interface PlannedSession {
  readonly session: string;
  readonly task: string | null;
  readonly first: ChatQuestion;
  /** The second question, without the lessons, which come from the first answer. */
  readonly second: ChatQuestion;
}

/** Faults in which the writer has not seen the session, so that it counts as not asked. */
const NOT_SENT_FAULTS = new Set([
  "unreachable",
  "aborted",
  "unauthorised",
  "not_there",
  "rate_limited",
  "redirected",
]);
const RECENT = 1000;
/** Maximum sessions of one background run; the next run continues. */
const SESSIONS_AT_ONCE = 5;
const BACKGROUND_MS = 15 * 60_000;
const CALLS_A_SESSION = 2;

/** Reads finished sessions that no writer has read yet, newest first, until the time or the daily limit is used up. */
export async function writeLessons(
  workspace: Workspace,
  env: Env,
  request: WritingRequest = {},
): Promise<WrittenSession[]> {
  // An agent that serves the model may run this code itself.
  if (!isEnabled(env)) return [];
  const choice = request.requested?.writer ?? (await readChosenWriter(workspace.db));
  if (choice === null) return [];
  const writer = openWriter(choice, env);
  const limit = request.requested === undefined ? AbortSignal.timeout(BACKGROUND_MS) : undefined;
  const signals = [request.signal, limit].filter((item) => item !== undefined);
  const signal = AbortSignal.any(signals);
  const done: WrittenSession[] = [];
  const maxSessions = request.requested?.maxSessions ?? SESSIONS_AT_ONCE;
  for (const row of await dueSessions(workspace, request, choice)) {
    if (signal.aborted || done.length >= maxSessions) break;
    const isAskedFor = request.requested !== undefined;
    const item = await writeSession(workspace, { writer, choice, signal, isAskedFor }, row);
    if (item === null) continue;
    done.push(item.written);
    request.onSession?.(item.written);
    // If the writer could not be reached for one session, it cannot be reached for the next.
    if (item.wasNotSent) break;
  }
  return done;
}

export async function isLessonDue(workspace: Workspace, env: Env): Promise<boolean> {
  if (!isEnabled(env)) return false;
  return (await dueSessions(workspace, {}, await readChosenWriter(workspace.db))).length > 0;
}

/** Returns what `writeLessons` would send; sends nothing. */
export async function planLessons(workspace: Workspace, limit: number): Promise<PlannedSession[]> {
  const planned: PlannedSession[] = [];
  for (const row of await dueSessions(workspace, { requested: {} }, null)) {
    if (planned.length >= limit) break;
    const read = await readSession(workspace, row);
    if (read === null || read.question === null) continue;
    const second = secondLook([], read.lines, repositoryTexts(read, []));
    planned.push({ session: row.id, task: row.task, first: read.question, second });
  }
  return planned;
}

type WritingScope = Pick<WritingRequest, "finished"> & { readonly requested?: object | undefined };

async function dueSessions(
  workspace: Workspace,
  { finished = [], requested }: WritingScope,
  choice: ChosenWriter | null,
): Promise<SessionRow[]> {
  const project = await findProject(workspace.db, workspace.projectId);
  if (!LEAVING_MODES.has(project?.mode ?? "automatic")) return [];
  const { nowMs } = workspace.moment();
  const writings = await writingsOf(workspace.db, workspace.projectId);
  const how = { nowMs, isAskedFor: requested !== undefined };
  const isOver = ({ rid, state, lastEventMs }: SessionRow) =>
    finished.includes(rid) ||
    state !== "open" ||
    nowMs - lastEventMs >= OBSERVE.idleMinutes * 60_000;
  const rows = await listRecentSessions(workspace.db, workspace.projectId, RECENT, HISTORY_AGENT);
  return rows.filter(
    (row) =>
      isOver(row) &&
      row.promotedSeq >= row.nextSeq - 1 &&
      (requested !== undefined || row.lastEventMs >= (choice?.sinceMs ?? 0)) &&
      isDue(writings.get(row.id) ?? null, row, how),
  );
}

interface ReadSession {
  readonly row: SessionRow;
  readonly events: readonly OrderedEvent[];
  readonly trace: Trace;
  readonly lines: readonly SessionLine[];
  /** The first question; null when too little was said. */
  readonly question: ChatQuestion | null;
  readonly root: string | null;
  readonly files: readonly string[];
  readonly isThere: (path: string) => boolean;
}

/** Reads a session; null for one that begins with a request by Tacit itself. */
async function readSession(workspace: Workspace, row: SessionRow): Promise<ReadSession | null> {
  const events = await eventsInOrder(workspace.db, row);
  if (isOfOurOwn(events)) return null;
  const trace = buildTrace(row.id, events, null, beganAt(workspace.identity, row));
  const places = { root: workspace.identity.root, cwd: row.cwd };
  const clean = (text: string) => homeless(redact(text, workspace.redaction).text, places);
  const lines = sessionLines(events, trace, clean);
  const root = (await findProject(workspace.db, row.projectId))?.root ?? null;
  const files = [...new Set(trace.steps.flatMap((step) => step.files))];
  const { isThere } = treeOf(root, [{ files }]);
  return { row, events, trace, lines, question: writerRequest(lines), root, files, isThere };
}

interface WriterCall {
  readonly writer: Writer;
  readonly choice: ChosenWriter;
  readonly signal: AbortSignal;
  readonly isAskedFor: boolean;
}

/** Writes the lessons of one session. Null when nothing needs to be asked, or another process asks. */
async function writeSession(
  workspace: Workspace,
  call: WriterCall,
  row: SessionRow,
): Promise<{ readonly written: WrittenSession; readonly wasNotSent: boolean } | null> {
  const { writer, isAskedFor } = call;
  const whose = { projectId: row.projectId, sessionId: row.id };
  const { nowMs } = workspace.moment();
  const blank = newRecord(writer.id, row, nowMs);
  const read = await readSession(workspace, row);
  if (read === null || read.question === null) {
    await saveWriting(workspace.db, whose, { ...blank, state: "nothing" });
    return null;
  }
  const claimed = await claimWriting(workspace.db, whose, blank, { isAskedFor });
  if (claimed === null) return null;
  const bill = billOf(claimed.claim);
  try {
    const checked = await askTwice(workspace, call, read, read.question, bill);
    const saved = await storeLessons(workspace, read, checked, bill.record());
    return { written: toWritten(row, saved), wasNotSent: false };
  } catch (error) {
    const fault = modelFaultOf(error);
    if (fault === null) throw error;
    const clean = (text: string) => redact(text, workspace.redaction).text;
    const problem = clean(problemOf(error));
    const failed: WritingRecord = { ...bill.record(), state: "failed", problem };
    const wasNotSent = NOT_SENT_FAULTS.has(fault);
    if (wasNotSent) await releaseWriting(workspace.db, whose, claimed.before);
    else await saveWriting(workspace.db, whose, failed);
    return { written: toWritten(row, failed), wasNotSent };
  }
}

/** Accumulates the cost of a session's calls. */
function billOf(start: WritingRecord) {
  let sum = start;
  const plus = (a: number | null, b: number | null) => (b === null ? a : (a ?? 0) + b);
  return {
    record: () => sum,
    sent: ({ system, user }: ChatQuestion) => {
      const sentBytes = sum.sentBytes + Buffer.byteLength(system) + Buffer.byteLength(user);
      sum = { ...sum, calls: sum.calls + 1, sentBytes };
    },
    received: (answer: Awaited<ReturnType<Writer["ask"]>>) => {
      const inputTokens = plus(sum.inputTokens, answer.inputTokens);
      const outputTokens = plus(sum.outputTokens, answer.outputTokens);
      const receivedBytes = sum.receivedBytes + Buffer.byteLength(answer.text);
      sum = { ...sum, receivedBytes, inputTokens, outputTokens };
    },
  };
}

/** Asks for lessons, then for a second look that strikes some of them. */
async function askTwice(
  workspace: Workspace,
  { writer, choice, signal, isAskedFor }: WriterCall,
  read: ReadSession,
  question: ChatQuestion,
  bill: ReturnType<typeof billOf>,
): Promise<readonly Judged[]> {
  const { id } = writer;
  const clean = (text: string) => redact(text, workspace.redaction).text;
  const callsADay = isAskedFor ? Number.MAX_SAFE_INTEGER : choice.callsADay;
  const call = { id, callsADay, nowMs: workspace.moment().nowMs, clean, calls: CALLS_A_SESSION };
  return withAllowance(workspace.db, call, async () => {
    const ask = async <T>(
      chatQuestion: ChatQuestion,
      understood: (text: string) => T | null,
    ): Promise<T> => {
      bill.sent(chatQuestion);
      const answer = await writer.ask(chatQuestion, { budgetMs: budgetOf(choice), signal });
      bill.received(answer);
      const reply = understood(answer.text);
      if (reply !== null) return reply;
      throw modelFailed(id, "unexpected_shape", "the answer is neither NONE nor a line of JSON");
    };
    const { items, unreadable } = await ask(question, readStatements);
    const { lines, files, isThere, root } = read;
    const project = root === null ? "" : baseOf(root);
    const hasSecret = (text: string) => redact(text, workspace.redaction).findings.length > 0;
    const checked = checkStatements(items, { lines, files, isThere, project, hasSecret });
    const lost = Array.from({ length: unreadable }, () => ({ drop: "unreadable" }) as const);
    const passing = checked.flatMap(({ statement, drop }) => (drop === null ? [statement] : []));
    if (passing.length === 0) return [...checked, ...lost];
    const excerpts = repositoryTexts(read, passing).map(({ path, text }) => ({
      path,
      text: homeless(clean(text), { root: workspace.identity.root }),
    }));
    const { projectId } = read.row;
    const sending = { by: id, nowMs: workspace.moment().nowMs };
    const remembered = await rememberedNear(workspace.db, projectId, passing, sending);
    const contents = remembered.map(({ content }) =>
      homeless(clean(content), { root: workspace.identity.root }),
    );
    const strikes = await ask(secondLook(passing, lines, excerpts, contents), readStrikes);
    const struck = new Map(strikes.items.map((item) => [passing[item.strike - 1], item]));
    return [...checked.map((item) => judged(item, struck, remembered)), ...lost];
  });
}

/**
 * Returns what the repository states about these subjects: its documents, manifests and CI, and comments of the named files.
 */
function repositoryTexts(
  { root, files, isThere }: ReadSession,
  statements: readonly Statement[],
): Excerpt[] {
  if (root === null || statements.length === 0) return [];
  const named = files.filter(
    (file) => isThere(file) && statements.some(({ content }) => content.includes(baseOf(file))),
  );
  const code = named.map((path) => ({ path, text: commentsOf(anchoredFile(root, path) ?? "") }));
  return excerptsFor(statements, [...code, ...repositoryFiles(root)]);
}

function baseOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** Stores the lessons and the result of each statement in one transaction. */
async function storeLessons(
  workspace: Workspace,
  { row, events, lines }: ReadSession,
  judgedOnes: readonly Judged[],
  record: WritingRecord,
): Promise<WritingRecord> {
  const isVisible = await shownInSession(workspace, row);
  const moment = workspace.moment();
  const { id: session, lastEventMs: saidAtMs, projectId } = row;
  const repositories = repositoriesOfRun();
  repositories.prepare((await findProject(workspace.db, projectId))?.root ?? null);
  const context = { session, by: record.by, atMs: moment.nowMs, saidAtMs, lines };
  return workspace.db.transaction(async (tx) => {
    const project = await findProject(tx, projectId);
    const scope = { projectId, session, limit: MAX_KNOWN };
    const { shown: shownMemories } = await memoriesShownBy(tx, scope);
    const judgedHere = judgedOnes.map((judgedOne) =>
      isKnown(judgedOne, shownMemories) ? ALREADY_STATED : judgedOne,
    );
    const signals = judgedHere.flatMap((item) =>
      "statement" in item && item.drop === null ? [lessonSignal(item, context)] : [],
    );
    const proposals = await propose(tx, projectId, signals, moment);
    const shown = { session: row, project, isVisible, repositories, events };
    const { promotions } = await promoteFrom(tx, workspace, shown, proposals);
    const statements = [
      ...promotions.map(({ candidate, memoryId, isMerge }) =>
        memoryId === null
          ? { verdict: candidate.reason ?? "low_quality", id: null }
          : { verdict: isMerge ? "reinforced" : "stored", id: memoryId },
      ),
      ...judgedHere.flatMap(({ drop }) => (drop === null ? [] : [{ verdict: drop, id: null }])),
    ];
    const answered: WritingRecord = { ...record, state: "answered", statements };
    await saveWriting(tx, { projectId, sessionId: session }, answered);
    return answered;
  });
}

const MAX_KNOWN = 200;
/** Minimum share of common words at which a lesson repeats a note of its session or an earlier lesson. */
const MIN_SHARE = 0.5;

function isKnown(item: Judged, shown: readonly ShownMemory[]): boolean {
  if (item.drop !== null || !("statement" in item)) return false;
  const statementWords = new Set(words(item.statement.content));
  return shown.some(
    ({ memory }) => jaccard(statementWords, new Set(words(memory.content))) >= MIN_SHARE,
  );
}

function toWritten({ id: session }: SessionRow, record: WritingRecord): WrittenSession {
  const { by, problem, inputTokens, outputTokens, statements } = record;
  const ids = (wanted: string) =>
    statements.flatMap(({ verdict, id }) => (verdict === wanted && id !== null ? [id] : []));
  const dropped: Record<string, number> = {};
  for (const { verdict, id } of statements)
    if (id === null) dropped[verdict] = (dropped[verdict] ?? 0) + 1;
  return {
    session,
    by,
    stored: ids("stored"),
    reinforced: ids("reinforced"),
    dropped,
    inputTokens,
    outputTokens,
    problem,
  };
}
