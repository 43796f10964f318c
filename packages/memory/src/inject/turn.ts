/** Does this turn want memory at all? Slash commands, greetings and one-word answers cost nothing. */

export type Turn = "none" | "soft";

const CHATTER =
  /^(?:y(?:es|ep|eah)?|no(?:pe)?|ok(?:ay)?|sure|thanks?(?: you)?|thx|great|perfect|nice|good|cool|done|continue|go(?: on| ahead)?|proceed|next|stop|(?:please )?commit(?: (?:this|it|that|all|everything|your|the|my|these|changes|now|please))*(?: and push(?: it)?)?|push|hi|hello|hey|lgtm|retry|again|try again)[\s.!?]*$/i;
const MIN_CHARS = 12;

export function classifyTurn(prompt: string): Turn {
  const text = prompt.trim();
  if (text.length < MIN_CHARS || text.startsWith("/") || text.startsWith("!")) return "none";
  return CHATTER.test(text) ? "none" : "soft";
}
