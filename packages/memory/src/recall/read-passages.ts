/** Reads a passage of a past session with its context, and finds a question that a past session answered. */

import { MemoryError } from "../domain/errors.ts";
import type { Passage } from "../domain/session/passage.ts";
import { listAnsweredQuestions, passagesAround, passagesById } from "../store/sessions/passages.ts";
import type { Workspace } from "../workspace.ts";
import { exampleQuestion } from "./passages/example-question.ts";

/** Number of passages before and after that are read with a passage. */
const AROUND = 2;

/** Minimum characters of an answer that is worth showing. */
const ANSWER_CHARS = 300;
/** Questions looked at. */
const MAX_QUESTIONS = 500;

/** Returns a question that a past session answered and that is understandable alone; null when there is none. */
export async function answeredQuestion({ db, projectId }: Workspace): Promise<string | null> {
  return exampleQuestion(await listAnsweredQuestions(db, projectId, ANSWER_CHARS, MAX_QUESTIONS));
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
