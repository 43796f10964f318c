/**
 * Finds a part of a file again after the file has changed: by its beginning, its number of characters without white space,
 * and their hash. It needs no parser, so that even the shortest-lived process can check whether a function is unchanged.
 * White space does not count: a function that was indented or wrapped differently is the same. In languages where indentation
 * defines blocks (Python, YAML), the relative indentation of lines counts. As a consequence, a change of only white space
 * within a string is not detected.
 */

import { createHash } from "node:crypto";
import { fnv1a } from "@tacit-memory/files";
import { literalPattern } from "./text.ts";

export interface TextMark {
  /**
   * The text up to its name: what comes before it without white space, a space, the name. For lines without a name `#` and a
   * hash of the first line. Never contains more of the code, because what follows a name may be a secret.
   */
  readonly head: string;
  /** Number of characters without white space. */
  readonly extent: number;
  readonly hash: string;
}

export interface Occurrences {
  /** Lines, from 1, where exactly this text begins. */
  readonly lines: readonly number[];
  /** The line where the same head is defined, whatever its content; null if none is. */
  readonly headLine: number | null;
}

/** `export` is not part of the declaration: it changes when code moves to another file. */
const EXPORT_PREFIX = /^\s*(?:export\s+(?:default\s+)?)?/;
const ONLY_EXPORT_PREFIX = /^\s*(?:export\s+(?:default\s+)?)?$/;
/** Matches what may follow on the last line: a comma or semicolon of the surrounding code, or a comment. */
const LINE_TAIL = /^[\s,;]*(?:\/\/|\/\*|#|--|$)/;
/** Matches the beginning of a line that continues an expression. */
const CONTINUES = /^[.?|&+=%^]/;
const MAX_HEAD = 300;

/** Matches files of languages in which indentation defines blocks. */
const INDENTED = /\.(?:pyi?|pyx|ya?ml|nim|gd|coffee|sass|haml|pug)$/i;

/**
 * Returns the mark of lines (from 1, both inclusive); `name` is what they define, null if nothing. Null for blank lines, and
 * if the mark would not be found in its own text. `path` determines whether indentation matters.
 */
export function markOf(
  text: string,
  startLine: number,
  endLine: number,
  name: string | null,
  path = "",
): TextMark | null {
  const starts = lineStarts(text);
  const from = starts[startLine - 1];
  if (from === undefined || endLine < startLine) return null;
  const lines = text.slice(from, starts[endLine] ?? text.length);
  const own = lines.replace(EXPORT_PREFIX, "").replace(/[\s,]+$/, "");
  const solid = withoutSpace(own);
  if (solid === "") return null;
  const head = (name === null ? null : namedHead(own, name)) ?? lineHead(own);
  const mark = { head, extent: solid.length, hash: hashOf(meaningOf(own, path)) };
  return occurrencesOf(text, mark, path).lines.includes(firstLine(starts, text, from))
    ? mark
    : null;
}

export function occurrencesOf(text: string, mark: TextMark, path = ""): Occurrences {
  const found: number[] = [];
  let headAt: number | null = null;
  const isNamed = !mark.head.startsWith("#");
  for (const start of isNamed ? namedStarts(text, mark.head) : lineHeadStarts(text, mark.head)) {
    headAt ??= start;
    const end = endOf(text, start, mark.extent);
    if (end === null || !endsThere(text, end, isNamed)) continue;
    if (isNamed && INDENTED.test(path) && hasMoreInBlock(text, start, end)) continue;
    if (hashOf(meaningOf(text.slice(start, end), path)) === mark.hash) found.push(start);
  }
  const starts = headAt === null ? [] : lineStarts(text);
  return {
    lines: found.map((at) => lineOf(starts, at)),
    headLine: headAt === null || !isNamed ? null : lineOf(starts, headAt),
  };
}

/**
 * Returns whether a text seems to define a name, even with other words before it. If it does, a copy of the old text in
 * another file is a copy and not its new location.
 */
export function seemsToDefine(text: string, name: string): boolean {
  const own = literalPattern(name);
  const declared = `\\b(?:function\\s*\\*?|class|def|fn|func|const|let|var|interface|type|enum|struct|trait)\\s*(?<![\\w$])${own}(?![\\w$])\\s*[^\\s,}]`;
  const member = `^[ \\t]*(?:(?:public|private|protected|static|async|override|readonly|abstract|final|pub|get|set)[ \\t]+|\\*\\s*)+${own}(?![\\w$])\\s*[(<:=?;]`;
  return new RegExp(`${declared}|${member}`, "m").test(text);
}

/** Returns the name at the end of a head; null for a head without a name. */
export function nameOfHead(head: string): string | null {
  return head.startsWith("#") ? null : head.slice(head.indexOf(" ") + 1);
}

function namedHead(own: string, name: string): string | null {
  for (let at = own.indexOf(name); at >= 0; at = own.indexOf(name, at + 1)) {
    if (!isWholeWord(own, at, name)) continue;
    const head = `${withoutSpace(own.slice(0, at))} ${name}`;
    return head.length <= MAX_HEAD ? head : null;
  }
  return null;
}

function lineHead(own: string): string {
  return `#${fingerprint(withoutSpace(own.split("\n", 1)[0] ?? ""))}`;
}

/** Yields the positions of a head, each at the start of a line or after `export`. */
function* namedStarts(text: string, head: string): Generator<number> {
  const space = head.indexOf(" ");
  const [before, name] = [head.slice(0, space), head.slice(space + 1)];
  if (name === "") return;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWholeWord(text, at, name)) continue;
    const start = startBefore(text, at, before);
    if (start === null) continue;
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    if (ONLY_EXPORT_PREFIX.test(text.slice(lineStart, start))) yield start;
  }
}

