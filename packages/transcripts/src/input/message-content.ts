/** The text of a message as agent programs write it, and objects without undefined fields. */
import { asRecord, asText } from "@tacit-memory/files";

/** The object without fields that are `undefined`. */
export function present<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/**
 * The text of a message as agent programs write it: a string, or a list of parts. Text parts are joined, and an image
 * becomes "[image]".
 */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return asRecord(content) === undefined ? "" : partText(content);
  return content
    .map(partText)
    .filter((text) => text !== "")
    .join("\n");
}

function partText(part: unknown): string {
  if (typeof part === "string") return part;
  const record = asRecord(part);
  if (record === undefined) return "";
  const text = asText(record["text"]) ?? asText(record["content"]);
  if (text !== undefined) return text;
  const type = asText(record["type"]) ?? "";
  return type.includes("image") || "inlineData" in record ? "[image]" : "";
}
