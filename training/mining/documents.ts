/**
 * Mines documentation for pairs: heading and section, neighbouring paragraphs, first sentence and the rest, prose and its
 * code.
 */
import { cut, isProse, type Pair, plainText, sentencesOf } from "./pair.ts";

interface Block {
  readonly kind: "heading" | "prose" | "code";
  /** Level of a heading, from 1; 0 for all other blocks. */
  readonly level: number;
  readonly text: string;
}

interface Reading {
  readonly lines: readonly string[];
  /** Index of the current line; a reader that consumes several lines leaves it at the last of them. */
  at: number;
  paragraph: string[];
  readonly blocks: Block[];
}

const HEADING = /^(#{1,6}|={1,6})\s+(.+?)\s*#*$/u;
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|"{3,}|\+{3,})$/u;
const LEVELS = ["=", "-", "~", "^", '"', "+"];
const FENCE = /^\s*(`{3,}|~{3,}|-{4,}$|\.{4,}$)/u;
const INDENTED = /^(?: {4}|\t)\S/u;
const INDENTED_OR_BLANK = /^(?: {4}|\t|\s*$)/u;
const LIST_MARK = /^\s*(?:[-*+]|\d+[.)])\s+/u;
/** Matches tables, directives and lines that begin with a tag. */
const NO_PROSE = /^\s*(?:\||:::|\.\. |<\/?[a-z])/u;

/** Readers in order; the first that accepts a line consumes it. */
const READERS = [markedHeading, underlinedHeading, fencedCode, indentedCode, blank, listItem];

/** Splits Markdown, reStructuredText and AsciiDoc into blocks, precisely enough to distinguish headings, prose and code. */
export function blocksOf(text: string): Block[] {
  const lines = text.replace(/^---\n[\s\S]*?\n---\n/u, "").split("\n");
  const reading: Reading = { lines, at: 0, paragraph: [], blocks: [] };
  for (; reading.at < lines.length; reading.at++) {
    const line = lines[reading.at] ?? "";
    const isTaken = READERS.some((take) => take(line, reading));
    if (!isTaken && !NO_PROSE.test(line)) reading.paragraph.push(line);
  }
  endParagraph(reading);
  return reading.blocks;
}

function endParagraph(reading: Reading): void {
  const text = plainText(reading.paragraph.join("\n"));
  if (text !== "") reading.blocks.push({ kind: "prose", level: 0, text });
  reading.paragraph = [];
}

function addHeading(reading: Reading, level: number, text: string): void {
  endParagraph(reading);
  reading.blocks.push({ kind: "heading", level, text: plainText(text) });
}

function markedHeading(line: string, reading: Reading): boolean {
  const heading = HEADING.exec(line);
  if (heading === null) return false;
  addHeading(reading, heading[1]?.length ?? 1, heading[2] ?? "");
  return true;
}

function underlinedHeading(line: string, reading: Reading): boolean {
  const next = reading.lines[reading.at + 1]?.trim() ?? "";
  const length = line.trim().length;
  if (length <= 2 || next.length < length - 2 || !UNDERLINE.test(next)) return false;
  addHeading(reading, LEVELS.indexOf(next[0] ?? "=") + 1, line);
  reading.at++;
  return true;
}

/** Drops a fence that is never closed, and reads the text after it as prose. */
function fencedCode(line: string, reading: Reading): boolean {
  const fence = FENCE.exec(line)?.[1];
  if (fence === undefined) return false;
  endParagraph(reading);
  const { lines, at } = reading;
  const end = lines.findIndex((item, i) => i > at && item.trim().startsWith(fence));
  if (end < 0) return true;
  reading.blocks.push({ kind: "code", level: 0, text: lines.slice(at + 1, end).join("\n") });
  reading.at = end;
  return true;
}

function indentedCode(line: string, reading: Reading): boolean {
  if (reading.paragraph.length > 0 || !INDENTED.test(line)) return false;
  const { lines, at: from } = reading;
  let to = from + 1;
  while (to < lines.length && INDENTED_OR_BLANK.test(lines[to] ?? "")) to++;
  const text = lines.slice(from, to).join("\n").trimEnd();
  reading.blocks.push({ kind: "code", level: 0, text });
  reading.at = to - 1;
  return true;
}

function blank(line: string, reading: Reading): boolean {
  if (line.trim() !== "") return false;
  endParagraph(reading);
  return true;
}

/** Reads each item as a separate paragraph. */
function listItem(line: string, reading: Reading): boolean {
  if (!LIST_MARK.test(line)) return false;
  endParagraph(reading);
  reading.paragraph.push(line.replace(LIST_MARK, ""));
  return true;
}

/** Yields the pairs of one document in its order. A section's heading includes up to two parent headings. */
export function* mineDocument(text: string, source: string): Generator<Pair> {
  const end: Block = { kind: "heading", level: 1, text: "" };
  const trail: string[] = [];
  let section: { heading: string; texts: string[] } | null = null;
  let previous: Block | null = null;
  for (const block of [...blocksOf(text), end]) {
    if (block.kind === "heading") {
      const body = section?.texts.join(" ") ?? "";
      if (section !== null && isProse(body, 6)) {
        yield { k: "heading_section", r: source, a: section.heading, b: cut(body, 700) };
      }
      section = { heading: headingBelow(trail, block), texts: [] };
      previous = null;
      continue;
    }
    if (block.kind === "prose") {
      section?.texts.push(block.text);
      yield* within(block, source);
    }
    if (previous !== null) yield* between(previous, block, source);
    previous = block;
  }
}

/** Adds the heading to the trail of open headings, which may have gaps, and returns the last three. */
function headingBelow(trail: string[], { level, text }: Block): string {
  trail.length = Math.min(trail.length, level - 1);
  trail[level - 1] = text;
  return trail
    .filter((item) => item !== "")
    .slice(-3)
    .join(" > ");
}

function* within(block: Block, source: string): Generator<Pair> {
  const [first = "", ...rest] = sentencesOf(block.text);
  const other = rest.join(" ");
  if (isProse(first, 5) && isProse(other, 5)) {
    yield { k: "sentence_rest", r: source, a: cut(first, 400), b: cut(other, 500) };
  }
}

function* between(previous: Block, block: Block, source: string): Generator<Pair> {
  if (previous.kind !== "prose" || !isProse(previous.text, 5)) return;
  if (block.kind === "code" && block.text.trim().length > 20) {
    yield { k: "prose_code", r: source, a: cut(previous.text, 400), b: cut(block.text, 600) };
  } else if (block.kind === "prose" && isProse(block.text, 5)) {
    yield { k: "paragraph_next", r: source, a: cut(previous.text, 500), b: cut(block.text, 500) };
  }
}
