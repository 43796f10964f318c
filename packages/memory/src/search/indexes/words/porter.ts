/**
 * Porter's stemmer as implemented in FTS5, on bytes. It departs from the paper where FTS5 does (words shorter than 3 or
 * longer than 64 bytes stay unchanged, "bli" and "logi" in step 2). A byte above ASCII is a consonant. M. F. Porter, "An
 * algorithm for suffix stripping", Program 14(3), 1980.
 */

const SHORTEST = 3;
const LONGEST = 64;

/** Condition on a stem under which its suffix is replaced. */
type Condition = (bytes: Uint8Array, length: number) => boolean;

interface Rule {
  readonly suffix: Uint8Array;
  readonly replacement: Uint8Array;
  readonly holds: Condition;
}

/** Rules by the word's penultimate letter; in each row the first matching suffix decides. */
type Rules = readonly (readonly Rule[] | undefined)[];

const A = 97;
const E = 101;
const I = 105;
const L = 108;
const O = 111;
const S = 115;
const T = 116;
const U = 117;
const W = 119;
const X = 120;
const Y = 121;
const Z = 122;

const EED = bytesOf("eed");
const STEP_1B = rules(hasVowel, ["ed", ""], ["ing", ""]);
const STEP_1B_MORE = rules(() => true, ["at", "ate"], ["bl", "ble"], ["iz", "ize"]);
const STEP_2 = rules(
  isLong,
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
);
const STEP_3 = rules(
  isLong,
  ["ical", "ic"],
  ["ness", ""],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ful", ""],
  ["ative", ""],
  ["alize", "al"],
);
const STEP_4 = rules(
  measureAboveOne,
  ["al", ""],
  ["ance", ""],
  ["ence", ""],
  ["er", ""],
  ["ic", ""],
  ["able", ""],
  ["ible", ""],
  ["ant", ""],
  ["ement", ""],
  ["ment", ""],
  ["ent", ""],
  ["ion", "", isLongAfterSOrT],
  ["ou", ""],
  ["ism", ""],
  ["ate", ""],
  ["iti", ""],
  ["ous", ""],
  ["ive", ""],
  ["ize", ""],
);

type Written = readonly [suffix: string, replacement: string, holds?: Condition];

