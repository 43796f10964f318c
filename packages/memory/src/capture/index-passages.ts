/**
 * Indexes the passages of sessions: running ones, imported transcripts, and sessions stored by an older version. Each session
 * is indexed in its own transaction, so that a stopped process loses nothing and the next one continues. An unfinished turn
 * is indexed again when more of it arrives.
 */
import { createHash } from "node:crypto";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { PASSAGE_PREFIX } from "../domain/session/passage.ts";
import { readNoteLines } from "../domain/text/note-lines.ts";
import { isOwnRequest } from "../domain/text/own-request.ts";
import { wordsOfRefusal } from "../domain/text/refused-call.ts";
import { retractionsIn } from "../domain/text/retractions.ts";
import { clip, identifierColumn, oneLine } from "../domain/text/text.ts";
import { hasMainAgentFrom, listEventsFrom } from "../store/sessions/events.ts";
import {
  firstPrompt,
  listPromptsBefore,
  listSubagentTasks,
  listUnindexed,
  type NewPassage,
  replacePassages,
  retractPassage,
  saveSummary,
  skipToEnd,
} from "../store/sessions/passages.ts";
import { getSession, type SessionRow } from "../store/sessions/sessions.ts";
import { type PassageDraft, passagesOf, saysSomething, type Utterance } from "./passages-of.ts";
import { passagesOfSubagents } from "./subagent-passages.ts";

/** What indexing needs to know of a session beyond its messages. */
export interface SessionReading {
  /** Returns whether an event brings text from outside into the session. `events`: those read, in order. */
  readonly bringsOutsideText: (event: Event, index: number, events: readonly Event[]) => boolean;
  readonly fixedFailures: (session: string, events: readonly Event[]) => readonly FixedFailure[];
}

/** A failed run that the session fixed. */
export interface FixedFailure {
  /** Sequence number of the run that passed. */
  readonly seq: number;
  /** Words under which the index finds the passage about it. */
  readonly keys: readonly string[];
}

/** Sessions that one query lists. */
const SESSIONS_AT_ONCE = 50;
const SUMMARY_FILES = 12;
const SUMMARY_TASK = 500;
const SUMMARY_END = 700;
const NO_TASKS: ReadonlyMap<string, string> = new Map();

/** Indexes sessions until none is due or `mayGoOn` returns false; returns their number. */
export async function indexPassages(
  db: Database,
  reading: SessionReading,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await listUnindexed(db, SESSIONS_AT_ONCE);
    if (due.length === 0) return count;
    for (const rid of due) {
      if (!mayGoOn()) return count;
      await db
        .transaction((tx) => indexSession(tx, rid, reading))
        .catch((error: unknown) => {
          // An event that cannot be parsed must not block the other sessions.
          if (!(error instanceof SyntaxError)) throw error;
          return skipToEnd(db, rid);
        });
      count++;
    }
  }
}

async function indexSession(
  db: Database,
  rid: number,
  { bringsOutsideText, fixedFailures }: SessionReading,
): Promise<void> {
  const session = await getSession(db, rid);
  if (session === undefined) return;
  const { nextSeq: upTo } = session;
  if (isOwnRequest(await firstPrompt(db, rid))) {
    await replacePassages(db, rid, { fromSeq: 0, upTo, taintedSeq: session.taintedSeq }, []);
    return;
  }
  const fromSeq = (await hasMainAgentFrom(db, rid, session.indexedSeq))
    ? await changedFrom(db, session)
    : session.indexedSeq;
  const isOver = session.state !== "open";
  const all = await listEventsFrom(db, rid, isOver ? 0 : fromSeq);
  const events = all.filter(({ seq = 0 }) => seq >= fromSeq);
  const taintedSeq = session.taintedSeq ?? events.find(bringsOutsideText)?.seq ?? null;
  const drafts = passagesOf(utterancesIn(events, session, taintedSeq));
  const hasSubagents = events.some(({ agentId }) => agentId !== undefined);
  const tasks = hasSubagents ? await listSubagentTasks(db, rid) : NO_TASKS;
  const ofSubagents = passagesOfSubagents(events, tasks, (event) =>
    utteranceOf(event, { by: "agent", text: event.text }, session, taintedSeq),
  );
  const keys = keysByDraft(drafts, events, fixedFailures(session.id, events));
  const passages = [...drafts, ...ofSubagents].map((draft) =>
    passageOf(session, draft, keys.get(draft.key)),
  );
  await replacePassages(db, rid, { fromSeq, upTo, taintedSeq }, passages);
  for (const { seq, bySeq } of retractionsIn(drafts)) await retractPassage(db, rid, seq, bySeq);
  if (isOver) await summarizeSession(db, { ...session, taintedSeq }, all);
}

/** Number of prompts searched for the question that a running turn still answers. */
const PROMPTS_BACK = 20;

/**
 * Returns the first event whose passages may change: one turn before the current one, because a concession retracts what was
 * said in the previous turn, and further back if a turn began only with "continue", because it answers the question before.
 */
