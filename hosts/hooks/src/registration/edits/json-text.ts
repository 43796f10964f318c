/**
 * Edits a JSON file that belongs to another program: other content keeps its order, indentation, line ends and byte order
 * mark, because the text is edited, never rewritten from values.
 */
import { isRecord } from "@tacit-memory/files";
import { MemoryError, sentenceOf } from "@tacit-memory/memory";
import {
  createScanner,
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parse,
  parseTree,
  stripComments,
} from "jsonc-parser";

const BOM = "\uFEFF";

/** Returns the object in a configuration file's text; `{}` for an empty file. Throws "config_malformed". */
export function readObject(path: string, text: string): Readonly<Record<string, unknown>> {
  const body = withoutBom(text);
  if (body.trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    throw new MemoryError("config_malformed", {
      path,
      line: body.slice(0, first.offset).split("\n").length,
    });
  }
  if (!isRecord(value)) {
    throw new MemoryError("config_malformed", { path, reason: sentenceOf("no_json_object", {}) });
  }
  return value;
}

/** Returns the text with the value added at `path`; missing parents are created. */
export function withValue(text: string, path: JSONPath, value: unknown): string {
  return inBody(text, (body) => inserted(body.trim() === "" ? "{}\n" : body, path, value));
}

/** Returns the text with `value` at the end of the array at `path`, which is created if it is missing. */
export function withElement(text: string, path: JSONPath, value: unknown): string {
  return withValue(text, [...path, -1], value);
}

/** Returns the text without the member or element at `path`, and without the comma that it needed. */
export function withoutValue(text: string, path: JSONPath): string {
  return inBody(text, (body) => {
    const found = nodeAt(body, path);
    const node = found?.parent?.type === "property" ? found.parent : found;
    if (node === undefined) return body;
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    const before = siblings[at - 1];
    const after = siblings[at + 1];
    if (before === undefined && after === undefined) return withoutOnly(body, node);
    const start = before === undefined ? node.offset : endOf(before);
    const end = before === undefined && after !== undefined ? after.offset : endOf(node);
    return body.slice(0, start) + body.slice(end);
  });
}

/** Removes the only member or element of its container. The comma after it would have no member before it. */
function withoutOnly(body: string, node: Node): string {
  const { parent = node } = node;
  const before = body.slice(parent.offset + 1, node.offset);
  const behind = withoutFirstComma(body.slice(endOf(node), endOf(parent) - 1));
  const left = before + behind;
  // Comments between the brackets stay.
  const inside = left.trim() === "" ? "" : left;
  return body.slice(0, parent.offset + 1) + inside + body.slice(endOf(parent) - 1);
}

function withoutFirstComma(text: string): string {
  // Comments are skipped, because they may contain commas.
  const scanner = createScanner(text, true);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? text.slice(0, at) + text.slice(at + 1) : text;
}

/** Inserts the missing part of `path` below its deepest existing value; nothing else changes. */
function inserted(body: string, path: JSONPath, value: unknown): string {
  let depth = path.length - 1;
  while (depth > 0 && nodeAt(body, path.slice(0, depth)) === undefined) depth--;
  const container = nodeAt(body, path.slice(0, depth));
  if (container === undefined) return body;
  const missing = path
    .slice(depth + 1)
    .reduceRight<unknown>(
      (inner, key) => (typeof key === "string" ? { [key]: inner } : [inner]),
      value,
    );
  const key = path[depth];
  return insertedLast(body, container, typeof key === "string" ? key : null, missing);
}

/** Inserts after the last member, on a new line if the file uses lines; a list or object on one line stays on one line. */
function insertedLast(body: string, container: Node, key: string | null, value: unknown): string {
  const last = container.children?.at(-1);
  const lines = linesOf(body);
  if (last === undefined) return insertedAlone(body, container, key, value);
  const indent = indentBefore(body, last.offset);
  const start = endOf(last);
  const behind = body.slice(start, endOf(container) - 1).trimEnd();
  const isOwnLine = lines !== null && indent !== null;
  const text = memberText(key, value, isOwnLine ? { ...lines, indent } : null);
  const comma = stripComments(behind).includes(",") ? "" : ",";
  const gap = isOwnLine ? lines.eol + indent : gapAfter(behind, lines !== null);
  return `${body.slice(0, start)}${comma}${behind}${gap}${text}${body.slice(start + behind.length)}`;
}

/** Returns the separator: a line comment would swallow text put after it on the same line. */
function gapAfter(behind: string, hasLines: boolean): string {
  if (/\/\/[^\n]*$/.test(behind)) return "\n";
  return hasLines ? " " : "";
}

/** Inserts into an empty list or object. */
function insertedAlone(body: string, container: Node, key: string | null, value: unknown): string {
  const close = endOf(container) - 1;
  // Text between the brackets stays, so that the change only inserts.
  const before = body.slice(0, close);
  const lines = linesOf(body);
  if (lines === null) return before + memberText(key, value, null) + body.slice(close);
  const lineStart = body.lastIndexOf("\n", container.offset) + 1;
  const outer = /^[ \t]*/.exec(body.slice(lineStart))?.[0] ?? "";
  const indent = outer + lines.unit;
  const text = memberText(key, value, { ...lines, indent });
  return `${before}${lines.eol}${indent}${text}${lines.eol}${outer}${body.slice(close)}`;
}

interface Lines {
  readonly unit: string;
  readonly eol: string;
}

/** Returns the text of a member. `lines`: null to keep it on one line. `key`: null for an element of a list. */
function memberText(
  key: string | null,
  value: unknown,
  lines: (Lines & { readonly indent: string }) | null,
): string {
  const text =
    lines === null
      ? JSON.stringify(value)
      : JSON.stringify(value, null, lines.unit).replaceAll("\n", lines.eol + lines.indent);
  return key === null ? text : `${JSON.stringify(key)}:${lines === null ? "" : " "}${text}`;
}

/** Returns the white space at the beginning of the line; null if other text precedes the offset in that line. */
function indentBefore(body: string, offset: number): string | null {
  const start = body.lastIndexOf("\n", offset - 1) + 1;
  const before = body.slice(start, offset);
  return start > 0 && before.trim() === "" ? before : null;
}

/** Returns how the file breaks and indents its lines; null for a file with everything on one line, which stays so. */
function linesOf(body: string): Lines | null {
  if (!body.trim().includes("\n") && body.trim() !== "{}") return null;
  const unit = /\n([ \t]+)\S/.exec(body)?.[1] ?? "  ";
  return { unit: unit.startsWith("\t") ? "\t" : unit, eol: body.includes("\r\n") ? "\r\n" : "\n" };
}

function nodeAt(body: string, path: JSONPath): Node | undefined {
  const root = parseTree(body, [], { allowTrailingComma: true });
  return root === undefined ? undefined : findNodeAtLocation(root, path);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Changes the text and leaves the byte order mark in its place. */
function inBody(text: string, change: (body: string) => string): string {
  return text.startsWith(BOM) ? BOM + change(text.slice(BOM.length)) : change(text);
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}
