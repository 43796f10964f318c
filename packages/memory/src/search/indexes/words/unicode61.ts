/**
 * Splits text into words like FTS5's `porter unicode61 remove_diacritics 2`, byte for byte: sequences of letters and digits,
 * folded, stemmed. Works on UTF-8 like SQLite, so that unusual characters have the same effect.
 */
import { FOLDED, FOLDED_BY, LETTERS, MARKS } from "./fold-table.ts";
import { stem } from "./porter.ts";

/** Receives one word: the first `length` of `bytes`, valid until it returns. */
type WordSink = (bytes: Uint8Array, length: number) => void;

/** Passes the words of a text to `sink` in order. */
export type SplitWords = (text: string, sink: WordSink) => void;

/** Maximum bytes of a word in FTS5. */
const MAX_WORD_BYTES = 32_768;
const FIRST_ROOM = 4096;
/** Maximum bytes to which a character grows; a stem grows by one byte. */
const MAX_CHAR_BYTES = 4;

const BMP = 0x10000;
const SPLITS = 0;
const LEFT_OUT = -1;

export function createSplitter(): SplitWords {
  // Created by the first character above ASCII, because the table takes 3 ms, for which a hook would wait.
  let fold: ((code: number) => number) | null = null;
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => asciiFold(code));
  const encoder = new TextEncoder();
  let input = new Uint8Array(FIRST_ROOM);
  let word = new Uint8Array(FIRST_ROOM);
  let at = 0;
  /** Reads one character and returns its folded form. */
  const next = (): number => {
    const byte = input[at] ?? 0;
    if (byte < 128) {
      at++;
      return ascii[byte] ?? SPLITS;
    }
    const code = codeAt(input, at);
    at += bytesOf(code);
    fold ??= createFold();
    return fold(code);
  };

  return (text, sink) => {
    const maxBytes = text.length * 3;
    if (input.length < maxBytes) {
      input = new Uint8Array(maxBytes * 2);
      word = new Uint8Array(maxBytes * 2);
    }
    const end = encoder.encodeInto(text, input).written;
    let length = 0;
    at = 0;
    while (at < end) {
      const folded = next();
      if (folded > 0) length = write(word, length, folded);
      else if (folded === SPLITS && length > 0) length = finish(word, length, sink);
    }
    if (length > 0) finish(word, length, sink);
  };
}

function finish(word: Uint8Array, length: number, sink: WordSink): 0 {
  sink(word, Math.min(MAX_WORD_BYTES, stem(word, length)));
  return 0;
}

/** Returns the lower case of letters and digits, 0 for separators. */
function asciiFold(code: number): number {
  const isUpper = code >= 65 && code <= 90;
  const isLower = code >= 97 && code <= 122;
  const isDigit = code >= 48 && code <= 57;
  if (isUpper) return code + 32;
  return isLower || isDigit ? code : SPLITS;
}

/**
 * Folds a character above ASCII: returns its folded form, LEFT_OUT for a mark, SPLITS for everything that is not part of a
 * word.
 */
function createFold(): (code: number) => number {
  const low = new Int32Array(BMP);
  const high: (readonly [first: number, last: number])[] = [];
  for (const [first, last] of pairs(LETTERS)) {
    for (let code = first; code <= Math.min(last, BMP - 1); code++) low[code] = code;
    if (last >= BMP) high.push([Math.max(first, BMP), last]);
  }
  for (const [first, last] of pairs(MARKS)) low.fill(LEFT_OUT, first, last + 1);
  const highFolded = new Map<number, number>();
  const by = FOLDED_BY.split(" ");
  for (const [i, [first, last]] of pairs(FOLDED).entries()) {
    const [step, distance] = [Number(by[2 * i]), Number.parseInt(by[2 * i + 1] ?? "", 36)];
    for (let code = first; code <= last; code += step) {
      if (code < BMP) low[code] = code + distance;
      else highFolded.set(code, code + distance);
    }
  }
  return (code) => {
    if (code < BMP) return low[code] ?? SPLITS;
    const isLetter = high.some(([first, last]) => code >= first && code <= last);
    return isLetter ? (highFolded.get(code) ?? code) : SPLITS;
  };
}

function pairs(packed: string): [first: number, last: number][] {
  const found: [number, number][] = [];
  let sum = 0;
  const numbers = packed.split(" ").map((step) => {
    sum += Number.parseInt(step, 36);
    return sum;
  });
  for (let i = 0; i + 1 < numbers.length; i += 2)
    found.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return found;
}

/** Returns the character at a position of well-formed UTF-8, above ASCII. */
function codeAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (a < 0xe0) return ((a & 0x1f) << 6) | (b & 0x3f);
  if (a < 0xf0) return ((a & 0x0f) << 12) | ((b & 0x3f) << 6) | (c & 0x3f);
  return ((a & 0x07) << 18) | ((b & 0x3f) << 12) | ((c & 0x3f) << 6) | (d & 0x3f);
}

function bytesOf(code: number): number {
  if (code < 0x800) return 2;
  return code < BMP ? 3 : MAX_CHAR_BYTES;
}

function write(word: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    word[at] = code;
    return at + 1;
  }
  if (code < 0x800) {
    word[at] = 0xc0 | (code >> 6);
    word[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  if (code < BMP) {
    word[at] = 0xe0 | (code >> 12);
    word[at + 1] = 0x80 | ((code >> 6) & 0x3f);
    word[at + 2] = 0x80 | (code & 0x3f);
    return at + 3;
  }
  word[at] = 0xf0 | (code >> 18);
  word[at + 1] = 0x80 | ((code >> 12) & 0x3f);
  word[at + 2] = 0x80 | ((code >> 6) & 0x3f);
  word[at + 3] = 0x80 | (code & 0x3f);
  return at + 4;
}
