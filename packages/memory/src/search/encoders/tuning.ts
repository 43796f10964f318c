/** Numbers of the encoders a user can choose: batch sizes, dimensions, downloads, probes. */
import type { Tunable } from "../../domain/tunable.ts";

export const BATCH = {
  ollama: {
    value: 16,
    unit: "texts a call",
    range: [1, 256],
    source: { kind: "guess", ref: "settle with bench/encoder against a real Ollama" },
  },
  openai: {
    value: 64,
    unit: "texts a call",
    range: [1, 2048],
    source: { kind: "guess", ref: "OpenAI takes 2,048; many compatible servers take fewer" },
  },
  onnx: {
    value: 16,
    unit: "texts a run",
    range: [1, 128],
    source: { kind: "guess", ref: "settle with bench/encoder: padding costs as batches grow" },
  },
} as const satisfies Record<string, Tunable>;

export const OLLAMA = {
  roomFor8bGb: {
    value: 32,
    unit: "GB of memory free",
    range: [8, 256],
    source: { kind: "seed", ref: "inventory C1: 8b above 32 GB free" },
  },
  roomFor4bGb: {
    value: 8,
    unit: "GB of memory free",
    range: [3, 64],
    source: {
      kind: "guess",
      ref: "the 4b weights take 2.5 GB as Ollama ships them; the rest is left to the editor and the build",
    },
  },
  dims: {
    value: 1024,
    unit: "dimensions kept of a Matryoshka model",
    range: [32, 4096],
    source: { kind: "seed", ref: "inventory C1 and C2: 1,024 everywhere" },
  },
} as const satisfies Record<string, Tunable>;

export const OPENAI = {
  dims: {
    value: 1024,
    unit: "dimensions asked for",
    range: [64, 4096],
    source: { kind: "design", ref: "section 16, C1" },
  },
} as const satisfies Record<string, Tunable>;

export const DOWNLOAD = {
  idleMs: {
    value: 30_000,
    unit: "ms without a byte",
    range: [1000, 600_000],
    source: { kind: "guess", ref: "a stalled mirror shows itself sooner than a slow one" },
  },
  retries: {
    value: 5,
    unit: "tries after the first, each going on where the last stopped",
    range: [0, 50],
    source: { kind: "guess", ref: "settle on a line that drops" },
  },
  leaseMs: {
    value: 15_000,
    unit: "ms after which one that was killed may be begun again",
    range: [3000, 300_000],
    source: {
      kind: "guess",
      ref: "a person who starts it again waits no longer; it is renewed three times in that time",
    },
  },
} as const satisfies Record<string, Tunable>;

export const PROBE = {
  normTolerance: {
    value: 0.001,
    unit: "away from length 1",
    range: [0, 0.1],
    source: { kind: "guess", ref: "float32 rounding of 4,096 squares stays below 0.0001" },
  },
  goldenCosine: {
    value: 0.999,
    unit: "cosine with the vector kept at first use",
    range: [0.9, 1],
    source: {
      kind: "guess",
      ref: "another thread count or GPU moves a vector less, another model or quantisation more",
    },
  },
} as const satisfies Record<string, Tunable>;
