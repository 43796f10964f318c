/**
 * Selects passages of past sessions worth a pointer for an agent that did not ask. The prompt must ask for a reason or report
 * a fault, because past sessions mostly know reasons; "address the review feedback" resembles every session that did the
 * same. The passage must be a longer statement of an agent that was not retracted. Pure.
 */
import type { PassageHit } from "./passage-hit.ts";
import { PASSAGES } from "./tuning.ts";

const ASKS =
  /\?|\b(?:why|how come|what (?:causes|happens|does)|how (?:does|do|is|are|can|should)|where|which|when (?:does|do|is))\b/i;
const REPORTS =
  /\b(?:cannot|can't|fail(?:s|ed|ing)?|errors?|wrong|does(?: not|n't)|do(?: not|n't)|broken|bug|crash\w*|hangs?|stuck|never|missing|stale)\b/i;
const LEAST_WORDS = 5;
const MOST = 2;
/** Minimum characters of a passage; shorter ones announce the agent's next action. */
const LEAST_CHARS = 250;

/** Whether a prompt asks something that a past session may have answered. */
export function asksForPast(prompt: string): boolean {
  const isLong = (prompt.match(/\S+/g) ?? []).length >= LEAST_WORDS;
  return isLong && (ASKS.test(prompt) || REPORTS.test(prompt));
}

/**
 * Returns at most one passage of each session. `hits`: best first. `session`: the asking session, which knows its own
 * passages.
 */
export function worthPointingTo(hits: readonly PassageHit[], session: string): PassageHit[] {
  return hits
    .filter(
      ({ passage, relevance, cosine }) =>
        relevance >= PASSAGES.pointerRelevance.value &&
        (cosine ?? 0) >= PASSAGES.pointerCosine.value &&
        passage.session !== session &&
        passage.speaker !== "user" &&
        !passage.isRetracted &&
        !passage.isTainted &&
        passage.content.length >= LEAST_CHARS,
    )
    .filter(
      ({ passage }, at, all) =>
        all.findIndex((passageHit) => passageHit.passage.session === passage.session) === at,
    )
    .slice(0, MOST);
}
