/** Recall's numbers. Weights by query class are V5's, for the paths that exist, renormalised over those that ran. */
import type { ListPath } from "../domain/hit.ts";
import type { Tunable } from "../domain/tunable.ts";

export type QueryClass = "identifier" | "semantic" | "structural";

export const RECALL = {
  rrfK: {
    value: 60,
    unit: "ranks",
    range: [1, 1000],
    source: { kind: "paper", ref: "Cormack, Clarke & Büttcher, SIGIR 2009" },
  },
  lexicalPool: {
    value: 100,
    unit: "hits",
    range: [10, 500],
    source: {
      kind: "measured",
      ref: "bench/recall-quality, dev: BEAM recall@10 0.53 → 0.55 against 50, by those beside what is found",
    },
  },
  densePool: {
    value: 50,
    unit: "hits",
    range: [10, 500],
    source: { kind: "seed", ref: "inventory D1" },
  },
  datedPool: {
    value: 2000,
    unit: "hits by meaning, where only some time's memories are wanted",
    range: [100, 100_000],
    source: { kind: "guess", ref: "vectors know no time: enough to look past the others" },
  },
  anchorPool: {
    value: 15,
    unit: "hits",
    range: [5, 100],
    source: { kind: "seed", ref: "inventory D1" },
  },
  maxTerms: {
    value: 32,
    unit: "terms in a query",
    range: [8, 128],
    source: {
      kind: "measured",
      ref: "bench/recall-latency: cost grows with terms, ranking does not change past 32",
    },
  },
  maxQueryChars: {
    value: 8000,
    unit: "characters",
    range: [500, 100_000],
    source: { kind: "guess", ref: "settle with bench/recall-quality" },
  },
  priorMin: {
    value: 0.85,
    unit: "×",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 5, priors" },
  },
  priorMax: {
    value: 1.2,
    unit: "×",
    range: [1, 2],
    source: { kind: "design", ref: "section 5, priors" },
  },
  gateCoverage: {
    value: 0.5,
    unit: "share of the query's idf weight",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with bench/abstention" },
  },
  gateTerms: {
    value: 2,
    unit: "query terms in the memory",
    range: [1, 6],
    source: { kind: "guess", ref: "settle with bench/abstention" },
  },
  gateRelativeScore: {
    value: 0.6,
    unit: "× coverage of the best hit",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with bench/abstention" },
  },
  gateMinConfidence: {
    value: 0.3,
    unit: "effective confidence",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with bench/abstention" },
  },
} as const satisfies Record<string, Tunable>;

/** What stands next to files in question; neighbourhood.ts. 0 turns a part off. */
export const NEIGHBOURHOOD = {
  boost: {
    value: 0,
    unit: "× the tenth score, at most, for a candidate next to the best hits' files",
    range: [0, 1],
    source: {
      kind: "measured",
      ref: "bench/coding-recall --repos --lift, dev: 0.25 loses a point of recall@5 and of hit@1, 0.1 half a point; off",
    },
  },
  anchors: {
    value: 3,
    unit: "best hits whose files are looked at",
    range: [1, 10],
    source: { kind: "guess", ref: "settle with bench/coding-recall --repos" },
  },
  pool: {
    value: 15,
    unit: "memories of files next to the files in play",
    range: [0, 100],
    source: {
      kind: "measured",
      ref: "bench/coding-recall --repos, dev: level with weights 0.04 to 0.08, a case lost with 0.1",
    },
  },
  files: {
    value: 20,
    unit: "files next to the files in play",
    range: [1, 200],
    source: { kind: "guess", ref: "settle with bench/coding-recall --repos" },
  },
} as const satisfies Record<string, Tunable>;

/** One step over ties between memories; cascade.ts. */
export const CASCADE = {
  hits: {
    value: 5,
    unit: "best hits whose ties are followed",
    range: [0, 50],
    source: { kind: "guess", ref: "more would follow ties of what is not an answer" },
  },
  decay: {
    value: 0.7,
    unit: "× score of the hit it is tied to",
    range: [0, 1],
    source: { kind: "design", ref: "section 5, cascade; inventory D12" },
  },
} as const satisfies Record<string, Tunable>;

/** Log-odds that a hit bears on a moment; gate.ts. Without meaning, RECALL's gate numbers hold. */
export const GATE = {
  threshold: {
    value: 0,
    unit: "log-odds from which on a prompt brings a memory in full",
    range: [-5, 5],
    source: {
      kind: "measured",
      ref: "bench/coding-recall, dev half, --sweep: of what is shown in full 0.83 bears (0.81 from -0.4 on)",
    },
  },
  failure: {
    value: -0.4,
    unit: "likewise, for a call that failed",
    range: [-5, 5],
    source: {
      kind: "measured",
      ref: "bench/coding-recall, dev half: a fix that is only pointed to costs another step",
    },
  },
  pointer: {
    value: -1.75,
    unit: "log-odds from which on a memory is pointed to",
    range: [-5, 5],
    source: {
      kind: "measured",
      ref: "bench/coding-recall, dev half, --sweep: at most 15 tokens at a moment with nothing relevant, also with any one project left out",
    },
  },
  asked: {
    value: 0.25,
    unit: "nearness by meaning from which on a short question or report points to a memory, whatever its words",
    range: [-1, 1],
    source: {
      kind: "measured",
      ref: "bench/coding-recall, dev half and --paraphrases, dev: 0.58 of the paraphrases from 0.3 on, 0.74 from 0.2 on at twice the tokens",
    },
  },
  anchored: {
    value: -1.5,
    unit: "likewise, of a memory about a file that the question names",
    range: [-10, 5],
    source: {
      kind: "measured",
      ref: "bench/coding-recall, dev half: below it, plans that name files bring what bears on nothing in them",
    },
  },
  base: {
    value: -4.58,
    unit: "log-odds of a hit that has nothing for it",
    range: [-10, 0],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  words: {
    value: 2.22,
    unit: "per words score",
    range: [0, 50],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  mostWords: {
    value: 0.5,
    unit: "words score",
    range: [0, 1],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  meaning: {
    value: 3.44,
    unit: "per cosine",
    range: [0, 50],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  coverage: {
    value: 3.18,
    unit: "per coverage",
    range: [0, 50],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  mostCoverage: {
    value: 0.6,
    unit: "coverage",
    range: [0, 1],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  terms: {
    value: 0.32,
    unit: "per matched term",
    range: [0, 5],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
  mostTerms: {
    value: 6,
    unit: "matched terms",
    range: [1, 20],
    source: { kind: "measured", ref: "bench/coding-recall, dev half: logistic regression" },
  },
} as const satisfies Record<string, Tunable>;

/** Inventory section 9, RRF weights, but for graph (NEIGHBOURHOOD.pool); fingerprint and trigger are exact evidence and weigh as the first path. */
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
