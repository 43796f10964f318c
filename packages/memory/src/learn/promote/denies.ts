/**
 * Whether a short prohibition denies what another text states: "never listen on port 8080" and "the API listens on port 8080".
 * Pure.
 */
import { FUNCTION_WORDS, valueNumbers } from "../../domain/text/differing-words.ts";
import {
  endsUseInFrench,
  identifiers,
  isNegated,
  withoutReason,
  words,
} from "../../domain/text/text.ts";
import { stem } from "../checks/stem.ts";

/** What limits a prohibition to a case. */
const CONDITION = /\b(?:without|unless|until|except|before|after|when|if|while|only)\b/i;
const SENTENCE_END = /[.;](?:\s|$)/;
const WEAK = new Set(
  "not never no dont don doesn isn longer any more anymore again ever now please must should avoid stop".split(
    " ",
  ),
);
/** Minimum words of a prohibition; a shorter one could be about anything. */
const MIN_WORDS = 2;

/** Whether every word of the prohibition, among them a number or a code name, is in what the other text states. */
export function denies(prohibition: string, statement: string): boolean {
  if (!isNegated(prohibition) || isNegated(statement)) return false;
  const claim = claimOf(prohibition);
  if (CONDITION.test(claim) || CONDITION.test(claimOf(statement))) return false;
  if (valueNumbers(claim).length === 0 && identifiers(claim).length === 0) return false;
  const [own, stated] = [stems(claim), stems(claimOf(statement))];
  return own.size >= MIN_WORDS && [...own].every((word) => stated.has(word));
}

/** A denial at the end of a statement, which only explains it: "Migrations are applied by the tool, never by hand". */
const LAST_DENIAL =
  /(?:[,;:] (?:and |but )?| and | but )(?:do not|don't|never|no(?: longer)?|not|without)\b[^.;,]*$/i;
const LAST_DENIAL_IN_OTHERS =
  /[,;:] (?:et |mais |e |y |und )?(?:pas|jamais|nicht|keine?[nmrs]?|nie|nunca|mai|non|no|n[ãa]o|ya no|(?:ne |n['’])[a-zà-ÿ]+ (?:pas|plus|jamais))(?![a-zà-ÿ])[^.;,]*$/i;
const LAST_DENIAL_IN_FRENCH = /[,;:] (?:et |mais )?plus(?![a-zà-ÿ])[^.;,]*$/i;

/** Returns a statement without a denial that only explains it. */
export function assertion(content: string): string {
  const statement = content
    .trim()
    .replace(/[.!]+$/, "")
    .replace(LAST_DENIAL, "")
    .replace(LAST_DENIAL_IN_OTHERS, "");
  return endsUseInFrench(statement) ? statement.replace(LAST_DENIAL_IN_FRENCH, "") : statement;
}

/** Whether one of two statements denies what the other asserts. One that is limited to a case is an exception, no opposite. */
export function differInDenial(a: string, b: string): boolean {
  return (
    isNegated(assertion(a)) !== isNegated(assertion(b)) && CONDITION.test(a) === CONDITION.test(b)
  );
}

function claimOf(text: string): string {
  const [first = text] = text.split(SENTENCE_END, 1);
  return withoutReason(first);
}

function stems(text: string): Set<string> {
  return new Set(
    words(text)
      .filter((word) => !FUNCTION_WORDS.has(word) && !WEAK.has(word))
      .map(stem),
  );
}
