/**
 * Finds statements in texts, ignoring case and the characters between words. One pass over a text finds all statements at
 * once (Aho and Corasick, 1975, over words instead of characters), so that the time does not grow with their number. A text
 * may have been cut: a beginning of at least four words counts at a cut mark or at the end of a long text.
 */

export interface StatementFinder {
  /** Replaces each statement in the text; returns the same text if there is none. */
  readonly replaceIn: (text: string, replacement: string) => string;
  /**
   * Every text with a statement contains one of these, in lower case as SQLite's `lower()` makes it, which changes only
   * ASCII.
   */
  readonly probes: readonly string[];
}

/** Scripts written without blanks between words: each character counts as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}_]+/gu;
const CUT = /…|\.\.\.|\[/;
/** Minimum words of a cut beginning; a shorter one is a common phrase. */
const MIN_CUT_WORDS = 4;
/** Minimum characters of a text that may have been cut without a mark; a shorter one is complete. */
const MIN_CUT_CHARS = 200;
/** Minimum characters of a statement; shorter ones are found only if they are the whole text. */
const MIN_CHARS = 10;
/** Minimum characters of a single word that counts as a name; it must also contain a digit, an underscore or a capital. */
const MIN_NAME_CHARS = 8;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A node in the tree of all statements: the words read so far of one or more of them. */
interface Node {
  readonly depth: number;
  readonly next: Map<string, Node>;
  /** Where to continue if no statement does: the longest suffix of the read words that begins a statement. */
  fallback: Node | null;
  /** Number of words of the longest statement that ends here; 0 if none. */
  ends: number;
}

export function findStatements(statements: Iterable<string>): StatementFinder {
  const root = newNode(0);
  const whole = new Set<string>();
  const probes = new Set<string>();
  for (const statement of new Set(statements)) {
    const words = wordsOf(statement).map(({ text }) => text);
    if (words.length === 0) continue;
    if (isStatement(statement, words)) addTo(root, words);
    else whole.add(words.join(" "));
    for (const probe of probesOf(statement, words)) probes.add(probe);
  }
  setFallbacks(root);
  return {
    probes: [...probes],
    replaceIn: (text, replacement) => replaceIn({ root, whole }, text, replacement),
  };
}

/** Returns whether the words of one text begin with those of the other. */
export function beginsWithWords(text: string, beginning: string): boolean {
  const words = wordsOf(text);
  return wordsOf(beginning).every(({ text: word }, i) => words[i]?.text.startsWith(word));
}

function isStatement(statement: string, words: readonly string[]): boolean {
  if (words.length > 1) return statement.trim().length >= MIN_CHARS;
  const word = statement.trim();
  return word.length >= MIN_NAME_CHARS && /\d|_|\p{Ll}\p{Lu}/u.test(word);
}

function newNode(depth: number): Node {
  return { depth, next: new Map(), fallback: null, ends: 0 };
}

function addTo(root: Node, words: readonly string[]): void {
  let node = root;
  for (const word of words) {
    const next = node.next.get(word) ?? newNode(node.depth + 1);
    node.next.set(word, next);
    node = next;
  }
  node.ends = node.depth;
}

/** Sets the fallbacks level by level, because a fallback is nearer to the root and must be complete when used. */
function setFallbacks(root: Node): void {
  let level: Node[] = [root];
  while (level.length > 0) {
    const below: Node[] = [];
    for (const node of level) {
      for (const [word, next] of node.next) {
        next.fallback = node.fallback === null ? root : step(node.fallback, word);
        next.ends = Math.max(next.ends, next.fallback.ends);
        below.push(next);
      }
    }
    level = below;
  }
}

function step(from: Node, word: string): Node {
  let node = from;
  for (;;) {
    const next = node.next.get(word);
    if (next !== undefined) return next;
    if (node.fallback === null) return node;
    node = node.fallback;
  }
}

interface Tree {
  readonly root: Node;
  readonly whole: ReadonlySet<string>;
}

function replaceIn({ root, whole }: Tree, text: string, replacement: string): string {
  const words = wordsOf(text);
  if (whole.size > 0 && whole.has(words.map((word) => word.text).join(" "))) return replacement;
  if (root.next.size === 0) return text;
  // Maps the last word of each range to its first.
  const firstOf = new Map<number, number>();
  let node = root;
  for (const [i, word] of words.entries()) {
    const before = node;
    node = step(node, word.text);
    const count = Math.max(node.ends, isCut(text, words, i) ? cutCount(before, node, word) : 0);
    if (count > 0) firstOf.set(i, i - count + 1);
  }
  return firstOf.size === 0 ? text : withoutRanges(text, words, firstOf, replacement);
}

function isCut(text: string, words: readonly Word[], i: number): boolean {
  const next = words[i + 1];
  if (next === undefined && text.length >= MIN_CUT_CHARS) return true;
  return CUT.test(text.slice(words[i]?.end, next?.start));
}

/** Returns how many words before a cut begin a statement; the last may be incomplete. */
function cutCount(before: Node, after: Node, { text }: Word): number {
  const isLongEnough = before.depth + 1 >= MIN_CUT_WORDS;
  const isPart = isLongEnough && [...before.next.keys()].some((word) => word.startsWith(text));
  const count = Math.max(after.depth, isPart ? before.depth + 1 : 0);
  return count >= MIN_CUT_WORDS ? count : 0;
}

function withoutRanges(
  text: string,
  words: readonly Word[],
  firstOf: ReadonlyMap<number, number>,
  replacement: string,
): string {
  const parts: string[] = [];
  let end = text.length;
  // Backwards, because a longer range covers those that end inside it.
  for (let i = words.length - 1; i >= 0; i--) {
    const first = firstOf.get(i);
    if (first === undefined) continue;
    let from = first;
    for (let inside = i - 1; inside >= from; inside--)
      from = Math.min(from, firstOf.get(inside) ?? from);
    parts.push(text.slice(words[i]?.end, end), replacement);
    end = words[from]?.start ?? 0;
    i = from;
  }
  parts.push(text.slice(0, end));
  return parts.reverse().join("");
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { index, 0: found } of text.matchAll(WORD)) {
    const parts = UNSPACED.test(found) ? partsOf(found) : [found];
    let start = index;
    for (const part of parts) {
      words.push({ text: part.toLowerCase(), start, end: start + part.length });
      start += part.length;
    }
  }
  return words;
}

/** Splits into characters that are words themselves and the text between them. */
function partsOf(run: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const char of run) {
    const isOwn = UNSPACED.test(char);
    if (isOwn || !isOpen) parts.push(char);
    else parts.push((parts.pop() ?? "") + char);
    isOpen = !isOwn;
  }
  return parts;
}

/**
 * Returns the probes of a statement among the words that remain after a cut: the longest plain word, otherwise the longest
 * other word without its first letter, which is often a capital.
 */
function probesOf(statement: string, words: readonly string[]): string[] {
  const plain = longestOf(words.slice(0, MIN_CUT_WORDS).filter((word) => /^\w+$/.test(word)));
  if (plain !== "") return [plain];
  const inText = wordsOf(statement).map(({ start, end }) => statement.slice(start, end));
  const [first = "", ...rest] = longestOf(inText.slice(0, MIN_CUT_WORDS));
  const end = rest.join("") || first;
  return [...new Set([end, end.toLowerCase(), end.toUpperCase()])];
}

function longestOf(words: readonly string[]): string {
  return words.reduce((a, b) => (b.length > a.length ? b : a), "");
}
