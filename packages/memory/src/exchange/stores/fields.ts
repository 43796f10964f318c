/** Converts values of other programs' records to Tacit's types; a value of another type counts as missing. */
import { createHash } from "node:crypto";
import { asNumber as asFiniteNumber, parseJson } from "@tacit-memory/files";
import { clip } from "../../domain/text/text.ts";
import { STORES } from "./limits.ts";

/** Returns the trimmed text; undefined if it is empty. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" ? undefined : text;
}

export function asNumber(value: unknown): number | undefined {
  return asFiniteNumber(typeof value === "bigint" ? Number(value) : value);
}

/** Accepts an array, an array as JSON, or words separated by commas. */
export function asTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => asText(item) ?? []);
  const text = asText(value);
  if (text === undefined) return [];
  if (!text.startsWith("[")) return text.split(",").flatMap((item) => asText(item) ?? []);
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? asTexts(parsed) : [];
}

const MAX_TIME_MS = Date.UTC(2200, 0, 1);

/** Returns milliseconds since 1970 from a textual date, seconds or milliseconds. SQLite's `datetime()` is UTC. */
export function asTimeMs(value: unknown): number | undefined {
  const number = asNumber(value);
  if (number !== undefined) {
    const ms = number < 1e11 ? number * 1000 : number;
    return ms > 0 && ms < MAX_TIME_MS ? Math.round(ms) : undefined;
  }
  const text = asText(value);
  if (text === undefined) return undefined;
  const ms = Date.parse(
    /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(" ", "T")}Z` : text,
  );
  return Number.isNaN(ms) || ms <= 0 || ms > MAX_TIME_MS ? undefined : ms;
}

/** Returns a value in [0, 1] from a share, a percentage or a grade out of ten. */
export function asConfidence(value: unknown, max = 1): number | undefined {
  const number = asNumber(value);
  if (number === undefined || number < 0 || number > max) return undefined;
  return number / max;
}

/**
 * Returns a heading and its text as one statement of an allowed length: whole sentences from the start, and without repeating
 * a heading with which the text begins.
 */
export function statement(
  heading: string | undefined,
  ...parts: readonly (string | undefined)[]
): string {
  const texts = parts.flatMap((part) => asText(part) ?? []);
  const body = texts.filter((part, i) => texts.indexOf(part) === i).join(" ");
  const head = (heading ?? "").replace(/[.:\s]+$/, "");
  const isRepeated = head === "" || startsWith(body, head);
  return shortened(isRepeated ? body : body === "" ? head : `${head}: ${body}`);
}

function startsWith(text: string, start: string): boolean {
  return text.slice(0, start.length).toLowerCase() === start.toLowerCase();
}

/** Cuts at the end of a sentence if at least half of the text remains. */
export function shortened(text: string): string {
  const maxChars = STORES.contentChars;
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars);
  const end = Math.max(...[". ", "! ", "? ", ".\n", "\n\n"].map((mark) => cut.lastIndexOf(mark)));
  return end > maxChars / 2 ? cut.slice(0, end + 1).trimEnd() : clip(text, maxChars);
}

/** Returns a hash that distinguishes records whose own ids count from 1 in every store. */
export function shortHash(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
