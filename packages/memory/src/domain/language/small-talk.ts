/**
 * Whether a message in another language than English asks for nothing: thanks, an assent, a complaint. It consists of function
 * words, or complains about the agent. Pure.
 */
import { withoutAccents, words } from "../text/text.ts";
import { functionWordsOf } from "./function-words.ts";

/** Minimum words of a message that is judged by its function words; a shorter one may be a command. */
const MIN_WORDS = 3;
/** Maximum words of small talk that are no function words: "merci t'es top". */
const MAX_OTHERS = 1;
/** "It is always the same with you." */
const ALWAYS =
  /(?<!\p{L})(?:toujours|jamais|encore|immer|nie|schon wieder|sempre|mai|siempre|nunca)(?!\p{L})/iu;
const NAMES_AGENT =
  /(?<!\p{L})(?:avec toi|tu comprends|tu [eé]coutes|ce truc|pareil|m[eê]me chose|bei dir|mit dir|du verstehst|das gleiche|dasselbe|con te|capisci|la stessa (?:cosa|storia)|contigo|lo mismo|entiendes|a mesma coisa)(?!\p{L})/iu;

export function isIdleMessage(text: string): boolean {
  const functionWords = functionWordsOf(text);
  if (functionWords.size === 0) return false;
  const all = words(text);
  const others = all.filter((word) => !functionWords.has(withoutAccents(word)));
  const isSocial = all.length >= MIN_WORDS && others.length <= MAX_OTHERS;
  return isSocial || (ALWAYS.test(text) && NAMES_AGENT.test(text));
}
