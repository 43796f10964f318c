/**
 * Text → the words a static encoder looks up. The trainer's corpus goes through this very function, so that
 * what was learned and what is asked for can never be cut differently.
 *
 *     "fetchUserById() can't parse UTF-8, Zoë" → fetch user by id can't parse utf 8 zoe
 */
import { FNV_OFFSET, fnv1a } from "@tacit-memory/files";
import { isAscii, scriptPattern } from "../domain/script-pattern.ts";

/** A longer text is cut: a memory is far shorter, and an encoder's cost must have an end. In UTF-16 units. */
const MAX_TEXT = 16_384;
/** A longer run is no word: base64, a minified file, a row of one letter. */
const MAX_WORD = 40;

// In order: names that punctuation is part of; a word with its contraction; scripts written without spaces, a
// character a word; letters; digits. A contraction is looked for where letters begin: at each character of a text in Han
// letters it would be looked for to the end of all of them.
const WORD = scriptPattern(
  /(?<![a-z0-9])(?:c\+\+|[cf]#)(?![a-z0-9])|[a-z]+'(?:t|re|ll|ve|d|m)(?![a-z])|[a-z]+|[0-9]+/g,
  () =>
    /(?<![\p{L}\p{N}])(?:c\+\+|[cf]#)(?![\p{L}\p{N}])|(?<!\p{L})\p{L}+'(?:t|re|ll|ve|d|m)(?!\p{L})|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L})+|\p{Nd}+/gu,
);
const HUMP = scriptPattern(
  /([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g,
  () => /([\p{Ll}\p{Nd}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu,
);

/** In reading order, lower case, without accents; repeated words are repeated. Never throws. */
export function wordsOf(text: string): string[] {
  const cut = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  const plain = isAscii(cut)
    ? cut
    : cut
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .replace(/’/gu, "'")
        .normalize("NFC");
  const spaced = plain.replace(HUMP(plain), "$& ").toLowerCase();
  const words = spaced.match(WORD(spaced)) ?? [];
  return words.filter((word) => word.length <= MAX_WORD);
}

/** FNV-1a over UTF-16 units; 32 bits, unsigned. The model file's table and its buckets use it. */
export function hashWord(word: string, seed = FNV_OFFSET): number {
  let hash = fnv1a(word, seed);
  // Avalanche: FNV's low bits follow the last letter, and the low bits choose the bucket.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  return hash >>> 0;
}

const GRAM = 4;

/**
 * Buckets of a word outside the vocabulary: one for the whole word, which keeps its identity, and one for each
 * run of four letters of `<word>`, which brings it near words of the same stem or with a typing error.
 * Numbers in [0, buckets); may repeat.
 */
export function bucketsOf(word: string, buckets: number): number[] {
  const framed = `<${word}>`;
  const found = [hashWord(framed) % buckets];
  for (let at = 0; at + GRAM <= framed.length && framed.length > GRAM; at++) {
    found.push(hashWord(framed.slice(at, at + GRAM)) % buckets);
  }
  return found;
}
