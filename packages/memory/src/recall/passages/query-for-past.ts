/**
 * Decides whether a prompt asks something that a past session may have answered: a reason, a fact or a fault. What the agent
 * did in the running session, and how far its work is, no earlier session knows. Pure.
 */

const ASKS =
  /\?|\b(?:why|how come|what (?:causes|happens|does)|how (?:does|do|is|are|can|should)|where|which|when (?:does|do|is))\b/i;
const REPORTS =
  /\b(?:cannot|can't|fail(?:s|ed|ing)?|errors?|wrong|does(?: not|n't)|do(?: not|n't)|broken|bug|crash\w*|hangs?|stuck|never|missing|stale)\b/i;
/** "did you push?", "why are we editing this file?", but not "do you know why …". */
const OWN_DOINGS =
  /\b(?:(?:did|are|were|have|had|do|does|will)(?:n'?t| not)? (?:you|u)\b(?! (?:know|remember|recall)\b)|(?:did|are|were|have|had)(?:n'?t| not)? (?:we|our|the changes?|all (?:changes|tests|work))\b)/i;
/** "do all tests pass?", "is the work complete?", "what is the status of the task?" */
const STATE_OF_WORK =
  /\b(?:(?:all|any|the) (?:tests?|work|changes?|spec)\b.{0,40}\b(?:pass(?:ing|ed|es)?|completed?|done|finished|committed|pushed|remaining|left|implemented)|status of|remaining work)\b/i;
/** References that an editor resolves: `@file.md`, `#terminalLastCommand`. */
const REFERENCE = /(?<!\w)[#@][\w./-]*\w/g;
const MIN_WORDS = 5;
/** The question of a prompt is at its beginning; what follows is often pasted. */
const OPENING_CHARS = 300;

/** Returns the prompt as a query without references, or null if it asks for nothing from the past. */
export function queryForPast(prompt: string): string | null {
  const query = prompt.replace(REFERENCE, " ");
  if ((query.match(/\S+/g) ?? []).length < MIN_WORDS) return null;
  const opening = query.slice(0, OPENING_CHARS);
  if (OWN_DOINGS.test(opening) || STATE_OF_WORK.test(opening)) return null;
  return ASKS.test(query) || REPORTS.test(query) ? query : null;
}
