/**
 * Decides whether a user's sentence is a rule for the project in one of nine languages other than English, and whether a text
 * takes back what was said. A rule demands, forbids or chooses in general; a question, a report of a failure and words for the
 * moment make it none. Pure.
 */
import { isAscii } from "@tacit-memory/files";
import { countDense, withoutAccents } from "../../../domain/text/text.ts";
import { CHINESE } from "./languages/chinese.ts";
import { FRENCH } from "./languages/french.ts";
import { GERMAN } from "./languages/german.ts";
import { ITALIAN } from "./languages/italian.ts";
import { JAPANESE } from "./languages/japanese.ts";
import { KOREAN } from "./languages/korean.ts";
import { type Language, russian, words } from "./languages/language.ts";
import { PORTUGUESE } from "./languages/portuguese.ts";
import { RUSSIAN } from "./languages/russian.ts";
import { SPANISH } from "./languages/spanish.ts";
import { namesTool, type Rule } from "./user-rule.ts";

/** The languages of each script. For Latin letters there are five; the words of a sentence decide which one it is. */
const LANGUAGES: readonly { readonly script: RegExp; readonly languages: readonly Language[] }[] = [
  { script: /[\u3040-\u30ff]/, languages: [JAPANESE] },
  { script: /[\uac00-\ud7af]/, languages: [KOREAN] },
  { script: /[\u3400-\u9fff]/, languages: [CHINESE] },
  { script: /[\u0400-\u04ff]/, languages: [RUSSIAN] },
  { script: /[a-z]/i, languages: [SPANISH, PORTUGUESE, ITALIAN, FRENCH, GERMAN] },
];

/** Words that the other languages do not have. Most sentences are English, and the expressions take milliseconds to compile. */
const ENGLISH = /\b(?:the|you|your|we|our|and|with|should|must|don't|always|never|please)\b/i;

const QUESTION = /[?¿]/;

/** Returns the rule that a sentence in one of these languages states; null if it states none. */
export function ruleInOtherLanguage(sentence: string): Pick<Rule, "type"> | null {
  if (ENGLISH.test(sentence)) return null;
  const text = asCompared(sentence);
  const found = LANGUAGES.find(({ script }) => script.test(text))?.languages ?? [];
  const stated = found.find(({ lasting }) => lasting.test(text));
  // "From now on" contains "now".
  const rest = stated === undefined ? text : text.replace(stated.lasting, " ");
  // Languages of one script share words.
  if (QUESTION.test(text) || found.some(({ moment }) => moment.test(rest))) return null;
  if (stated !== undefined) return namesSomething(rest) ? { type: "convention" } : null;
  if (!namesSomething(rest)) return null;
  const claim = text.replace(REASON, "");
  if (
    MAY_BE_SURE.test(claim) &&
    found.some(({ sure, atHand }) => sure?.test(claim) === true && atHand?.test(claim) !== true)
  )
    return { type: "preference" };
  const isDemand = found.some(({ demand }) => demand.test(text));
  return isDemand && !found.some(({ task }) => task.test(text)) ? { type: "preference" } : null;
}

/** Gives the reason of a demand, in which words of a task mean nothing: "… otherwise it crashes". */
const REASON =
  /[,;]? (?:sinon|car|parce qu|vu qu|puisqu|pour qu|comme ca|sonst|weil|damit|porque|ya que|si no,|perche|altrimenti|senno)(?![a-z]{3}).*$/i;
/** Words of which one is in every demand that is sure (`Language.sure`), so that most prompts need none of those expressions. */
const MAY_BE_SURE =
  /\b(?:toujours|jamais|plus|systematiquement|pas|rien|doit|doivent|evite[rz]?|interdit|obligatoire|imperatif|proscrit|indispensable|chaque|tout\w*|quand|lorsque|veux|voudrais|souhaite|prefer\w*|aimerais|siempre|nunca|jamas|cuando|cada|deben?|tienen?|sin|sempre|mai|quando|ogni|deve|devono|senza|immer|nie|niemals|grundsatzlich|nur|wenn|sobald|muss|mussen|darf|durfen|ohne)\b/i;
const MISSING_APOSTROPHE = /\b(n) (?=[aeiouh][a-z]{3})/gi;

/** Full-width punctuation becomes that of ASCII, and Latin letters lose their accents, which many people do not type. */
function asCompared(sentence: string): string {
  const text = sentence.replaceAll("’", "'").replace(MISSING_APOSTROPHE, "$1'");
  if (isAscii(text)) return text;
  const isLatin = !/[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]/.test(text);
  return isLatin ? withoutAccents(text) : text.normalize("NFKC");
}

/** Whether a sentence is long enough to say what it is about: "never do that" is not. */
function namesSomething(text: string): boolean {
  const letters = text.match(/\p{L}{3,}/gu)?.join("").length ?? 0;
  return namesTool(text) || 2 * countDense(text) + letters >= 14;
}

/** "Forget what I said"; not "don't forget what I said". */
const RETRACTS: readonly RegExp[] = [
  /(?<!不要|不能|别|没|不)(?:忘(?:了|掉|记)?|收回)我?(?:刚才|刚刚|前面)?说的|当我没说|(?:さっき|今)の(?:話|指示)?は?(?:忘れて(?!は)|なし|取り消)|방금 (?:한 )?말(?:은|을)? ?(?:잊어(?!버리지)|취소|무시)/,
  words(
    "(?<!(?:no|nao|non|ne|nicht) (?:te |ti |se )?)(?:olvida|esquece|dimentica|oublie|vergiss)(?:te|ti)?,? (?:l[oe] que|o que|quello che|ce que|was) (?:[a-z]+[' ])*(?:dije|he dicho|disse|falei|ho detto|dit|gesagt(?: habe)?)",
  ),
  russian("(?<!не )забудь,? (?:то,? )?что (?:[а-яё]+ )*сказал[а-яё]*"),
];

/** Whether a text in one of these languages takes back what was said before. */
export function retractsInOtherLanguage(text: string): boolean {
  const compared = ENGLISH.test(text) ? "" : asCompared(text);
  return RETRACTS.some((pattern) => pattern.test(compared));
}
