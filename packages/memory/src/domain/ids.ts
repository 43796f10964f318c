/**
 * Ids. Every generated id is a UUIDv7 (RFC 9562): ordered by time, so that rows written together are stored together, and
 * unique across devices. Randomness and the clock are arguments.
 */

import type { Project } from "@tacit-memory/project";

declare const brand: unique symbol;
type Branded<B extends string> = string & { readonly [brand]: B };

export type MemoryId = Branded<"MemoryId">;
export type CandidateId = Branded<"CandidateId">;
export type ProjectId = Project["id"];

/**
 * Returns a UUIDv7 from a Unix time in ms and at least 10 random bytes. The order of ids from the same millisecond is random;
 * nothing here relies on it.
 */
export function uuidv7(nowMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = Math.trunc(nowMs);
  for (let i = 5; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns when an id was generated, in Unix time in ms: the time of storing, however old the event it describes. */
export function mintedAtMs(id: MemoryId): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Length of the short form printed in `[mem:ab12cd34]`. */
const SHORT_ID_LENGTH = 8;

/**
 * Returns the short form shown to people and agents: the last eight hex digits, which are random; the first ones encode the
 * time and would be equal for everything stored on one day.
 */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

/** Returns the id or the ending of one in what a person or an agent typed, such as `[mem:AB12CD34]`. */
export function idEnding(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^\[?mem:|\]$/g, "");
}

/** Returns whether a text could be a memory id: a whole UUID, or at least four hex digits of its end. */
export function isIdLike(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{4,12}$/.test(
    text,
  );
}