function rules(holds: Condition, ...written: readonly Written[]): Rules {
  const table: Rule[][] = [];
  for (const [suffix, replacement, own = holds] of written) {
    const last = suffix.charCodeAt(suffix.length - 2);
    const rule = { suffix: bytesOf(suffix), replacement: bytesOf(replacement), holds: own };
    table[last] = [...(table[last] ?? []), rule];
  }
  return table;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Stems a word in place; `bytes` must have room for one more byte. Returns the new length. */
export function stem(bytes: Uint8Array, length: number): number {
  if (length < SHORTEST || length > LONGEST) return length;
  let left = stripPlural(bytes, length);
  left = stripPast(bytes, left);
  if (bytes[left - 1] === Y && hasVowel(bytes, left - 1)) bytes[left - 1] = I;
  left = apply(STEP_2, bytes, left);
  left = apply(STEP_3, bytes, left);
  left = apply(STEP_4, bytes, left);
  return stripFinal(bytes, left);
}

/** Step 1a. */
function stripPlural(bytes: Uint8Array, length: number): number {
  if (bytes[length - 1] !== S) return length;
  const before = bytes[length - 2];
  if (before === S) return length;
  if (before !== E) return length - 1;
  const isSses = length > 4 && bytes[length - 4] === S && bytes[length - 3] === S;
  const isIes = length > 3 && bytes[length - 3] === I;
  return isSses || isIes ? length - 2 : length - 1;
}

/** Step 1b. */
function stripPast(bytes: Uint8Array, length: number): number {
  if (length > 3 && ends(bytes, length, EED))
    return isLong(bytes, length - 3) ? length - 1 : length;
  const left = apply(STEP_1B, bytes, length);
  if (left === length) return length;
  const more = apply(STEP_1B_MORE, bytes, left);
  if (more !== left) return more;
  const last = bytes[left - 1];
  const isDouble = last === bytes[left - 2];
  if (isDouble && !isVowel(last, false) && last !== L && last !== S && last !== Z) return left - 1;
  if (!isMeasureOne(bytes, left) || !endsShort(bytes, left)) return left;
  bytes[left] = E;
  return left + 1;
}

/** Step 5. */
function stripFinal(bytes: Uint8Array, length: number): number {
  let left = length;
  if (bytes[left - 1] === E) {
    const isShort = isMeasureOne(bytes, left - 1) && !endsShort(bytes, left - 1);
    if (isShort || measureAboveOne(bytes, left - 1)) left--;
  }
  const isDouble = left > 1 && bytes[left - 1] === L && bytes[left - 2] === L;
  return isDouble && measureAboveOne(bytes, left - 1) ? left - 1 : left;
}

/** Returns the new length; the old one when no rule applies. */
function apply(table: Rules, bytes: Uint8Array, length: number): number {
  const row = table[bytes[length - 2] ?? 0];
  if (row === undefined) return length;
  for (const { suffix, replacement, holds } of row) {
    if (length <= suffix.length || !ends(bytes, length, suffix)) continue;
    const left = length - suffix.length;
    if (!holds(bytes, left)) return length;
    bytes.set(replacement, left);
    return left + replacement.length;
  }
  return length;
}

function ends(bytes: Uint8Array, length: number, suffix: Uint8Array): boolean {
  const from = length - suffix.length;
  for (let i = 0; i < suffix.length; i++) if (bytes[from + i] !== suffix[i]) return false;
  return true;
}

function isVowel(byte: number | undefined, isAfterConsonant: boolean): boolean {
  return (
    byte === A ||
    byte === E ||
    byte === I ||
    byte === O ||
    byte === U ||
    (isAfterConsonant && byte === Y)
  );
}

/** *v* */
function hasVowel(bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (isVowel(bytes[i], i > 0)) return true;
  return false;
}

/** Returns the position after the next vowels and the consonant that follows; 0 when the stem ends before. */
function passVowelsAndConsonant(
  bytes: Uint8Array,
  from: number,
  length: number,
  isAfterConsonant: boolean,
): number {
  let isConsonant = isAfterConsonant;
  let i = from;
  for (; i < length; i++) {
    isConsonant = !isVowel(bytes[i], isConsonant);
    if (!isConsonant) break;
  }
  for (i++; i < length; i++) {
    isConsonant = !isVowel(bytes[i], isConsonant);
    if (isConsonant) return i + 1;
  }
  return 0;
}

/** m > 0 */
function isLong(bytes: Uint8Array, length: number): boolean {
  return passVowelsAndConsonant(bytes, 0, length, false) > 0;
}

/** m > 1 */
function measureAboveOne(bytes: Uint8Array, length: number): boolean {
  const at = passVowelsAndConsonant(bytes, 0, length, false);
  return at > 0 && passVowelsAndConsonant(bytes, at, length, true) > 0;
}

/** m = 1 */
function isMeasureOne(bytes: Uint8Array, length: number): boolean {
  const at = passVowelsAndConsonant(bytes, 0, length, false);
  return at > 0 && passVowelsAndConsonant(bytes, at, length, true) === 0;
}

/** o: the stem ends in consonant, vowel, consonant, and the last is not w, x or y. */
function endsShort(bytes: Uint8Array, length: number): boolean {
  const last = bytes[length - 1];
  if (last === W || last === X || last === Y) return false;
  let isConsonant = false;
  let mask = 0;
  for (let i = 0; i < length; i++) {
    isConsonant = !isVowel(bytes[i], isConsonant);
    mask = (mask << 1) | Number(isConsonant);
  }
  return (mask & 0b111) === 0b101;
}

/** m > 1 and (*S or *T) */
function isLongAfterSOrT(bytes: Uint8Array, length: number): boolean {
  const last = bytes[length - 1];
  return (last === S || last === T) && measureAboveOne(bytes, length);
}
