/** Reads fields of untrusted JSON. Each accessor returns `undefined` for a value of another type. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-empty string, otherwise undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
