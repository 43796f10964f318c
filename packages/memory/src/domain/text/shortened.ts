/** Shortens a sentence to a title that a person can read. Pure. */
import { clip } from "./text.ts";

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
const CLAUSE_END = /[,;:.)—–-]+$/u;
/** After these signs, an explanation follows. */
const STATEMENT_END = /[;:.—–]+$/u;
const REMOVED = /[,;:.—–-]+$/u;
/** Words that announce something; as the last word of a title they leave the reader waiting. */
const ANNOUNCING = new Set(
  "a an the of to in on at by for from with without and or but nor so that which who whose its their his her our your my is are was were be been being must should shall may can could will would not never no only merely even just as if when while until unless than then into onto via per each every this these those it they because since after before has have had do does still also both either than".split(
    " ",
  ),
);

/**
 * Returns the text, or its beginning followed by "…". The beginning ends with a clause if one of at least five words fits;
 * else it ends before words that announce something, and never within code or parentheses.
 */
export function shortened(text: string, { words, chars }: TitleSize): string {
  const all = text.trim().split(/\s+/);
  const fits = (count: number, end: string) =>
    count <= words && all.slice(0, count).join(" ").length + end.length <= chars;
  if (fits(all.length, "")) return all.join(" ");
  let maxLength = Math.min(words, all.length);
  while (maxLength > 1 && !fits(maxLength, "…")) maxLength--;
  const lengths = Array.from({ length: maxLength }, (_, i) => maxLength - i);
  const endsWith = (pattern: RegExp, minLength: number) =>
    lengths.find((n) => n >= minLength && pattern.test(all[n - 1] ?? "") && isWhole(all, n));
  const length =
    endsWith(STATEMENT_END, MIN_WORDS) ??
    endsWith(CLAUSE_END, Math.max(MIN_WORDS, MIN_SHARE * maxLength)) ??
    lengths.find((n) => n >= MIN_LEFT && !isAnnouncing(all[n - 1] ?? "") && isWhole(all, n)) ??
    maxLength;
  return clip(`${all.slice(0, length).join(" ").replace(REMOVED, "")}…`, chars);
}

function isAnnouncing(word: string): boolean {
  return ANNOUNCING.has(word.toLowerCase());
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
