/** The miner's numbers: how much of a source, and which words may stand for each other. */
import type { Tunable } from "../../packages/memory/src/domain/tunable.ts";

export const MINING = {
  pairsOfAKind: {
    value: 6000,
    unit: "pairs of one kind from one source",
    range: [100, 100_000],
    source: { kind: "design", ref: "one large repository must not outweigh ten others" },
  },
  files: {
    value: 6000,
    unit: "files of a source, documentation first",
    range: [100, 100_000],
    source: {
      kind: "guess",
      ref: "how many kinds fill up with 3000 and with 12,000 would settle it",
    },
  },
  fileBytes: {
    value: 200_000,
    unit: "bytes of a file",
    range: [10_000, 2_000_000],
    source: { kind: "design", ref: "longer ones are data or made by a machine" },
  },
  commits: {
    value: 12_000,
    unit: "commits of a source, newest first",
    range: [100, 100_000],
    source: { kind: "design", ref: "twice the pairs that are kept; bots take their share" },
  },
  diffs: {
    value: 2000,
    unit: "commits of a source whose change is read",
    range: [100, 20_000],
    source: { kind: "guess", ref: "commit_identifiers on dev with 6000 would settle it" },
  },
  codeLines: {
    value: 10,
    unit: "lines of code beside a comment",
    range: [3, 50],
    source: { kind: "guess", ref: "docstring_code on dev with 5 and with 20 would settle it" },
  },
  paraphrases: {
    value: 2500,
    unit: "sentences of a source said in other words",
    range: [0, 20_000],
    source: { kind: "guess", ref: "paraphrase sets on dev with none and with 6000" },
  },
  kept: {
    value: 0.15,
    unit: "share of replaceable words that stay",
    range: [0, 1],
    source: { kind: "guess", ref: "paraphrase sets on dev with 0 and with 0.5" },
  },
  commonestWords: {
    value: 400,
    unit: "words that are never replaced, by frequency",
    range: [0, 5000],
    source: { kind: "design", ref: "`have, you, for` have senses that no list of synonyms means" },
  },
  rareWords: {
    value: 20_000,
    unit: "rank in frequency from which words are left alone",
    range: [5000, 100_000],
    source: { kind: "guess", ref: "paraphrase sets on dev with 10,000 and with 50,000" },
  },
  nearInWordNet: {
    value: 0.42,
    unit: "cosine of two words of a synset",
    range: [0, 1],
    source: { kind: "guess", ref: "reading 200 replaced sentences would settle it" },
  },
  nearInMoby: {
    value: 0.6,
    unit: "cosine of two words of a thesaurus list",
    range: [0, 1],
    source: { kind: "guess", ref: "reading 200 replaced sentences would settle it" },
  },
  nearShare: {
    value: 0.3,
    unit: "share of two texts' words that both have, from which one may be the other",
    range: [0.1, 1],
    source: {
      kind: "design",
      ref: "cautious: of 72,000 texts 123 are left out (`mine.ts` counts them)",
    },
  },
  nearWords: {
    value: 4,
    unit: "words in common, likewise",
    range: [2, 10],
    source: { kind: "design", ref: "fewer are a topic: `CORS preflight`" },
  },
} as const satisfies Record<string, Tunable>;
