/**
 * Ids. Everything we mint is a UUIDv7 (RFC 9562): time-ordered, so rows written together lie together,
 * and two devices never mint the same one. Randomness and the clock are arguments.
 */

import type { Project } from "@tacit-memory/project";

declare const brand: unique symbol;
type Branded<B extends string> = string & { readonly [brand]: B };

export type MemoryId = Branded<"MemoryId">;
export type CandidateId = Branded<"CandidateId">;
export type ProjectId = Project["id"];

/**
 * UUIDv7 from a Unix time in ms and at least 10 random bytes. Two calls in one millisecond are ordered by
 * chance only; nothing here relies on their order.
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

/** When an id was made, in Unix time in ms: what carries it was stored then, however old the event is that it tells of. */
export function mintedAtMs(id: MemoryId): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Full UUID or a prefix of its last group, as printed in `[mem:ab12cd]`. */
const SHORT_ID_LENGTH = 8;

/**
 * The short form shown to people and agents: the last eight hex digits, which are random; the first ones
 * are the clock and would be alike for everything written on one day.
 */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

/** Whether a text could be a memory id: a whole UUID, or at least four hex digits of its end. */
export function isIdLike(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{4,12}$/.test(
    text,
  );
}
