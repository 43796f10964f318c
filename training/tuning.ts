/** The recipe's numbers from the pairs on. The trainer's own are its options (trainer/options.h). */
import type { Tunable } from "../packages/memory/src/domain/tunable.ts";

export const TRAINING = {
  vocabularyWords: {
    value: 42_000,
    unit: "words with a row of their own; the shape that ships",
    range: [1000, 55_000],
    source: {
      kind: "guess",
      ref: "evaluate.ts on dev with 30,000 and with 50,000 would settle it",
    },
  },
  buckets: {
    value: 6144,
    unit: "rows shared by words outside the vocabulary; the shape that ships",
    range: [1, 65_536],
    source: { kind: "guess", ref: "evaluate.ts on dev with 4,096 and with 8,192 would settle it" },
  },
  textWords: {
    value: 200,
    unit: "distinct tokens of a text",
    range: [32, 1000],
    source: { kind: "guess", ref: "loss on dev with 100 and with 400 would settle it" },
  },
  wordSources: {
    value: 2,
    unit: "sources a vocabulary's word was met in",
    range: [1, 20],
    source: { kind: "design", ref: "a word of one source only is that project's own name" },
  },
  wordCount: {
    value: 8,
    unit: "occurrences of a vocabulary's word",
    range: [1, 1000],
    source: { kind: "guess", ref: "evaluate.ts on dev with 4 and with 16 would settle it" },
  },
  guardedRun: {
    value: 8,
    unit: "words in a row shared with an evaluation set",
    range: [5, 20],
    source: {
      kind: "design",
      ref: "8-grams, as GPT-2's overlap study took (Radford et al. 2019, section 4)",
    },
  },
  heldOutText: {
    value: 40,
    unit: "UTF-16 units of a held-out text that may not recur",
    range: [20, 200],
    source: { kind: "design", ref: "paths and headings recur by chance, paragraphs do not" },
  },
  startNoise: {
    value: 0.3,
    unit: "length of the random part of a row that has a published vector",
    range: [0, 1],
    source: { kind: "guess", ref: "evaluate.ts on dev after 700 steps with 0 and with 0.6" },
  },
  frequencySmoothing: {
    value: 1e-3,
    unit: "share of all tokens",
    range: [1e-4, 1e-2],
    source: { kind: "paper", ref: "Arora, Liang & Ma, ICLR 2017: a/(a + p)" },
  },
} as const satisfies Record<string, Tunable>;
