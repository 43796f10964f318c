/**
 * Whether two texts with nearly the same words state different things: another number, another code name, or the same about
 * another subject. Pure.
 */
import { identifiers, words } from "./text.ts";

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  "the a an to of in is are and or for with use always do be this that it on we".split(" "),
);

/** Words used in most statements; replacing one with another does not change the subject. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  "has have had gets get goes go keeps keep lies listens listen lives live must needs need now requires require runs run sets set should sits stands starts start takes take uses used using wants currently default defaults only here instead anymore".split(
    " ",
  ),
);

/**
 * Whether two texts have the same numbers and do not each have own code names: "port 3000" and "port 4000" are two
 * statements.
 */
export function sameValues(a: string, b: string): boolean {
  return hasSameNumbers(a, b) && !haveOwnNames(a, b);
}

export function hasSameNumbers(a: string, b: string): boolean {
  const numbers = (text: string) =>
    [...new Set(text.match(/\d+(?:\.\d+)*/g) ?? [])].sort().join(" ");
  return numbers(a) === numbers(b);
}

export function haveOwnNames(a: string, b: string): boolean {
  const [inA, inB] = [new Set(identifiers(a)), new Set(identifiers(b))];
  return [...inA].some((name) => !inB.has(name)) && [...inB].some((name) => !inA.has(name));
}

/**
 * Whether one text is the other with a subject exchanged: "the ash service needs a queue" and "the birch service needs a
 * queue". The texts have the same words in the same places, except that every "ash" is a "birch".
 */
export function isOfAnotherSubject(a: string, b: string): boolean {
  const [inA, inB] = [words(a), words(b)];
  if (inA.length !== inB.length) return false;
  const exchanged = new Map<string, string>();
  for (const [at, word] of inA.entries()) {
    const other = inB[at] ?? "";
    const before = exchanged.get(word);
    if (before !== undefined && before !== other) return false;
    if (word === other) continue;
    if (!isSubject(word) || !isSubject(other) || isFormOf(word, other)) return false;
    exchanged.set(word, other);
  }
  return exchanged.size > 0;
}

function isSubject(word: string): boolean {
  return word.length > 1 && !FUNCTION_WORDS.has(word) && !PLAIN_WORDS.has(word);
}

/** Whether two words are forms of one word: test, tests, testing. */
function isFormOf(a: string, b: string): boolean {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return common >= 3 && [a, b].every((word) => ENDING.test(word.slice(common)));
}

const ENDING = /^(?:s|es|e|ed|d|y|ies|ing|ion|ions|er|ers|ly)?$/;
