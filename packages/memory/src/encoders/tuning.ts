/** The numbers of encoders that are asked over a wire or fetched: how long, how much, how often, which model. */
import type { Tunable } from "../domain/tunable.ts";

export const WIRE = {
  timeoutMs: {
    value: 60_000,
    unit: "ms for one answer",
    range: [1000, 600_000],
    source: {
      kind: "guess",
      ref: "a first call loads the model; settle with a real Ollama on a slow disk",
    },
  },
  queryTimeoutMs: {
    value: 10_000,
    unit: "ms for the answer to a query",
    range: [100, 60_000],
    source: { kind: "guess", ref: "recall gives up sooner by its own deadline" },
  },
  retries: {
    value: 3,
    unit: "tries after the first, of what may pass",
    range: [0, 10],
    source: { kind: "guess", ref: "settle by counting what a busy endpoint answers" },
  },
  backoffMs: {
    value: 500,
    unit: "ms before the first retry, doubled each time",
    range: [50, 10_000],
    source: { kind: "guess", ref: "settle by counting what a busy endpoint answers" },
  },
  maxRetryAfterMs: {
    value: 30_000,
    unit: "ms a server may make us wait",
    range: [1000, 300_000],
    source: {
      kind: "guess",
      ref: "longer is for the person to decide, not for a process that waits",
    },
  },
  maxAnswerBytes: {
    value: 64_000_000,
    unit: "bytes of one answer",
    range: [1_000_000, 1_000_000_000],
    source: {
      kind: "design",
      ref: "64 vectors of 4,096 dimensions in 22 characters each are 6 MB; ten times that is no answer",
    },
  },
} as const satisfies Record<string, Tunable>;

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
  keepAliveMinutes: {
    value: 30,
    unit: "minutes the model stays loaded",
    range: [0, 1440],
    source: { kind: "guess", ref: "Ollama's own 5 minutes unload it between two prompts" },
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
