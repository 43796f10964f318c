/** Reads a passage of a past session with its context, and finds a question that a past session answered. */

import { MemoryError } from "../domain/errors.ts";
import type { Passage } from "../domain/session/passage.ts";
import { listAnsweredQuestions, passagesAround, passagesById } from "../store/sessions/passages.ts";
import type { Workspace } from "../workspace.ts";
import { queryForPast } from "./passages/query-for-past.ts";
import { promptMoment } from "./prompt-moment.ts";
import { isSpecific } from "./text/statements.ts";

/** Number of passages before and after that are read with a passage. */
const AROUND = 2;

/** Minimum characters of an answer that is worth showing. */
const ANSWER_CHARS = 300;
const QUESTION_CHARS = 160;
/** A text that asks for a reason, which past sessions answer best. */
const ASKS_WHY = /\b(?:why|how come|what (?:causes|happens)|how (?:does|do|is|are))\b.*\?/i;

/** Returns a question or fault that was raised and answered in a past session; null when there is none. */
export async function answeredQuestion({ db, projectId }: Workspace): Promise<string | null> {
  const asked = await listAnsweredQuestions(db, projectId, ANSWER_CHARS, 50);
  const short = asked
    .map((item) => item.replace(/\s*\[image\]\s*$/i, ""))
    .filter((item) => item.length <= QUESTION_CHARS && !/\n|https?:/.test(item))
    .filter(isQuestion);
  return short.find((item) => ASKS_WHY.test(item)) ?? short[0] ?? null;
}

function isQuestion(text: string): boolean {
  const query = queryForPast(text);
  return query !== null && isSpecific(query) && promptMoment(query) === "question";
}

export interface PassageInContext {
  readonly passage: Passage;
  /** Passages in order, including the one read; empty for the summary of a session. */
  readonly around: readonly Passage[];
}

/**
 * Reads a passage by id, whole or its beginning, with or without brackets. Throws "memory_not_found" when none matches,
 * "id_ambiguous" when several do.
 */
export async function readPassage(workspace: Workspace, input: string): Promise<PassageInContext> {
  const id = input
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "");
  const [passage, other] = await passagesById(workspace.db, id);
  if (passage === undefined) throw new MemoryError("memory_not_found", { id: input });
  if (other !== undefined) throw new MemoryError("id_ambiguous", { id: input });
  return { passage, around: await passagesAround(workspace.db, passage, AROUND) };
}
