/**
 * A stretch of code, found again in a text that has changed since: by what it begins with, how many characters it
 * has besides white space, and their hash. It needs no parser, so that the shortest-lived process can ask whether a
 * function still reads as it did.
 *
 * White space does not count: a function that was indented or broken into other lines is the same. Where it makes
 * blocks (Python, YAML) it counts how lines are indented against each other. The price is that a change of nothing
 * but white space within a string is not seen.
 */

import { createHash } from "node:crypto";
import { fnv1a } from "@tacit-memory/files";

export interface TextMark {
  /**
   * The text up to its name: what comes before it without white space, a space, the name. For lines without a
   * name `#` and a hash of the first one. Never more of the code than that: what follows a name may be a secret.
   */
  readonly head: string;
  /** Characters besides white space. */
  readonly extent: number;
  readonly hash: string;
}

export interface Sightings {
  /** Lines, from 1, where the very text begins. */
  readonly lines: readonly number[];
  /** The line where something of the same head is defined, whatever it says now; null when nothing is. */
  readonly headLine: number | null;
}

/** What `export` adds is no part of a declaration: it comes and goes when one moves to another file. */
const BEFORE = /^\s*(?:export\s+(?:default\s+)?)?/;
const ONLY_BEFORE = /^\s*(?:export\s+(?:default\s+)?)?$/;
/** What may follow on the last line: a comma or semicolon of whatever is around it, a comment. */
const AFTER = /^[\s,;]*(?:\/\/|\/\*|#|--|$)/;
/** An expression goes on in the next line when that begins with one of these. */
const CONTINUES = /^[.?|&+=%^]/;
const MAX_HEAD = 300;

/** Languages in which indentation makes blocks. */
const INDENTED = /\.(?:pyi?|pyx|ya?ml|nim|gd|coffee|sass|haml|pug)$/i;

/**
 * The mark of lines (from 1, both inclusive) of a text; `name` is what they define, null when nothing. Null for
 * lines without text, and where the mark would not be found even in its own text. `path` says what indentation
 * means.
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
  const own = lines.replace(BEFORE, "").replace(/[\s,]+$/, "");
  const solid = withoutSpace(own);
  if (solid === "") return null;
  const head = (name === null ? null : namedHead(own, name)) ?? lineHead(own);
  const mark = { head, extent: solid.length, hash: hashOf(meaningOf(own, path)) };
  return sightingsOf(text, mark, path).lines.includes(firstLine(starts, text, from)) ? mark : null;
}

export function sightingsOf(text: string, mark: TextMark, path = ""): Sightings {
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
 * Whether a text seems to define a name still, though with other words before it: where it does, a copy of the old
 * text in another file is a copy and not where it went.
 */
export function seemsToDefine(text: string, name: string): boolean {
  const own = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const declared = `\\b(?:function\\s*\\*?|class|def|fn|func|const|let|var|interface|type|enum|struct|trait)\\s*(?<![\\w$])${own}(?![\\w$])\\s*[^\\s,}]`;
  const member = `^[ \\t]*(?:(?:public|private|protected|static|async|override|readonly|abstract|final|pub|get|set)[ \\t]+|\\*\\s*)+${own}(?![\\w$])\\s*[(<:=?;]`;
  return new RegExp(`${declared}|${member}`, "m").test(text);
}

/** The name at the end of a head; null for lines without one. */
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

/** Where a head is, each at the start of a line but for `export`. */
function* namedStarts(text: string, head: string): Generator<number> {
  const space = head.indexOf(" ");
  const [before, name] = [head.slice(0, space), head.slice(space + 1)];
  if (name === "") return;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWholeWord(text, at, name)) continue;
    const start = startBefore(text, at, before);
    if (start === null) continue;
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    if (ONLY_BEFORE.test(text.slice(lineStart, start))) yield start;
  }
}

/** Goes back over `before`, which has no white space, from `at`; null when something else stands there. */
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
    const own = line.replace(BEFORE, "");
    if (own.trim() !== "" && lineHead(own) === head) yield lineStart + line.length - own.length;
  }
}

/** Where `extent` characters besides white space end; null when there are not so many. */
function endOf(text: string, start: number, extent: number): number | null {
  let left = extent;
  for (let at = start; at < text.length; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    left--;
    if (left === 0) return at + 1;
  }
  return null;
}

/** A text that merely goes on after the last character is another text. */
function endsThere(text: string, end: number, isNamed: boolean): boolean {
  const lineEnd = text.indexOf("\n", end);
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  if (!AFTER.test(rest)) return false;
  if (!isNamed || lineEnd < 0 || /^\s*;/.test(rest) || text[end - 1] === ";") return true;
  return !CONTINUES.test(text.slice(lineEnd, lineEnd + 400).trimStart());
}

/** Where nothing closes a block, whatever comes next and is indented more than its head belongs to it. */
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
  // Most are ASCII, and a name as short as `get` stands in a file a thousand times.
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

/** With a sign for each block that begins or ends; within brackets lines may begin anywhere. */
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

/** The line of an offset, from 1. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** The line on which the text from an offset begins, `export` and blank lines left out. */
function firstLine(starts: readonly number[], text: string, from: number): number {
  const skipped = BEFORE.exec(text.slice(from))?.[0].length ?? 0;
  return lineOf(starts, from + skipped);
}
