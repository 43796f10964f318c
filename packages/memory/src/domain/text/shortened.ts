/** Shortens a sentence to a title that a person can read. Pure. */

import { functionWordsOf } from "../language/function-words.ts";
import { clip, withoutAccents } from "./text.ts";

export interface TitleSize {
  readonly words: number;
  readonly chars: number;
}

/** Minimum words of a clause; a shorter one rarely states the topic. */
const MIN_WORDS = 5;
/** Minimum share of the possible words of a clause before a comma; a shorter one says too little. */
const MIN_SHARE = 0.5;
/** Minimum words that stay if the end of a beginning is removed. */
const MIN_LEFT = 3;
/** Minimum share of the possible words that code and quotations are kept whole for. */
const MIN_WHOLE = 0.6;
/** Minimum words after a clause that are worth more than a title that ends with the clause. */
const MIN_MORE = 3;
const CLAUSE_END = /[,;:.)—–-]+$/u;
/** After these signs, an explanation follows. */
const STATEMENT_END = /[;:.—–]+$/u;
const REMOVED = /[,;:.—–-]+$/u;
/** A sign between spaces: French puts a space before ":" and ";", and a rule may be about the sign itself. */
const LONE_SIGN = /^[^\p{L}\p{N}`]+$/u;
const LONE_END = /^[:;|—–-]$/u;
/** Words that announce something; as the last word of a title they leave the reader waiting. */
const ANNOUNCING = new Set(
  "a an the of to in on at by for from with without and or but nor so that which who whose its their his her our your my is are was were be been being must should shall may can could will would not never no only merely even just as if when while until unless than then into onto via per each every this these those it they because since after before has have had do does did still also both either than".split(
    " ",
  ),
);
/** First words of a clause that forbids something. "Not" alone only contrasts, which the statement before it implies. */
const DENIES =
  /^(?:n['’].+|ne|jamais|never|don['’]t|non|mai|nie|niemals|nunca|jam[aá]s|no|n[aã]o|nooit)$/iu;
/** Second words of a French or Italian negation, which may end it: "ne le modifie jamais". */
const DENIAL_END = /^(?:jamais|pas|plus|rien|mai)$/iu;
/** Minimum words of a clause that denies something, so that it says what it denies. */
const MIN_DENIAL = 4;

/**
 * Returns the text, or its beginning followed by "…". The beginning ends with a clause if one of at least five words fits;
 * else it ends before words that announce something, and never within code or parentheses. A later clause that forbids or
 * denies something is kept, and the clause before it is shortened for it.
 */
export function shortened(text: string, size: TitleSize): string {
  const all = text.trim().split(/\s+/);
  if (isSmall(all.join(" "), size)) return all.join(" ");
  const sentence = { all, functionWords: functionWordsOf(text) };
  return withDenial(sentence, size) ?? beginningOf(sentence, size);
}

interface Sentence {
  readonly all: readonly string[];
  /** Function words of its language if it is not English. */
  readonly functionWords: ReadonlySet<string>;
}

function isSmall(text: string, { words, chars }: TitleSize): boolean {
  return text.length <= chars && text.split(" ").length <= words;
}

function beginningOf(sentence: Sentence, { words, chars }: TitleSize): string {
  const { all } = sentence;
  const fits = (count: number) =>
    count <= words && all.slice(0, count).join(" ").length + 1 <= chars;
  let maxLength = Math.min(words, all.length);
  while (maxLength > 1 && !fits(maxLength)) maxLength--;
  const lengths = lengthsFrom(maxLength, 1);
  const endsWith = (pattern: RegExp, minLength: number) =>
    lengths.find(
      (n) =>
        n >= minLength &&
        pattern.test(all[n - 1] ?? "") &&
        !LONE_SIGN.test(all[n - 1] ?? "") &&
        isWhole(all, n),
    );
  // Before a sign between spaces, but not after a word that this sign completes: "never ;".
  const beforeSign = () =>
    lengths.find(
      (n) => n >= MIN_WORDS && LONE_END.test(all[n] ?? "") && isEnd(sentence, n) && isWhole(all, n),
    );
  const longest = longestOf(sentence, maxLength);
  const clause =
    endsWith(STATEMENT_END, MIN_WORDS) ??
    endsWith(CLAUSE_END, Math.max(MIN_WORDS, MIN_SHARE * maxLength)) ??
    beforeSign();
  // In other languages a comma often divides two halves of one rule.
  const isWorthMore =
    sentence.functionWords.size > 0 && longest >= (clause ?? 0) + MIN_MORE && clause !== undefined;
  const length = isWorthMore ? longest : (clause ?? longest);
  return clip(`${firstWords(all, length)}…`, chars);
}

function longestOf(sentence: Sentence, maxLength: number): number {
  for (let n = maxLength; n >= MIN_LEFT; n--)
    if (isEnd(sentence, n) && isWhole(sentence.all, n)) return n;
  return maxLength;
}

/** Returns the text, or its longest beginning that fits, wherever a clause ends. */
export function cutShort(text: string, { words, chars }: TitleSize): string {
  const all = text.trim().split(/\s+/);
  if (isSmall(all.join(" "), { words, chars })) return all.join(" ");
  let maxLength = Math.min(words, all.length);
  while (maxLength > 1 && all.slice(0, maxLength).join(" ").length + 1 > chars) maxLength--;
  const whole = longestOf({ all, functionWords: functionWordsOf(text) }, maxLength);
  // Half of a quotation says more than what is before it.
  const length = whole < MIN_WHOLE * maxLength ? maxLength : whole;
  return clip(`${firstWords(all, length)}…`, chars);
}

/** Returns the first words without the sign after the last one, unless the sign is a word of its own. */
function firstWords(all: readonly string[], length: number): string {
  const text = all.slice(0, length).join(" ");
  return LONE_SIGN.test(all[length - 1] ?? "") ? text : text.replace(REMOVED, "");
}

/** Returns a beginning and the first later clause that forbids something; null if there is none, or both do not fit. */
function withDenial(sentence: Sentence, size: TitleSize): string | null {
  const { all } = sentence;
  const from = all.findIndex(
    (word, i) => i >= MIN_LEFT && DENIES.test(word) && /[,;:]$/u.test(all[i - 1] ?? ""),
  );
  if (from < 0) return null;
  const before = LONE_SIGN.test(all[from - 1] ?? "") ? from - 1 : from;
  const beginnings = lengthsFrom(before, MIN_LEFT).flatMap((length) =>
    isEnd(sentence, length) && isWhole(all, length)
      ? [`${firstWords(all, length)}${length < before ? "…" : ""}`]
      : [],
  );
  const titles = denialsAt(sentence, from).flatMap((denial) =>
    beginnings.map((beginning) => `${beginning}, ${denial}`),
  );
  return titles.find((title) => isSmall(title, size)) ?? null;
}

/** Returns the clause that begins at a word, and its beginnings that say what it denies, longest first. */
function denialsAt(sentence: Sentence, from: number): string[] {
  const { all } = sentence;
  const ended = all.findIndex((word, i) => i >= from && /[,;:.]$/u.test(word));
  const to = ended < 0 ? all.length : ended + 1;
  return lengthsFrom(to, Math.min(to, from + MIN_DENIAL)).flatMap((end) => {
    if (end < to && !isEnd(sentence, end) && !DENIAL_END.test(all[end - 1] ?? "")) return [];
    const denial = firstWords(all.slice(from, end), end - from);
    return isWhole(all.slice(from), end - from) ? [`${denial}${end < all.length ? "…" : ""}`] : [];
  });
}

function lengthsFrom(longest: number, shortest: number): number[] {
  return Array.from({ length: Math.max(0, longest - shortest + 1) }, (_, i) => longest - i);
}

/** Whether a title may end after so many words. */
function isEnd({ all, functionWords }: Sentence, length: number): boolean {
  const word = (all[length - 1] ?? "").toLowerCase();
  // The sign belongs to the words before it only if they do not end without it: "never ;".
  if (LONE_END.test(word)) return !isEnd({ all, functionWords }, length - 1);
  return !ANNOUNCING.has(word) && !functionWords.has(withoutAccents(word));
}

/** Whether the first words close the code, the quotation and the parentheses that they open. */
function isWhole(all: readonly string[], length: number): boolean {
  const text = all.slice(0, length).join(" ");
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return (
    count(/`/g) % 2 === 0 &&
    count(/"/g) % 2 === 0 &&
    count(/\(/g) <= count(/\)/g) &&
    count(/[“«]/g) <= count(/[”»]/g)
  );
}
