/**
 * Finds tokens by their prefix at the hinted positions (hints.ts).
 *
 * The end of each run of an alphabet is remembered: however often a prefix repeats inside one run, the run is scanned once
 * per alphabet, and the whole scan stays linear.
 */
import type { Report } from "../finding.ts";
import { isSpecimen, isStandIn, looksRandom } from "../secret-value.ts";
import { type Alphabet, TOKEN_RULES, type TokenRule } from "./token-rules.ts";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const ALNUM = UPPER + UPPER.toLowerCase() + DIGITS;

const ALPHABETS: Readonly<Record<Alphabet, string>> = {
  alnum: ALNUM,
  word: `${ALNUM}_`,
  slug: `${ALNUM}_-`,
  dotted: `${ALNUM}_.-`,
  hex: `${DIGITS}abcdefABCDEF`,
  upper: UPPER + DIGITS,
  base64: `${ALNUM}+/=_-`,
  any: `${ALNUM}_.=+/~%-`,
};

interface Entry {
  readonly prefix: string;
  readonly rule: TokenRule;
}

interface Scanner {
  /** Entries by two 7-bit character codes. */
  readonly entries: ReadonlyMap<number, readonly Entry[]>;
  readonly members: Readonly<Record<Alphabet, Uint8Array>>;
}

let scanner: Scanner | undefined;

/** Reports each token. `starts`: possible starts of a prefix, ascending. */
export function findTokens(text: string, starts: readonly number[], report: Report): void {
  if (starts.length === 0) return;
  scanner ??= buildScanner();
  const { entries } = scanner;
  const runs = new RunEnds(text, scanner.members);
  for (const at of starts) {
    const pair = (text.charCodeAt(at) << 7) | text.charCodeAt(at + 1);
    const own = entries.get(pair);
    if (own !== undefined) matchAt(text, at, own, runs, report);
  }
}

/**
 * Returns whether a token can begin here: after anything but a letter or digit, or after an escape that ends in one of them,
 * as in `\nghp_`, `%3Dghp_` or a terminal colour.
 */
export function startsWord(text: string, at: number): boolean {
  if (at === 0 || !isAlnum(text.charCodeAt(at - 1))) return true;
  const before = text.slice(Math.max(0, at - 14), at);
  return /(?:\\[nrtbfv]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\[[0-9;]{1,8}m)$/.test(
    before,
  );
}

function isAlnum(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function matchAt(
  text: string,
  at: number,
  entries: readonly Entry[],
  runs: RunEnds,
  report: Report,
): void {
  for (const { prefix, rule } of entries) {
    if (!text.startsWith(prefix, at)) continue;
    const end = bodyEnd(text, at + prefix.length, rule, runs);
    if (end === -1 || !startsWord(text, at)) continue;
    // Weak prefixes also occur in the middle of names: `convert_re_exported`.
    if (rule.isWeak && /[_-]/.test(text.charAt(at - 1))) continue;
    if (fits(text.slice(at, Math.min(end, at + 250)), prefix, rule)) {
      report(rule.rule, at, end);
      return;
    }
  }
}

/** Returns the end of the body, or -1 if its length does not match the rule. */
function bodyEnd(text: string, start: number, rule: TokenRule, runs: RunEnds): number {
  let end = runs.endOf(rule.body, start);
  // A full stop or slash that ends a sentence or a path is not part of a token.
  while (end > start && ".~%/".includes(text.charAt(end - 1))) end--;
  const length = end - start;
  return length < rule.min || length > (rule.max ?? Number.POSITIVE_INFINITY) ? -1 : end;
}

function fits(token: string, prefix: string, rule: TokenRule): boolean {
  const body = token.slice(prefix.length);
  if (rule.form !== undefined && !rule.form.test(token)) return false;
  if (rule.isUnmistakable === true ? isStandIn(body) : isSpecimen(body)) return false;
  return rule.isWeak !== true || looksRandom(body);
}

/** Ends of the runs of each alphabet; each is found once, however often it is requested. */
class RunEnds {
  readonly #text: string;
  readonly #members: Readonly<Record<Alphabet, Uint8Array>>;
  readonly #known = new Map<Alphabet, { start: number; end: number }>();

  constructor(text: string, members: Readonly<Record<Alphabet, Uint8Array>>) {
    this.#text = text;
    this.#members = members;
  }

  endOf(alphabet: Alphabet, start: number): number {
    const cached = this.#known.get(alphabet);
    if (cached !== undefined && start >= cached.start && start <= cached.end) return cached.end;
    const members = this.#members[alphabet];
    let end = start;
    while (end < this.#text.length && members[this.#text.charCodeAt(end)] === 1) end++;
    this.#known.set(alphabet, { start, end });
    return end;
  }
}

function buildScanner(): Scanner {
  const entries = new Map<number, Entry[]>();
  for (const rule of TOKEN_RULES) {
    for (const prefix of rule.prefixes) {
      const pair = (prefix.charCodeAt(0) << 7) | prefix.charCodeAt(1);
      const list = entries.get(pair) ?? [];
      list.push({ prefix, rule });
      entries.set(pair, list);
    }
  }
  // Longest first, so that `sk-ant-` is tried before `sk-`.
  for (const list of entries.values()) list.sort((a, b) => b.prefix.length - a.prefix.length);
  return {
    entries,
    members: {
      alnum: memberTable(ALPHABETS.alnum),
      word: memberTable(ALPHABETS.word),
      slug: memberTable(ALPHABETS.slug),
      dotted: memberTable(ALPHABETS.dotted),
      hex: memberTable(ALPHABETS.hex),
      upper: memberTable(ALPHABETS.upper),
      base64: memberTable(ALPHABETS.base64),
      any: memberTable(ALPHABETS.any),
    },
  };
}

function memberTable(alphabet: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) table[alphabet.charCodeAt(i)] = 1;
  return table;
}
