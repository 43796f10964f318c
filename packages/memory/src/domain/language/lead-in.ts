/**
 * Removes the beginning of a rule in another language that says nothing of the rule: a greeting, "Attention :", "Il faut",
 * "ab jetzt bitte". A title has few words, and these would take the place of the statement. Pure.
 */
import { isInOtherLanguage } from "./function-words.ts";

/** Alternatives at the beginning of a text; each is removed as often as one matches. */
const LEAD_INS = [
  "[:;,.]\\s+",
  // A greeting or an assent.
  "(?:bonjour|salut|bonsoir|oui|non|ok|bon|bah|alors|et|merci|ciao|salve|s[iì]|allora|hola|buenas|vale|bueno|ol[aá]|moin|hallo|ja|also|hoi)(?:[,.!]+\\s*|\\s+(?=(?:il )?(?:ne )?faut))",
  // An announcement.
  "(?:attention|rappel|important|nb|attenzione|importante|promemoria|atenci[oó]n|ojo|aten[cç][aã]o|achtung|wichtig|hinweis|let op)\\s*[:,!]+\\s*",
  // A request to remember.
  "(?:n['’]oublie[zs]? pas|retiens|retenez|note[zs]?(?: bien)?|souviens-toi|rappelle-toi)\\s*(?:que\\s+|de\\s+|qu['’]|:\\s*)",
  "(?:ricordati|ricorda|ricordate|non dimenticare)\\s+(?:che|di)\\s+",
  "(?:recuerda|acu[eé]rdate de|no olvides|lembre-se de)\\s+(?:que\\s+)?",
  "(?:vergiss nicht|denk (?:dran|daran)),?\\s+(?:dass\\s+)?",
  // An order.
  "(?:il\\s+)?(?:ne\\s+)?faut\\s+(?:que\\s+(?:tu|vous|on)\\s+)?",
  "(?:veuillez|merci de|bitte)\\s+",
  // From now on.
  "(?:d[eé]sormais|dor[eé]navant|[aà] l['’]avenir|[aà] partir de maintenant|d['’]ora in poi|a partir de ahora|de ahora en adelante|vanaf nu)\\b,?\\s+",
  "ab (?:jetzt|sofort)\\s+(?=(?:bitte|immer|nie|niemals|nur|keine?n?)\\s)",
];
const LEAD_IN = new RegExp(`^(?:${LEAD_INS.join("|")})`, "iu");
/** Minimum words that stay. */
const MIN_LEFT = 3;

/** Returns the text without its lead-ins, beginning with a capital; the same text in English. */
export function withoutLeadIn(text: string): string {
  if (!isInOtherLanguage(text)) return text;
  let rest = text.trim();
  for (let found = LEAD_IN.exec(rest); found !== null; found = LEAD_IN.exec(rest)) {
    const left = rest.slice(found[0].length);
    if (left.split(/\s+/).length < MIN_LEFT) break;
    rest = left;
  }
  return rest === text.trim() ? text : withCapital(rest);
}

/** Code and paths are not changed. */
function withCapital(text: string): string {
  const [first = ""] = text.split(/\s/, 1);
  return /^\p{Ll}[\p{L}'’-]*,?$/u.test(first) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
