/** Gates of the write path and of promotion. */
import type { SessionKind } from "@tacit-memory/protocol";
import type { Source } from "../../domain/memory.ts";
import type { Tunable } from "../../domain/tunable.ts";

export const PROMOTE = {
  minContentChars: {
    value: 10,
    unit: "characters",
    range: [1, 100],
    source: { kind: "design", ref: "section 2: content of 10 to 1,000 characters" },
  },
  maxContentChars: {
    value: 1000,
    unit: "characters",
    range: [200, 10_000],
    source: { kind: "design", ref: "section 2: content of 10 to 1,000 characters" },
  },
  minQuality: {
    value: 0.2,
    unit: "1",
    range: [0, 1],
    source: { kind: "design", ref: "section 4, noise gate" },
  },
  duplicateJaccard: {
    value: 0.85,
    unit: "Jaccard of word sets",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 4; inventory B8" },
  },
  contradictionJaccard: {
    value: 0.6,
    unit: "Jaccard of word sets without negation and values",
    range: [0.3, 1],
    source: { kind: "guess", ref: "settle with bench/recall-quality" },
  },
  taintFactor: {
    value: 0.7,
    unit: "× confidence",
    range: [0, 1],
    source: { kind: "seed", ref: "V4/V5 trust gate; inventory section 9" },
  },
  defaultCap: {
    value: 5,
    unit: "memories a session",
    range: [0, 50],
    source: { kind: "design", ref: "section 6, caps by session kind" },
  },
  nearCandidates: {
    value: 20,
    unit: "memories compared with a new one",
    range: [5, 200],
    source: { kind: "guess", ref: "the best lexical matches; a duplicate is always among them" },
  },
  secondErrorChars: {
    value: 20,
    unit: "characters of a second error by which a cure is found too",
    range: [8, 100],
    source: { kind: "guess", ref: "shorter ones are words of everyday; as DETECT.triggerChars" },
  },
} as const satisfies Record<string, Tunable>;

/** How many memories one session may add; DESIGN section 6. */
export const SESSION_CAPS: Readonly<Record<SessionKind, number>> = {
  build: 20,
  pr_review: 8,
  insights: 5,
  roadmap: 3,
  terminal: 3,
  spec: 3,
  changelog: 0,
};

/** Confidence a memory starts with, by where it came from; inventory section 9. */
export const SOURCE_CONFIDENCE: Readonly<Record<Source, number>> = {
  user_taught: 0.95,
  user_corrected: 0.9,
  agent_explicit: 0.7,
  qa_auto: 0.75,
  commit_auto: 0.75,
  imported: 0.7,
  synced: 0.7,
  mcp_auto: 0.6,
  observer_inferred: 0.5,
  consolidated: 0.5,
};
