/**
 * Whether two texts with nearly the same words state different things: another number, another code name, or the same about
 * another subject. Pure.
 */
import { identifiers, words } from "./text.ts";

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  "the a an to of in is are and or for with use always do be this that it on we".split(" "),
);

/** Verbs and conjunctions of most statements; replacing one with another does not change the subject. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  "has have had gets get goes go keeps keep lies listens listen lives live must needs need now requires require runs run sets set should sits stands starts start takes take uses used using wants currently default defaults only here instead anymore because since as so thus hence therefore".split(
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

/** A number after one of these is a value; after any other word it may be a name, as in "ADR 12", "shard 1", "Python 3.11". */
const BEFORE_VALUES = new Set(
  "port ports version versions limit timeout size is are was at to of by on in after before every within about least most than over under from until with and or only takes lasts".split(
    " ",
  ),
);
const NUMBER = /\d+(?:\.\d+)*/g;

/**
 * Whether a number names the subject: "shard 1 is on host 11" and "shard 2 is on host 12" are about two shards. At least two
 * numbers differ, and the first of them follows a word that it can number.
 */
export function haveNumberedSubjects(a: string, b: string): boolean {
  const [inA, inB] = [[...a.matchAll(NUMBER)], [...b.matchAll(NUMBER)]];
  if (inA.length !== inB.length) return false;
  const differing = inA.filter(([number], at) => number !== inB[at]?.[0]);
  const [first] = differing;
  if (first === undefined || differing.length < 2) return false;
  const label = /([\p{L}-]+)[ #]+$/u.exec(a.slice(0, first.index))?.[1]?.toLowerCase() ?? "";
  // Most verbs before a number end with "s": "waits 5 seconds".
  return label.length > 1 && !label.endsWith("s") && !BEFORE_VALUES.has(label);
}

/** Returns the numbers that are values and not names: of "shard 1 is on port 7781" only 7781. */
export function valueNumbers(text: string): string[] {
  return [...text.matchAll(NUMBER)].flatMap(({ 0: number, index }) => {
    const before = /([\p{L}-]+)[\s:=]+$/u.exec(text.slice(0, index))?.[1]?.toLowerCase() ?? "";
    return BEFORE_VALUES.has(before) ? [number] : [];
  });
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