/** Matches `before`, which has no white space, backwards from `at`; returns its start, or null if the text differs. */
function startBefore(text: string, at: number, before: string): number | null {
  let from = at;
  for (let left = before.length - 1; left >= 0; left--) {
    do from--;
    while (from >= 0 && isSpace(text.charCodeAt(from)));
    if (from < 0 || text.charCodeAt(from) !== before.charCodeAt(left)) return null;
  }
  return from;
}

function* lineHeadStarts(text: string, head: string): Generator<number> {
  for (const lineStart of lineStarts(text)) {
    const lineEnd = text.indexOf("\n", lineStart);
    const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
    const own = line.replace(EXPORT_PREFIX, "");
    if (own.trim() !== "" && lineHead(own) === head) yield lineStart + line.length - own.length;
  }
}

/** Returns the position after `extent` characters without white space; null if there are fewer. */
function endOf(text: string, start: number, extent: number): number | null {
  let left = extent;
  for (let at = start; at < text.length; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    left--;
    if (left === 0) return at + 1;
  }
  return null;
}

/** Returns whether the part ends here; text that continues after the last character is different text. */
function endsThere(text: string, end: number, isNamed: boolean): boolean {
  const lineEnd = text.indexOf("\n", end);
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  if (!LINE_TAIL.test(rest)) return false;
  if (!isNamed || lineEnd < 0 || /^\s*;/.test(rest) || text[end - 1] === ";") return true;
  return !CONTINUES.test(text.slice(lineEnd, lineEnd + 400).trimStart());
}

/**
 * Returns whether the block continues: where nothing closes a block, following lines indented more than its head belong to
 * it.
 */
function hasMoreInBlock(text: string, start: number, end: number): boolean {
  const head = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const lineEnd = text.indexOf("\n", end);
  if (lineEnd < 0) return false;
  const next = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*([^\S\n]*)\S/.exec(text.slice(lineEnd + 1));
  return next !== null && (next[1] ?? "").length > head.length && !/^\s*#/.test(next[0]);
}

function isWholeWord(text: string, at: number, word: string): boolean {
  return !isNamePart(text.charAt(at - 1)) && !isNamePart(text.charAt(at + word.length));
}

function isNamePart(char: string): boolean {
  // Most characters are ASCII, and a name as short as `get` may occur a thousand times in a file.
  const code = char.charCodeAt(0);
  if (code < 128) return ASCII_NAME[code] === 1;
  return /[\p{L}\p{N}]/u.test(char);
}

const ASCII_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function withoutSpace(text: string): string {
  return text.replace(/[\t-\r \u00a0\ufeff]+/g, "");
}

function meaningOf(text: string, path: string): string {
  return INDENTED.test(path) ? withBlocks(text) : withoutSpace(text);
}

/** Inserts a sign at the beginning and end of each block; within brackets lines may be indented freely. */
function withBlocks(text: string): string {
  const open: number[] = [];
  let solid = "";
  let depth = 0;
  for (const [at, line] of text.split("\n").entries()) {
    const own = withoutSpace(line);
    if (own === "") continue;
    if (at > 0 && depth === 0) solid += blockSigns(open, line.length - line.trimStart().length);
    for (const char of own) depth += bracketStep(char);
    depth = Math.max(0, depth);
    solid += own;
  }
  return solid;
}

function blockSigns(open: number[], indent: number): string {
  let signs = "";
  for (let top = open.at(-1); top !== undefined && top > indent; top = open.at(-1)) {
    open.pop();
    signs += "\u0002";
  }
  if (open.at(-1) === indent) return signs;
  open.push(indent);
  return `${signs}\u0001`;
}

function bracketStep(char: string): number {
  if ("([{".includes(char)) return 1;
  return ")]}".includes(char) ? -1 : 0;
}

function hashOf(solid: string): string {
  return createHash("sha256").update(solid).digest("hex").slice(0, 32);
}

function fingerprint(text: string): string {
  return fnv1a(text).toString(16).padStart(8, "0");
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the line of an offset, from 1. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Returns the line where the text after an offset begins, skipping `export` and blank lines. */
function firstLine(starts: readonly number[], text: string, from: number): number {
  const skipped = EXPORT_PREFIX.exec(text.slice(from))?.[0].length ?? 0;
  return lineOf(starts, from + skipped);
}
