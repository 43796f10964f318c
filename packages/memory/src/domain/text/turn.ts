/** Does this turn want memory at all? Slash commands, greetings and one-word answers cost nothing. */
import { isSmallTalk } from "./small-talk.ts";

export type Turn = "none" | "soft";

const MIN_CHARS = 12;
/** Work in a word or two: what is known of how it is done here, or goes wrong here, bears on it. */
const DEED =
  /^(?:(?:ok(?:ay)?|please|now|then|and)[,\s]+)*(?:git )?(?:commit|push|merge|rebase|release|publish|deploy|tag|build|lint)\b/i;

/** What a host asks when an agent has worked for long, as it comes back when the user agrees. */
const CONTINUES = /^continue:\s*"?continue to iterate\??"?$/i;

export function classifyTurn(prompt: string): Turn {
  const text = prompt.trim().replace(/^@\S+\s+/, "");
  if (text.startsWith("/") || text.startsWith("!")) return "none";
  if (DEED.test(text)) return "soft";
  return text.length < MIN_CHARS || CONTINUES.test(text) || isSmallTalk(text) ? "none" : "soft";
}
