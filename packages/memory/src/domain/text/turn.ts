/** Decides whether a turn needs memory at all. Slash commands, greetings and one-word answers cost nothing. */
import { isSmallTalk } from "./small-talk.ts";

export type Turn = "none" | "soft";

const MIN_CHARS = 12;
/** Matches tasks of one or two words, for which memories about this project's practice are relevant. */
const DEED =
  /^(?:(?:ok(?:ay)?|please|now|then|and)[,\s]+)*(?:git )?(?:commit|push|merge|rebase|release|publish|deploy|tag|build|lint)\b/i;

/** Matches a host's question after long work, which becomes the prompt when the user agrees. */
const CONTINUES = /^continue:\s*"?continue to iterate\??"?$/i;

export function classifyTurn(prompt: string): Turn {
  const text = prompt.trim().replace(/^@\S+\s+/, "");
  if (text.startsWith("/") || text.startsWith("!")) return "none";
  if (DEED.test(text)) return "soft";
  return text.length < MIN_CHARS || CONTINUES.test(text) || isSmallTalk(text) ? "none" : "soft";
}
