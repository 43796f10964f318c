/** Numbers of recall. Weights by query class are V5's, for the existing paths, renormalised over those that ran. */
import type { ListPath } from "../domain/hit.ts";

export type QueryClass = "identifier" | "semantic" | "structural";

export const RECALL = {
  /** Constant k of reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009). */
  rrfK: 60,
  lexicalPool: {
    value: 100,
    unit: "hits",
    range: [10, 500],
    source:
      "bench/recall-quality, dev: BEAM recall@10 0.53 → 0.55 against 50, by passages next to hits",
  },
  /** Maximum hits by meaning. */
  densePool: 50,
  /** Maximum hits by meaning for a question about a period. Vectors know no dates, so most hits are filtered out. */
  datedPool: 2000,
  /** Maximum hits by anchor. */
  anchorPool: 15,
  maxTerms: {
    value: 32,
    unit: "terms in a query",
    range: [8, 128],
    source: "bench/recall-latency: cost grows with terms, ranking does not change past 32",
  },
  /** Maximum characters of a query. */
  maxQueryChars: 8000,
  /** Minimum product of all priors. */
  priorMin: 0.85,
  /** Maximum product of all priors. */
  priorMax: 1.2,
  /** Minimum share of the query's idf weight that a memory must contain. */
  gateCoverage: 0.5,
  /** Minimum query terms that a memory must contain. */
  gateTerms: 2,
  /** Minimum share of the best hit's coverage that a hit must reach. */
  gateRelativeScore: 0.6,
  /** Minimum effective confidence of a hit. */
  gateMinConfidence: 0.3,
} as const;

/** Numbers for the neighbours of files in question; neighbourhood.ts. */
export const NEIGHBOURHOOD = {
  pool: {
    value: 15,
    unit: "memories about files next to the files in use",
    range: [0, 100],
    source:
      "bench/coding-recall --repos, dev: no difference with weights 0.04 to 0.08, one case lost with 0.1",
  },
  /** Maximum files next to the open files. */
  files: 20,
} as const;

/** Log-odds that a hit is relevant at a moment; gate.ts. Without meaning, RECALL's gate numbers apply. */
export const GATE = {
  threshold: {
    value: 0,
    unit: "minimum log-odds of a memory that a prompt shows in full",
    range: [-5, 5],
    source:
      "bench/coding-recall, dev half, --sweep: 0.83 of what is shown in full is relevant (0.81 with -0.4)",
  },
  failure: {
    value: -0.4,
    unit: "the same for a failed call",
    range: [-5, 5],
    source: "bench/coding-recall, dev half: a fix that is only pointed to costs another step",
  },
  pointer: {
    value: -2,
    unit: "minimum log-odds of a memory that is pointed to",
    range: [-5, 5],
    source:
      "bench/coding-recall, dev half: 13.3 tokens at a moment with nothing relevant, 14.1 to 15.1 with -2.1 (target: at most 15)",
  },
  asked: {
    value: 0.2,
    unit: "minimum cosine at which a short question or report points to a memory without shared words",
    range: [-1, 1],
    source:
      "bench/coding-recall, dev half and --paraphrases, dev: 0.67 of the paraphrases with 0.25, 0.73 with 0.2, at the same tokens on real moments",
  },
  askedOtherLanguage: {
    value: 0.5,
    unit: "the same for a prompt in another language than English",
    range: [-1, 1],
    source:
      "bench/other-languages: 28 of 120 messages without an answer are shown nothing with 0.2, 108 with 0.5",
  },
  anchored: {
    value: -1.5,
    unit: "minimum log-odds of a memory about a file that the question names",
    range: [-10, 5],
    source:
      "bench/coding-recall, dev half: below it, plans that name files bring irrelevant memories",
  },
  base: {
    value: -4.58,
    unit: "log-odds of a hit without any evidence",
    range: [-10, 0],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  words: {
    value: 2.22,
    unit: "per words score",
    range: [0, 50],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  mostWords: {
    value: 0.5,
    unit: "words score",
    range: [0, 1],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  meaning: {
    value: 3.44,
    unit: "per cosine",
    range: [0, 50],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  coverage: {
    value: 3.18,
    unit: "per coverage",
    range: [0, 50],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  mostCoverage: {
    value: 0.6,
    unit: "coverage",
    range: [0, 1],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  terms: {
    value: 0.32,
    unit: "per matched term",
    range: [0, 5],
    source: "bench/coding-recall, dev half: logistic regression",
  },
  mostTerms: {
    value: 6,
    unit: "matched terms",
    range: [1, 20],
    source: "bench/coding-recall, dev half: logistic regression",
  },
} as const;

/**
 * RRF weights, set by hand for each kind of question: words lead for identifiers, embeddings for prose and files for structure.
 * Fingerprint and trigger are exact evidence and weigh as much as the leading path. For graph see NEIGHBOURHOOD.pool.
 */
export const PATH_WEIGHTS: Readonly<Record<QueryClass, Readonly<Record<ListPath, number>>>> = {
  identifier: {
    lexical: 0.5,
    dense: 0.2,
    anchor: 0.3,
    graph: 0.04,
    fingerprint: 0.5,
    trigger: 0.5,
    learned: 1,
  },
  semantic: {
    lexical: 0.25,
    dense: 0.5,
    anchor: 0.25,
    graph: 0.04,
    fingerprint: 0.5,
    trigger: 0.5,
    learned: 1,
  },
  structural: {
    lexical: 0.25,
    dense: 0.15,
    anchor: 0.6,
    graph: 0.08,
    fingerprint: 0.5,
    trigger: 0.5,
    learned: 1,
  },
};
