/** Recall's numbers. Weights by query class are V5's, for the paths that exist, renormalised over those that ran. */
import type { PathName } from "../domain/hit.ts";
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
    value: 50,
    unit: "hits",
    range: [10, 500],
    source: {
      kind: "seed",
      ref: "inventory D1: a pool of 50 held 99 % of what was relevant in jcode's corpus",
    },
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
  staleFactor: {
    value: 0.85,
    unit: "× score of a hit whose files are gone",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 1 rule 5, within the clamp of section 5" },
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

/** Weights of the columns in bm25(). The title's was tried from 0 to 1.5 on bench/recall-quality, dev halves. */
export const COLUMN_WEIGHTS = {
  title: 1.5,
  content: 1,
  tags: 0.8,
  files: 0.6,
  symbols: 1.2,
  identifiers: 0.7,
};

/** Inventory section 9, RRF weights; fingerprint and trigger are exact evidence and weigh as the first path. */
export const PATH_WEIGHTS: Readonly<Record<QueryClass, Readonly<Record<PathName, number>>>> = {
  identifier: { lexical: 0.5, dense: 0.2, anchor: 0.3, fingerprint: 0.5, trigger: 0.5 },
  semantic: { lexical: 0.25, dense: 0.5, anchor: 0.25, fingerprint: 0.5, trigger: 0.5 },
  structural: { lexical: 0.25, dense: 0.15, anchor: 0.6, fingerprint: 0.5, trigger: 0.5 },
};
