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
  const corrected = await correctedQuestion(workspace.db, request.query, isTyped, {
    projectId: request.anyProject === true ? null : workspace.projectId,
    audience: request.audience ?? null,
  }).catch(() => null);
  if (corrected === null) return answer;
  const again = await recallAsked(workspace, { ...request, query: corrected }, lexical);
  const tookMs = answer.tookMs + again.tookMs;
  return again.isAnyBearing ? { ...again, query: request.query, corrected, tookMs } : answer;
}

/** Words are taken from memories, so a question about past sessions alone is not corrected. */
function mayBeMistyped(
  { isAsked, isTyped, in: searched }: QuestionRequest,
  { isAnyBearing, events, period }: Recalled,
): boolean {
  const mayCorrect = (isAsked === true || isTyped === true) && searched !== "sessions";
  return mayCorrect && !isAnyBearing && events.length === 0 && period === null;
}
