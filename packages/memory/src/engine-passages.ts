/**
 * Passages of past sessions as an open engine keeps them: up with the log, read with what was said around them, forgotten. A hook
 * that only asks loads recall/passages/search-sessions.ts instead, which needs no detector and no schema.
 */

import { rmSync } from "node:fs";
import { quantize } from "@tacit-memory/encoder";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import {
  type BringsOutsideText,
  indexPassages,
  summarizeSession,
} from "./capture/index-passages.ts";
import { outsideSource } from "./detect/outside-source.ts";
import { holdsPastedText } from "./detect/pasted-text.ts";
import { commandText } from "./detect/tool-input.ts";
import { MemoryError } from "./domain/errors.ts";
import type { Passage } from "./domain/passage.ts";
import { wordFileIn } from "./index-file-paths.ts";
import { hidingOf, type Life, leaveToTheNext } from "./life.ts";
import { blankSpool, drainSpool } from "./observe/drain.ts";
import { embeddedText } from "./recall/passages/search-passages.ts";
import { encoderIfThere } from "./recall/passages/search-sessions.ts";
import { dropReportFiles } from "./report/report-files.ts";
import { eraseSession } from "./store/erase-session.ts";
import { scrubFile } from "./store/maintenance.ts";
import {
  listAnsweredQuestions,
  listUnembedded,
  passagesAround,
  passagesById,
  saveEmbedding,
} from "./store/passages.ts";
import { findSession, findSessionsById, type SessionRow } from "./store/sessions.ts";

/** What was said before and after a passage when it is read in full. */
const AROUND = 2;

const taints: BringsOutsideText = (event) => {
  if (event.kind === "prompt") return holdsPastedText(event.text);
  if (event.kind !== "tool_call") return false;
  const { tool, hostTool = "", input } = event;
  const command = tool === "shell" ? commandText(input) : null;
  return outsideSource({ tool, hostTool, command }) !== null;
};

/** Indexes what was said since the last time; a busy store leaves it to the next process. */
export async function keepPassages(life: Life, mayGoOn?: () => boolean): Promise<void> {
  await indexPassages(life.db, taints, mayGoOn).catch(leaveToTheNext);
}

/** A session that was killed never ends: it gets its summary when it is learned from. `events`: all of its events. */
export async function summarizeUnended(
  db: Database,
  session: SessionRow,
  events: readonly Event[],
): Promise<void> {
  if (session.state === "open" && session.trimmedSeq === 0)
    await summarizeSession(db, session, events);
}

/** Passages embedded between two looks at the clock. */
const EMBEDDED_AT_ONCE = 100;

/** Makes the vectors that are missing, as far as time allows. Without an encoder there are none. */
export async function embedPassages(life: Life, mayGoOn: () => boolean = () => true) {
  if (life.meaning.isOff || !mayGoOn()) return;
  let due = await listUnembedded(life.db, EMBEDDED_AT_ONCE);
  const encoder = due.length === 0 ? null : encoderIfThere();
  if (encoder === null) return;
  try {
    while (due.length > 0 && mayGoOn()) {
      const made = due.map((one) => [one, quantize(encoder.encodeNow(embeddedText(one)))] as const);
      await life.db.transaction(async (tx) => {
        for (const [one, vector] of made) await saveEmbedding(tx, one, vector);
      });
      due = await listUnembedded(life.db, EMBEDDED_AT_ONCE);
    }
  } catch (error) {
    leaveToTheNext(error);
  } finally {
    await encoder.close();
  }
}

/** An answer that is worth showing has at least as many characters. */
const ANSWER_CHARS = 300;
const QUESTION_CHARS = 160;
/** Asks for a reason or reports a fault, which is what a past session knows best. */
const ASKS_WHY = /\b(?:why|how come|what (?:causes|happens)|how (?:does|do|is|are))\b.*\?/i;
const REPORTS =
  /\b(?:cannot|can't|fail(?:s|ed)?|error|wrong|does(?: not|n't)|do(?: not|n't)|broken|bug|crash)/i;

/** A question that somebody asked in a past session, or a fault, that was answered there; null for none. */
export async function answeredQuestion({ db, projectId }: Life): Promise<string | null> {
  const asked = await listAnsweredQuestions(db, projectId, ANSWER_CHARS, 50);
  const short = asked
    .map((one) => one.replace(/\s*\[image\]\s*$/i, ""))
    .filter((one) => one.length <= QUESTION_CHARS && !one.includes("\n"));
  const [why, fault] = [ASKS_WHY, REPORTS].map((kind) => short.find((one) => kind.test(one)));
  return why ?? fault ?? null;
}

export interface PassageInContext {
  readonly passage: Passage;
  /** In order, the passage among them; empty for the summary of a session. */
  readonly around: readonly Passage[];
}

/** By id, whole or its beginning, with or without brackets. Throws "memory_not_found" for none, "id_ambiguous" for several. */
export async function readPassage(life: Life, said: string): Promise<PassageInContext> {
  const id = said
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "");
  const [passage, other] = await passagesById(life.db, id);
  if (passage === undefined) throw new MemoryError("memory_not_found", { id: said });
  if (other !== undefined) throw new MemoryError("id_ambiguous", { id: said });
  return { passage, around: await passagesAround(life.db, passage, AROUND) };
}

/**
 * Forgets a session with its prompts and everything that was said in it, in every project that it worked in; what was learned
 * from it stays. By the host's id. Throws "session_not_found".
 */
export async function forgetSession(life: Life, id: string): Promise<void> {
  const { db, home } = life;
  await drainSpool(db, home, hidingOf(life), life.moment().nowMs);
  if ((await findSession(db, life.projectId, id)) === undefined)
    throw new MemoryError("session_not_found", { session: id });
  // Loaded here alone: a recall needs the rest of this file, and no detector.
  const { releaseOpenNotes } = await import("./learn/session-notes.ts");
  for (const session of await findSessionsById(db, id)) {
    await releaseOpenNotes(db, session, life.moment());
    await eraseSession(db, session, life.moment());
  }
  await scrubFile(db);
  // It holds the words of the session's handoff, and is made again by whoever needs it.
  rmSync(wordFileIn(home), { force: true });
  await blankSpool(db, home);
  await life.meaning.forget();
  dropReportFiles(home);
}
