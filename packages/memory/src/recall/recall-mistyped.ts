/** Answers a question; if nothing is relevant, answers the question with its typing errors corrected. */
import type { Lexical } from "../search/lexical.ts";
import type { Workspace } from "../workspace.ts";
import { type QuestionRequest, type Recalled, recallAsked } from "./answer-question.ts";
import { correctedQuestion } from "./asked/correct-words.ts";

/** Throws as `recallAsked`. */
export async function recallMistyped(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Recalled> {
  const answer = await recallAsked(workspace, request, lexical);
  if (!mayBeMistyped(request, answer)) return answer;
  const isTyped = request.isTyped === true;
  // Without the list of words, as on a server, the question stays as it is.
  const corrected = await correctedQuestion(workspace.db, request.query, isTyped).catch(() => null);
  if (corrected === null) return answer;
  const again = await recallAsked(workspace, { ...request, query: corrected }, lexical);
  const tookMs = answer.tookMs + again.tookMs;
  return again.isAnyBearing ? { ...again, query: request.query, corrected, tookMs } : answer;
}

function mayBeMistyped({ isAsked, isTyped }: QuestionRequest, answer: Recalled): boolean {
  const { isAnyBearing, events, period } = answer;
  const mayCorrect = isAsked === true || isTyped === true;
  return mayCorrect && !isAnyBearing && events.length === 0 && period === null;
}
