/**
 * Splits a Markdown text into the blocks that may contain a rule: headings, list items with their depth, paragraphs, fenced
 * code. One pass over the lines; unrecognised lines are paragraphs. Frontmatter must be removed before.
 */

type BlockKind = "heading" | "item" | "step" | "paragraph" | "code" | "table" | "quote" | "comment";

export interface Block {
  readonly kind: BlockKind;
  /** Lines of a paragraph or item joined by a blank; lines of code unchanged, without the fences. */
  readonly text: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Level of a heading, 1 to 6; indentation of an item in columns. */
  readonly depth: number;
  /** Language of a code fence; "" otherwise. */
  readonly language: string;
}

const HEADING = /^#{1,6}(?=\s)/;
const ITEM = /^([-*+•])\s+(?:\[[ xX]\]\s+)?(\S.*)$/;
const STEP = /^\d{1,3}[.)]\s+(?:\[[ xX]\]\s+)?(\S.*)$/;
const FENCE = /^(`{3,}|~{3,})\s*([\w+#.-]*)/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,}|={3,})$/;
/** Matches a tag alone on its line, as prompts use to mark sections, or a line that begins with an import. */
const MARK_LINE = /^(?:<\/?[\w-]+(?:\s[^<>]*)?>$|@\S)/;

interface Open {
  kind: BlockKind;
  lines: string[];
  line: number;
  depth: number;
  language: string;
}

/** Returns the blocks in text order. `firstLine` is the number of the text's first line. */
export function markdownBlocks(text: string, firstLine = 1): Block[] {
  const reader = new BlockReader();
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (const [index, raw] of lines.entries()) reader.take(raw, firstLine + index);
  return reader.end();
}

class BlockReader {
  readonly #blocks: Block[] = [];
  #open: Open | null = null;
  #fence: string | null = null;
  #isInComment = false;

  take(raw: string, line: number): void {
    const text = raw.trim();
    if (this.#fence !== null) this.#takeCode(raw, text);
    else if (this.#isInComment) this.#isInComment = !text.includes("-->");
    else if (text.startsWith("<!--")) this.#comment(text, line);
    else if (text === "" || RULE.test(text) || MARK_LINE.test(text)) this.#close();
    else this.#takeLine(raw, text, line);
  }

  end(): Block[] {
    this.#close();
    return this.#blocks;
  }

  #takeLine(raw: string, text: string, line: number): void {
    const fence = FENCE.exec(text);
    const heading = HEADING.exec(text)?.[0] ?? null;
    const item = ITEM.exec(text);
    const step = STEP.exec(text);
    const depth = indentOf(raw);
    if (fence !== null) {
      this.#start("code", line, depth, (fence[2] ?? "").toLowerCase());
      this.#fence = fence[1] ?? "```";
    } else if (heading !== null) {
      this.#start("heading", line, heading.length);
      this.#add(withoutClosing(text.slice(heading.length)));
      this.#close();
    } else if (item !== null) {
      this.#start("item", line, depth);
      this.#add(item[2] ?? "");
    } else if (step !== null) {
      this.#start("step", line, depth);
      this.#add(step[1] ?? "");
    } else this.#takeProse(text, line, depth);
  }

  #takeProse(text: string, line: number, depth: number): void {
    const kind = text.startsWith("|") ? "table" : text.startsWith(">") ? "quote" : "paragraph";
    const open = this.#open;
    const goesOn =
      open !== null &&
      (kind === "paragraph"
        ? ["item", "step", "paragraph"].includes(open.kind)
        : open.kind === kind);
    if (!goesOn) this.#start(kind, line, depth);
    this.#add(text);
  }

  #takeCode(raw: string, text: string): void {
    const fence = this.#fence ?? "";
    // Closed by at least as many of the same character and nothing else on the line.
    if (text.startsWith(fence) && text.replaceAll(fence[0] ?? "`", "") === "") {
      this.#fence = null;
      this.#close();
    } else this.#open?.lines.push(raw);
  }

  #comment(text: string, line: number): void {
    this.#start("comment", line, 0);
    this.#add(text);
    this.#close();
    this.#isInComment = !text.includes("-->");
  }

  #start(kind: BlockKind, line: number, depth: number, language = ""): void {
    this.#close();
    this.#open = { kind, lines: [], line, depth, language };
  }

  #add(text: string): void {
    this.#open?.lines.push(text);
  }

  #close(): void {
    if (this.#open === null) return;
    const { kind, lines, line, depth, language } = this.#open;
    const text = kind === "code" ? unindented(lines) : lines.join(" ").trim();
    this.#blocks.push({ kind, text, line, depth, language });
    this.#open = null;
    this.#fence = null;
  }
}

/** Removes the closing `##` of `## Title ##`. No regular expression does this in linear time. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return text.slice(0, end).trim();
}

function indentOf(raw: string): number {
  const lead = /^[\t ]*/.exec(raw)?.[0] ?? "";
  return lead.replaceAll("\t", "    ").length;
}

function unindented(lines: readonly string[]): string {
  const full = lines.filter((line) => line.trim() !== "");
  const indent = Math.min(...full.map(indentOf), 40);
  return lines
    .map((line) => line.slice(Math.min(indent, /^[\t ]*/.exec(line)?.[0].length ?? 0)).trimEnd())
    .join("\n")
    .trim();
}
