/** Splits a text into terms to compare tasks and paths: words and parts of identifiers, stemmed, without stop words. */
import { splitIdentifier } from "../../domain/text/text.ts";
import { stem } from "../../search/indexes/words/porter.ts";

const WORD = /[\p{L}\p{N}_]+/gu;
const LONGEST_TEXT = 4000;
/**
 * Function words that most tasks contain; the rarity of other words is counted. Shorter than recall's list: "show", "get" and
 * "use" are names in paths, and with that list a first-ten hit in 22 is lost (bench/prefetch, dev).
 */
const STOP_WORDS = new Set(
  "a an and are as at be but by can do does for from has have how i if in into is it its not of on or should so that the their then there they this to use was we were what when where which why will with you your".split(
    " ",
  ),
);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the terms in order, with repetitions, of the first 4,000 characters. */
export function termsOf(text: string): string[] {
  return [...partsOf(text)].map(stemmed);
}

function* partsOf(text: string): Generator<string> {
  for (const [word] of text.slice(0, LONGEST_TEXT).normalize("NFKC").matchAll(WORD)) {
    const parts = splitIdentifier(word);
    for (const part of parts.length > 0 ? parts : [word.toLowerCase()]) {
      if (part.length > 1 && !STOP_WORDS.has(part)) yield part;
    }
  }
}

/** Returns, by its stem, each word as first written in the text, in lower case. */
export function wordsByTerm(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const part of partsOf(text)) {
    const term = stemmed(part);
    if (!words.has(term)) words.set(term, part);
  }
  return words;
}

/** Returns the first line, which states the topic of the task. */
export function firstLine(text: string): string {
  return text.trimStart().split("\n", 1)[0] ?? "";
}

function stemmed(word: string): string {
  const bytes = encoder.encode(`${word} `);
  return decoder.decode(bytes.subarray(0, stem(bytes, bytes.length - 1)));
}
