/** The numbers of embedding: what is put before a memory's text, how many at once, how long a query is kept. */
import type { Tunable } from "../../domain/tunable.ts";

export const EMBED = {
  prefixFiles: {
    value: 8,
    unit: "files named before the text",
    range: [0, 32],
    source: { kind: "seed", ref: "inventory C5" },
  },
  maxTextChars: {
    value: 8000,
    unit: "characters of a memory that are embedded",
    range: [500, 100_000],
    source: {
      kind: "design",
      ref: "a memory has 1,000; corpora imported verbatim have more, and models read about 2,000 tokens well",
    },
  },
  batchIdle: {
    value: 50,
    unit: "memories a batch when nobody waits",
    range: [1, 1000],
    source: { kind: "seed", ref: "inventory C8" },
  },
  batchActive: {
    value: 10,
    unit: "memories a batch beside somebody who works",
    range: [1, 1000],
    source: { kind: "seed", ref: "inventory C8" },
  },
  yieldMs: {
    value: 100,
    unit: "ms between two batches beside somebody who works",
    range: [0, 10_000],
    source: { kind: "seed", ref: "inventory C8" },
  },
  batchInstant: {
    value: 2000,
    unit: "memories a batch of the built-in encoder",
    range: [50, 20_000],
    source: { kind: "guess", ref: "one transaction of about 100 ms; settle with bench/ingest" },
  },
  queryBudgetMs: {
    value: 1500,
    unit: "ms a recall waits for an encoder elsewhere; then words answer alone",
    range: [100, 30_000],
    source: { kind: "guess", ref: "a person waits for a search; a hook's own deadline is shorter" },
  },
  writeBudgetMs: {
    value: 2000,
    unit: "ms a write waits for an encoder elsewhere; the rest is embedded later",
    range: [100, 30_000],
    source: { kind: "guess", ref: "one batch of ten on a local server" },
  },
  silenceMs: {
    value: 30_000,
    unit: "ms without a further try after an encoder failed",
    range: [0, 600_000],
    source: { kind: "guess", ref: "long enough not to pay a timeout at every recall" },
  },
  givenUpMs: {
    value: 60_000,
    unit: "ms that an encoder nobody uses any more stays open",
    range: [1000, 600_000],
    source: { kind: "guess", ref: "an answer that began with it takes less" },
  },
} as const satisfies Record<string, Tunable>;

export const QUERY_CACHE = {
  days: {
    value: 7,
    unit: "days",
    range: [0, 90],
    source: { kind: "seed", ref: "inventory A17" },
  },
  maxRows: {
    value: 5000,
    unit: "rows of the table, all encoders together",
    range: [100, 100_000],
    source: { kind: "seed", ref: "inventory A17, the size of its cache in memory" },
  },
  maxInMemory: {
    value: 500,
    unit: "vectors in memory",
    range: [10, 5000],
    source: { kind: "guess", ref: "2 MB at 1,024 dimensions; settle in a long-lived server" },
  },
} as const satisfies Record<string, Tunable>;
