/**
 * Editing a JSON file that belongs to somebody else: what is not ours keeps its order, indentation, line
 * ends and byte order mark, because the text is edited, never rewritten from values.
 */
import { MemoryError } from "@tacit-memory/memory";
import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type ParseError,
  parse,
  parseTree,
} from "jsonc-parser";

const BOM = "\uFEFF";

/** The object in a configuration file's text; `{}` for an empty file. Throws "config_malformed". */
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
  if (!isObject(value)) {
    throw new MemoryError("config_malformed", { path, reason: "not a JSON object" });
  }
  return value;
}

/** The text with the value at `path` set, or removed where `value` is undefined. */
export function withValue(text: string, path: JSONPath, value: unknown): string {
  return edited(text, path, value, false);
}

/** The text with `value` at the end of the array at `path`, which is made when it is not there. */
export function withElement(text: string, path: JSONPath, value: unknown): string {
  return edited(text, [...path, -1], value, true);
}

/**
 * The text without the element of an array at `path`, and without the comma that it needed. The library's own
 * removal takes the closing bracket along where the last of several elements stands right before it.
 */
export function withoutElement(text: string, path: JSONPath): string {
  const mark = text.startsWith(BOM) ? BOM : "";
  const body = withoutBom(text);
  const root = parseTree(body, [], { allowTrailingComma: true });
  const node = root === undefined ? undefined : findNodeAtLocation(root, path);
  const siblings = node?.parent?.children ?? [];
  if (node === undefined) return text;
  const at = siblings.indexOf(node);
  const before = siblings[at - 1];
  const after = siblings[at + 1];
  const start = before === undefined ? node.offset : before.offset + before.length;
  const end =
    before === undefined && after !== undefined ? after.offset : node.offset + node.length;
  return mark + body.slice(0, start) + body.slice(end);
}

function edited(text: string, path: JSONPath, value: unknown, isArrayInsertion: boolean): string {
  const mark = text.startsWith(BOM) ? BOM : "";
  const body = withoutBom(text);
  const start = body.trim() === "" ? "{}\n" : body;
  const formatting = formattingOf(start);
  const edits = modify(start, path, value, {
    isArrayInsertion,
    ...(formatting === null ? {} : { formattingOptions: formatting }),
  });
  return mark + applyEdits(start, edits);
}

/** As the file has it; null for one with everything on one line, which stays so. */
function formattingOf(body: string) {
  if (!body.includes("\n") && body.trim() !== "{}") return null;
  const indent = /\n([ \t]+)\S/.exec(body)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : indent.length,
    eol: body.includes("\r\n") ? "\r\n" : "\n",
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}
