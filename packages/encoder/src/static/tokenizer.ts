/**
 * Splits text into the words that a static encoder looks up. Training splits its corpus with the same function, so
 * training and lookup always agree.
 *
 *     "fetchUserById() can't parse UTF-8, Zoë" → fetch user by id can't parse utf 8 zoe
 */
import { FNV_OFFSET, fnv1a, isAscii, scriptPattern } from "@tacit-memory/files";

/** Longer texts are truncated, which bounds the cost. In UTF-16 units. */
const MAX_TEXT = 16_384;
/** Longer runs are not words: base64, minified files, one repeated letter. */
const MAX_WORD = 40;

// The alternatives in order: names that contain punctuation; words with a contraction; characters of scripts without
// spaces, each a word; letters; digits. A contraction is only tried where letters begin: tried at each Han character,
// it would read to the end of the run every time (quadratic time).
const WORD = scriptPattern(
  /(?<![a-z0-9])(?:c\+\+|[cf]#)(?![a-z0-9])|[a-z]+'(?:t|re|ll|ve|d|m)(?![a-z])|[a-z]+|[0-9]+/g,
  () =>
    /(?<![\p{L}\p{N}])(?:c\+\+|[cf]#)(?![\p{L}\p{N}])|(?<!\p{L})\p{L}+'(?:t|re|ll|ve|d|m)(?!\p{L})|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L})+|\p{Nd}+/gu,
);
const HUMP = scriptPattern(
  /([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g,
  () => /([\p{Ll}\p{Nd}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu,
);

/** Words in reading order, in lower case and without accents; repeated words stay repeated. Never throws. */
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

/** FNV-1a over UTF-16 units, as an unsigned 32-bit number. The word table and the buckets of the model file use it. */
export function hashWord(word: string, seed = FNV_OFFSET): number {
  let hash = fnv1a(word, seed);
  // The low bits of FNV follow the last letter, and the low bits choose the bucket: mix all bits.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  return hash >>> 0;
}

const GRAM = 4;

/**
 * The buckets of a word outside the vocabulary: one for the whole word, which identifies it, and one for each run of
 * four letters of `<word>`, which brings words of the same stem or with a typing error close together. Numbers are in
 * [0, buckets) and may repeat.
 */
export function bucketsOf(word: string, buckets: number): number[] {
  const framed = `<${word}>`;
  const found = [hashWord(framed) % buckets];
  for (let at = 0; at + GRAM <= framed.length && framed.length > GRAM; at++) {
    found.push(hashWord(framed.slice(at, at + GRAM)) % buckets);
  }
  return found;
}
