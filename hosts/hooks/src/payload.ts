/** Reading values nobody promised: each gives the value when it is of the kind, and nothing otherwise. */
import type { Payload } from "./host.ts";

export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function flag(value: unknown): boolean {
  return value === true;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function record(value: unknown): Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Payload)
    : {};
}

/** No host nests deeper; what reads a payload by recursion would fail on the stack. */
const MAX_DEPTH = 500;

/** A payload is one JSON object that is not nested without end; anything else is none. */
export function parsePayload(input: string): Payload | null {
  if (isNestedTooDeep(input)) return null;
  try {
    const value: unknown = JSON.parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Payload)
      : null;
  } catch {
    return null;
  }
}

/** One pass that skips strings, which are most of a large payload. */
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

/** `from`: behind the opening quote. Gives the closing one; past the text where there is none. */
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
