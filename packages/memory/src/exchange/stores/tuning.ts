/** Bounds of reading other programs' stores. */
import type { Tunable } from "../../domain/tunable.ts";

export const STORES = {
  contentChars: {
    value: 1000,
    unit: "characters of a memory; what is longer is cut at a sentence",
    range: [200, 1000],
    source: { kind: "design", ref: "section 2: content of 10 to 1,000 characters" },
  },
  documentBytes: {
    value: 256_000_000,
    unit: "bytes of a JSON document, which is read whole",
    range: [1_000_000, 500_000_000],
    source: { kind: "engine", ref: "V8 holds no string beyond 536,870,888 characters" },
  },
  noteBytes: {
    value: 2_000_000,
    unit: "bytes of one Markdown note",
    range: [10_000, 20_000_000],
    source: { kind: "guess", ref: "settle with the vaults of people who use basic-memory" },
  },
  notes: {
    value: 50_000,
    unit: "Markdown notes of one store",
    range: [1000, 1_000_000],
    source: { kind: "guess", ref: "settle with the vaults of people who use basic-memory" },
  },
} as const satisfies Record<string, Tunable>;
