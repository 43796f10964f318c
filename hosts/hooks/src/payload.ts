/** Reads fields of a payload, whose shape is not guaranteed: each function returns the value if it has the right type. */
import { asArray, asNumber, asRecord, asText, parseJson } from "@tacit-memory/files";
import type { Payload } from "./host.ts";

export function text(value: unknown): string | null {
  return asText(value) ?? null;
}

export function number(value: unknown): number | null {
  return asNumber(value) ?? null;
}

export function flag(value: unknown): boolean {
  return value === true;
}

export function list(value: unknown): readonly unknown[] {
  return asArray(value);
}

export function record(value: unknown): Payload {
  return asRecord(value) ?? {};
}

/** Maximum nesting. No host nests deeper, and recursive reading would overflow the stack. */
const MAX_DEPTH = 500;

/** Parses a payload, which is one JSON object of limited depth. Returns null for anything else. */
export function parsePayload(input: string): Payload | null {
  if (isNestedTooDeep(input)) return null;
  return asRecord(parseJson(input)) ?? null;
}

/** Checks the depth in one pass that skips strings, which are most of a large payload. */
function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === 0x22) {
      at = endOfString(json, at + 1);
    } else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}

/** Returns the position of the closing quote, or beyond the text if there is none. `from` is after the opening quote. */
function endOfString(json: string, from: number): number {
  for (let at = from; ; ) {
    const quote = json.indexOf('"', at);
    if (quote === -1) return json.length;
    let backslashes = 0;
    while (quote - backslashes > from && json.charCodeAt(quote - backslashes - 1) === 0x5c)
      backslashes++;
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}
