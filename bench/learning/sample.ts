/**
 * Draws a sample for readers to judge: all memories from sessions, filled up to a fixed number with memories from histories.
 * A hash of the seed and the id decides, so a repeated draw gives the same sample.
 */
import { createHash } from "node:crypto";
import type { Readable } from "./for-reader.ts";

const SAMPLE_SIZE = 100;

export function drawSample(
  ofSessions: readonly Readable[],
  ofHistories: readonly Readable[],
  seed: string,
): Readable[] {
  const byHash = ofHistories
    .map((history) => ({ one: history, hash: hashOf(`${seed}:${history.id}`) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ one: readable }) => readable);
  // The same text in two projects of one set has one id and one verdict, so it is one row.
  const byId = new Map(
    [...byHash.toReversed(), ...ofSessions].map((readable) => [readable.id, readable]),
  );
  const chosen = new Set(ofSessions.map(({ id }) => id));
  const others = [...new Set(byHash.map(({ id }) => id))].filter((id) => !chosen.has(id));
  const ids = [...chosen, ...others.slice(0, Math.max(0, SAMPLE_SIZE - chosen.size))];
  const drawn = ids.flatMap((id) => byId.get(id) ?? []);
  // Mixed order, but memories of one project stay side by side so that the reader sees duplicates.
  return drawn.sort((a, b) => orderOf(a, seed) - orderOf(b, seed) || (a.id < b.id ? -1 : 1));
}

function orderOf({ project }: Readable, seed: string): number {
  return Number.parseInt(hashOf(`${seed}:${project}`).slice(0, 12), 16);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
