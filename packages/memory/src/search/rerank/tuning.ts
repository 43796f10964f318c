/** The numbers of the second stage: how much it looks at, how long it may take, how often it may ask elsewhere. */
import type { Tunable } from "../../domain/tunable.ts";

export const RERANK = {
  pool: {
    value: 20,
    unit: "first hits a model reads",
    range: [2, 100],
    source: { kind: "seed", ref: "inventory D14: V5 20 → 8; a model is asked once a passage" },
  },
  passageChars: {
    value: 2000,
    unit: "characters of a memory that a model reads",
    range: [200, 20_000],
    source: { kind: "guess", ref: "a memory has 1,000; 512 tokens is what small models read" },
  },
  queryChars: {
    value: 4000,
    unit: "characters of a question that a model reads",
    range: [200, 20_000],
    source: { kind: "seed", ref: "inventory D16" },
  },
  budgetMs: {
    value: 6000,
    unit: "ms a recall that was asked for waits for the second stage",
    range: [100, 60_000],
    source: { kind: "guess", ref: "a person waits for a search; settle with a real Ollama" },
  },
  atOnce: {
    value: 4,
    unit: "passages asked about side by side",
    range: [1, 32],
    source: { kind: "guess", ref: "Ollama's own default of parallel requests" },
  },
  maxTokens: {
    value: 512,
    unit: "tokens of a pair that a local cross-encoder reads",
    range: [64, 8192],
    source: {
      kind: "guess",
      ref: "what such models were trained on, where their folder says nothing",
    },
  },
  topLogprobs: {
    value: 20,
    unit: "likeliest tokens asked for",
    range: [2, 20],
    source: { kind: "design", ref: "the most that Ollama gives" },
  },
  contextTokens: {
    value: 4096,
    unit: "tokens of context that Ollama loads the reranker with",
    range: [512, 32_768],
    source: { kind: "guess", ref: "question and passage of the sizes above, and the template" },
  },
} as const satisfies Record<string, Tunable>;

export const LATE = {
  turnChars: {
    value: 500,
    unit: "characters of a turn of a conversation that is looked at where nobody chose a reranker",
    range: [0, 20_000],
    source: {
      kind: "measured",
      ref: "bench/recall-quality, dev: of 256 dimensions: LoCoMo recall@10 0.714 → 0.729 (of 250: 0.718), BEAM 0.555 → 0.550 (of all lengths: 0.543)",
    },
  },
  pool: {
    value: 30,
    unit: "first hits looked at",
    range: [2, 200],
    source: { kind: "guess", ref: "settle with bench/recall-quality --rerank late" },
  },
  share: {
    value: 0.3,
    unit: "share of the order that is late interaction's, the rest the first stage's",
    range: [0, 1],
    source: {
      kind: "measured",
      ref: "bench/recall-quality --rerank late, dev: LoCoMo NDCG@10 0.509 → 0.536, BEAM 0.456 → 0.432; decision 0021",
    },
  },
  dims: {
    value: 64,
    unit: "dimensions of a word: the first of the encoder's",
    range: [64, 256],
    source: {
      kind: "measured",
      ref: "bench/recall-quality, dev: LoCoMo recall@10 0.727 (128: 0.722, 256: 0.729), BEAM 0.548 (0.550, 0.550), at half the time",
    },
  },
  queryWords: {
    value: 64,
    unit: "different words of a question",
    range: [4, 512],
    source: { kind: "guess", ref: "a question has a dozen" },
  },
  passageWords: {
    value: 400,
    unit: "different words of a passage",
    range: [20, 5000],
    source: { kind: "guess", ref: "the encoder itself counts 200" },
  },
  cachedWords: {
    value: 20_000,
    unit: "words whose vectors a process keeps",
    range: [100, 200_000],
    source: { kind: "guess", ref: "1 KB each" },
  },
} as const satisfies Record<string, Tunable>;

export const JUDGE = {
  candidateChars: {
    value: 600,
    unit: "characters of a memory that a judge reads",
    range: [100, 4000],
    source: { kind: "seed", ref: "inventory D16" },
  },
  everyTurns: {
    value: 3,
    unit: "turns with something to tell, of which the first asks the judge",
    range: [1, 20],
    source: { kind: "seed", ref: "inventory D16" },
  },
  unaskedBudgetMs: {
    value: 3000,
    unit: "ms a prompt waits for the judge, where somebody wants that",
    range: [100, 30_000],
    source: { kind: "guess", ref: "hosts give a hook 10 s and more; settle with a real endpoint" },
  },
} as const satisfies Record<string, Tunable>;

export const ALLOWANCE = {
  callsADay: {
    value: 200,
    unit: "calls a day to one model elsewhere",
    range: [0, 100_000],
    source: { kind: "guess", ref: "a hundred judged recalls; at $1 a thousand 20 cents" },
  },
  failures: {
    value: 3,
    unit: "failures in a row, after which nobody is asked for a while",
    range: [1, 20],
    source: { kind: "guess", ref: "one may be chance, three are a state" },
  },
  silenceMs: {
    value: 600_000,
    unit: "ms in which nobody is asked then",
    range: [1000, 86_400_000],
    source: { kind: "guess", ref: "not to pay a timeout at every recall" },
  },
} as const satisfies Record<string, Tunable>;

export const HYDE = {
  budgetMs: {
    value: 8000,
    unit: "ms a recall that found nothing that bears on the question waits for an imagined answer",
    range: [500, 60_000],
    source: { kind: "guess", ref: "who asked and got nothing waits longer" },
  },
  answerChars: {
    value: 800,
    unit: "characters of the imagined answer that are searched with",
    range: [100, 4000],
    source: { kind: "seed", ref: "inventory D17: 100 tokens, with room" },
  },
} as const satisfies Record<string, Tunable>;
