/** Reads a file that a person teaches from: which insights does it contain? The file is read in the browser; nothing is stored. */

/** Bytes. A longer file is no list of insights, and `tacit import` reads files of any size. */
export const MAX_FILE_BYTES = 256_000;
/** Insights of one file. More cannot be judged in one view. */
export const MAX_INSIGHTS = 100;
/** Characters below which a piece of text says nothing. */
const MIN_CHARS = 10;

export interface Insight {
  readonly content: string;
  readonly type?: string;
  readonly files?: readonly string[];
}

type FileProblem = "too_large" | "binary" | "json_malformed" | "json_shape" | "empty";

export type ReadFile =
  /** `left`: number of insights beyond the limit. */
  | { readonly insights: readonly Insight[]; readonly left: number }
  | { readonly problem: FileProblem };

export function readTeaching(name: string, bytes: Uint8Array): ReadFile {
  if (bytes.length > MAX_FILE_BYTES) return { problem: "too_large" };
  const text = decoded(bytes);
  if (text === null) return { problem: "binary" };
  const found = /\.jsonl?$/i.test(name) ? insightsInJson(text) : insightsInText(text);
  if (typeof found === "string") return { problem: found };
  const insights = found.filter(({ content }) => content.length >= MIN_CHARS);
  if (insights.length === 0) return { problem: "empty" };
  return {
    insights: insights.slice(0, MAX_INSIGHTS),
    left: Math.max(0, insights.length - MAX_INSIGHTS),
  };
}

/** Null: the bytes are no text. */
function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

const FRONT_MATTER = /^---\r?\n[\s\S]*?\n---\r?\n/;
const CODE = /^([ \t]*(?:```|~~~)[\s\S]*?^[ \t]*(?:```|~~~)[ \t]*)$/m;
const ITEM = /^\s{0,3}(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;
/** Ends the text before it and is no text itself: an empty line, a heading, a rule. */
const BREAK = /^\s*$|^\s{0,3}#{1,6}\s|^\s{0,3}(?:[-*_]\s*){3,}$/;

/** Returns paragraphs and list items, each with the code below it. */
function insightsInText(text: string): Insight[] {
  const pieces: string[] = [];
  const parts = text.replaceAll("\r\n", "\n").replace(FRONT_MATTER, "").split(CODE);
  for (const [at, part] of parts.entries()) {
    const isCode = at % 2 === 1;
    if (isCode) pieces.push(`${pieces.pop() ?? ""}\n${part.trim()}`.trim());
    else pieces.push(...piecesOf(part));
  }
  return pieces.map((content) => ({ content }));
}

function piecesOf(text: string): string[] {
  const pieces: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (BREAK.test(line) || ITEM.test(line)) pieces.push([]);
    if (!BREAK.test(line)) pieces.at(-1)?.push(line.replace(ITEM, "").trim());
  }
  return pieces.filter(({ length }) => length > 0).map((lines) => lines.join("\n"));
}

/** Reads a list of texts or of objects with a `content`, or one of these on each line. */
function insightsInJson(text: string): Insight[] | FileProblem {
  const value = parsed(text) ?? parsed(`[${text.trim().split(/\r?\n/).join(",")}]`);
  if (value === null) return "json_malformed";
  const inner = isRecord(value) && !("content" in value) ? value["memories"] : value;
  const list = Array.isArray(inner) ? inner : [inner];
  const insights = list.map(insightIn);
  const found = insights.filter((insight) => insight !== null);
  return found.length < list.length || list.length === 0 ? "json_shape" : found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function insightIn(value: unknown): Insight | null {
  if (typeof value === "string") return { content: value.trim() };
  if (!isRecord(value) || typeof value["content"] !== "string") return null;
  const { content, type, files } = value;
  return {
    content: String(content).trim(),
    ...(typeof type === "string" ? { type } : {}),
    ...(Array.isArray(files)
      ? { files: files.filter((file) => typeof file === "string").slice(0, 20) }
      : {}),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
