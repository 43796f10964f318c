/**
 * Editing a JSON file that belongs to somebody else: what is not ours keeps its order, indentation, line
 * ends and byte order mark, because the text is edited, never rewritten from values.
 */
import { MemoryError } from "@tacit-memory/memory";
import { applyEdits, type JSONPath, modify, type ParseError, parse } from "jsonc-parser";

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
