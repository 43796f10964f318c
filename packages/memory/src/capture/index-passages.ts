/**
 * Brings what was said into the passage index: of sessions that are running, of imported transcripts, and of sessions that an
 * older version stored. Each session in a transaction of its own, so that a process that is stopped loses nothing and the next
 * one goes on. The turn that is not over is indexed anew when more of it arrives.
 */
import { createHash } from "node:crypto";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { PASSAGE_PREFIX } from "../domain/session/passage.ts";
import { readNoteLines } from "../domain/text/note-lines.ts";
import { isOwnRequest } from "../domain/text/own-request.ts";
import { wordsOfRefusal } from "../domain/text/refused-call.ts";
import { retractionsIn } from "../domain/text/retractions.ts";
import { clip, identifierColumn } from "../domain/text/text.ts";
import { listEventsFrom } from "../store/sessions/events.ts";
import {
  firstPrompt,
  listPromptsBefore,
  listUnindexed,
  type NewPassage,
  replacePassages,
  retractPassage,
  saveSummary,
  skipToEnd,
} from "../store/sessions/passages.ts";
import { getSession, type SessionRow } from "../store/sessions/sessions.ts";
import { type PassageDraft, passagesOf, saysSomething, type Utterance } from "./passages-of.ts";

/** Whether an event brings text into the session that somebody outside wrote. */
export type BringsOutsideText = (event: Event) => boolean;

/** Sessions that one process looks for at a time. */
const SESSIONS_AT_ONCE = 50;
const SUMMARY_FILES = 12;
const SUMMARY_TASK = 500;
const SUMMARY_END = 700;

/** How many sessions were indexed; stops when `mayGoOn` says so. */
export async function indexPassages(
  db: Database,
  bringsOutsideText: BringsOutsideText,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await listUnindexed(db, SESSIONS_AT_ONCE);
    if (due.length === 0) return count;
    for (const rid of due) {
      if (!mayGoOn()) return count;
      await db
        .transaction((tx) => indexSession(tx, rid, bringsOutsideText))
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
  bringsOutsideText: BringsOutsideText,
): Promise<void> {
  const session = await getSession(db, rid);
  if (session === undefined) return;
  const { nextSeq: upTo } = session;
  if (isOwnRequest(await firstPrompt(db, rid))) {
    await replacePassages(db, rid, { fromSeq: 0, upTo, taintedSeq: session.taintedSeq }, []);
    return;
  }
  const fromSeq = await changedFrom(db, session);
  const isOver = session.state !== "open";
  const all = await listEventsFrom(db, rid, isOver ? 0 : fromSeq);
  const events = all.filter(({ seq = 0 }) => seq >= fromSeq);
  const taintedSeq = session.taintedSeq ?? events.find(bringsOutsideText)?.seq ?? null;
  const drafts = passagesOf(utterancesIn(events, session, taintedSeq));
  const passages = drafts.map((draft) => passageOf(session, draft));
  await replacePassages(db, rid, { fromSeq, upTo, taintedSeq }, passages);
  for (const { seq, bySeq } of retractionsIn(drafts)) await retractPassage(db, rid, seq, bySeq);
  if (isOver) await summarizeSession(db, { ...session, taintedSeq }, all);
}

/** Prompts that are looked at to find the question which a running turn still answers. */
const PROMPTS_BACK = 20;

/**
 * From which event on passages may change: one turn more than the one that goes on, because a concession takes back what was
 * said in the turn before; and further back while a turn only began with "continue", because it answers the question before.
 */
async function changedFrom(
  db: Database,
  { rid, indexedSeq, trimmedSeq }: SessionRow,
): Promise<number> {
  const prompts = await listPromptsBefore(db, rid, indexedSeq, PROMPTS_BACK);
  const begin = prompts.slice(1).find(({ text }) => saysSomething(text));
  const oldest = prompts.length < PROMPTS_BACK ? 0 : (prompts.at(-1)?.seq ?? 0);
  // Of what lies before, the words with which a user rejected a call were deleted with the outputs of tools.
  return Math.max(begin?.seq ?? oldest, trimmedSeq);
}

/** Stores what a session was about, or replaces it. `events`: all of its events. */
export async function summarizeSession(
  db: Database,
  session: SessionRow,
  events: readonly Event[],
): Promise<void> {
  const summary = summaryOf(events, session);
  await saveSummary(db, session.rid, summary === null ? null : passageOf(session, summary));
}

function passageOf(
  { projectId, id }: SessionRow,
  { key, ...draft }: Omit<PassageDraft, "speaker"> & Pick<NewPassage, "speaker">,
): NewPassage {
  const hash = createHash("sha256").update(`${projectId}\n${id}\n${key}`).digest("hex");
  return {
    ...draft,
    id: `${PASSAGE_PREFIX}${hash.slice(0, 16)}`,
    identifiers: identifierColumn(draft.content),
  };
}

function utterancesIn(
  events: readonly Event[],
  session: SessionRow,
  taintedSeq: number | null,
): Utterance[] {
  return events.flatMap((event): Utterance[] => {
    const speech = saidIn(event);
    if (speech === null) return [];
    const { seq = 0, key = `at:${seq}`, branch = session.branch } = event;
    const isTainted = taintedSeq !== null && seq >= taintedSeq;
    return [{ seq, key, ...speech, branch, atMs: Date.parse(event.ts), isTainted }];
  });
}

function saidIn(event: Event): Pick<Utterance, "by" | "text"> | null {
  // What a subagent is asked was written by the agent above it, which tells the outcome itself.
  if (event.agentId !== undefined) return null;
  if (event.kind === "prompt") return { by: "user", text: event.text };
  // A note becomes a memory: shown as a passage too, it would be in an answer twice.
  if (event.kind === "message") return { by: "agent", text: readNoteLines(event.text).rest };
  if (event.kind === "tool_result") {
    const words = wordsOfRefusal(event.output);
    return words === null ? null : { by: "user", text: words };
  }
  return null;
}

/** One entry per session that says what it was about and what came of it; null for one in which nothing was asked. */
function summaryOf(events: readonly Event[], session: SessionRow) {
  const asked = session.task ?? events.find((event) => event.kind === "prompt")?.text;
  if (asked === undefined || asked === null) return null;
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
  const oneLine = (text: string, limit: number) => clip(text.replace(/\s+/g, " ").trim(), limit);
  const lines = [
    `Task: ${oneLine(asked, SUMMARY_TASK)}`,
    ...(changed.size === 0 ? [] : [`Changed: ${[...changed].slice(0, SUMMARY_FILES).join(", ")}`]),
    ...(commits.length === 0 ? [] : [`Committed: ${oneLine(commits.join("; "), SUMMARY_TASK)}`]),
    ...(session.outcome === null ? [] : [`Outcome: ${session.outcome}`]),
    ...(last?.kind === "message"
      ? [`At the end: ${oneLine(readNoteLines(last.text).rest, SUMMARY_END)}`]
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