async function changedFrom(
  db: Database,
  { rid, indexedSeq, trimmedSeq }: SessionRow,
): Promise<number> {
  const prompts = await listPromptsBefore(db, rid, indexedSeq, PROMPTS_BACK);
  const begin = prompts.slice(1).find(({ text }) => saysSomething(text));
  const oldest = prompts.length < PROMPTS_BACK ? 0 : (prompts.at(-1)?.seq ?? 0);
  // Before that, the words with which a user rejected a call were deleted together with the outputs of tools.
  return Math.max(begin?.seq ?? oldest, trimmedSeq);
}

/** Stores or replaces the summary of a session. `events`: all of its events. */
export async function summarizeSession(
  db: Database,
  session: SessionRow,
  events: readonly Event[],
): Promise<void> {
  const summary = summaryOf(events, session);
  await saveSummary(db, session.rid, summary === null ? null : passageOf(session, summary));
}

/** Minimum characters of a passage that explains a fix. "Done, the tests pass." explains nothing. */
const EXPLAINS = 60;

/** Assigns each fixed failure to what the agent said last in the turn of the fix. */
function keysByDraft(
  drafts: readonly PassageDraft[],
  events: readonly Event[],
  fixes: readonly FixedFailure[],
): Map<string, readonly string[]> {
  const prompts = events.filter(({ kind, agentId }) => kind === "prompt" && agentId === undefined);
  const found = new Map<string, readonly string[]>();
  for (const { seq: passedSeq, keys } of fixes) {
    const isInTurn = ({ seq }: { readonly seq: number }) =>
      !prompts.some(
        ({ seq: at = 0 }) => at > Math.min(seq, passedSeq) && at <= Math.max(seq, passedSeq),
      );
    const last = drafts.findLast((draft) => draft.speaker === "agent" && isInTurn(draft));
    if (last === undefined || last.content.length < EXPLAINS) continue;
    found.set(last.key, [...new Set([...(found.get(last.key) ?? []), ...keys])]);
  }
  return found;
}

function passageOf(
  { projectId, id }: SessionRow,
  { key, ...draft }: Omit<PassageDraft, "speaker"> & Pick<NewPassage, "speaker">,
  keys: readonly string[] = [],
): NewPassage {
  const hash = createHash("sha256").update(`${projectId}\n${id}\n${key}`).digest("hex");
  return {
    ...draft,
    id: `${PASSAGE_PREFIX}${hash.slice(0, 16)}`,
    identifiers: [identifierColumn(draft.content), ...keys].join(" ").trim(),
  };
}

function utterancesIn(
  events: readonly Event[],
  session: SessionRow,
  taintedSeq: number | null,
): Utterance[] {
  return events.flatMap((event): Utterance[] => {
    const speech = utteranceIn(event);
    return speech === null ? [] : [utteranceOf(event, speech, session, taintedSeq)];
  });
}

function utteranceOf(
  event: Event,
  speech: Pick<Utterance, "by" | "text">,
  session: SessionRow,
  taintedSeq: number | null,
): Utterance {
  const { seq = 0, key = `at:${seq}`, branch = session.branch } = event;
  const isTainted = taintedSeq !== null && seq >= taintedSeq;
  return { seq, key, ...speech, branch, atMs: Date.parse(event.ts), isTainted };
}

function utteranceIn(event: Event): Pick<Utterance, "by" | "text"> | null {
  // Messages of subagents make passages of their own (subagent-passages.ts).
  if (event.agentId !== undefined) return null;
  if (event.kind === "prompt") return { by: "user", text: event.text };
  // A note becomes a memory; as a passage too, it would appear twice in an answer.
  if (event.kind === "message") return { by: "agent", text: readNoteLines(event.text).rest };
  if (event.kind === "tool_result") {
    const words = wordsOfRefusal(event.output);
    return words === null ? null : { by: "user", text: words };
  }
  return null;
}

/** Returns the summary entry of a session: its task and outcome; null if nothing was asked in it. */
function summaryOf(events: readonly Event[], session: SessionRow) {
  const task = session.task ?? events.find((event) => event.kind === "prompt")?.text;
  if (task === undefined || task === null) return null;
  const changed = new Set(
    events.flatMap((event) =>
      event.kind === "tool_call" && (event.tool === "edit" || event.tool === "write")
        ? (event.files ?? [])
        : [],
    ),
  );
  const last = events.findLast(
    (event) => event.kind === "message" && event.agentId === undefined && event.text.length > 60,
  );
  const commits = events.flatMap((event) =>
    event.kind === "commit" ? [event.message.split("\n", 1)[0] ?? ""] : [],
  );
  const lines = [
    `Task: ${clip(oneLine(task), SUMMARY_TASK)}`,
    ...(changed.size === 0 ? [] : [`Changed: ${[...changed].slice(0, SUMMARY_FILES).join(", ")}`]),
    ...(commits.length === 0
      ? []
      : [`Committed: ${clip(oneLine(commits.join("; ")), SUMMARY_TASK)}`]),
    ...(session.outcome === null ? [] : [`Outcome: ${session.outcome}`]),
    ...(last?.kind === "message"
      ? [`At the end: ${clip(oneLine(readNoteLines(last.text).rest), SUMMARY_END)}`]
      : []),
  ];
  return {
    seq: 0,
    key: "summary",
    speaker: "summary" as const,
    context: "",
    content: lines.join("\n"),
    branch: session.branch,
    atMs: session.lastEventMs,
    isTainted: session.taintedSeq !== null,
  };
}
