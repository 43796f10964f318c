/** Limits for writing and promoting memories. */
import type { SessionKind } from "@tacit-memory/protocol";
import type { Source } from "../../domain/memory.ts";

export const PROMOTE = {
  /** Minimum characters of a memory. */
  minContentChars: 10,
  /** Maximum characters of a memory. */
  maxContentChars: 1000,
  /** Quality below which a candidate is noise. */
  minQuality: 0.2,
  /** The same for what a person states: four words without a number or a name of code. */
  minStatedQuality: 0.13,
  /** Jaccard index of word sets at which two memories are duplicates. */
  duplicateJaccard: 0.85,
  /** Jaccard index of word sets, without negations and values, at which two memories may contradict. */
  contradictionJaccard: 0.6,
  /** Factor on the confidence of a memory from an untrusted source. */
  taintFactor: 0.7,
  /** Maximum memories per session. */
  defaultCap: 5,
  /** Memories compared with a new one: its best lexical matches, which include any duplicate. */
  nearCandidates: 20,
  /** Minimum characters of a second error text that identifies a fix. As DETECT.triggerChars. */
  secondErrorChars: 20,
} as const;

/**
 * Maximum memories that one session may add, by kind of session; set by hand. A session that changes code learns most, and a
 * changelog only repeats commits.
 */
export const SESSION_CAPS: Readonly<Record<SessionKind, number>> = {
  build: 20,
  pr_review: 8,
  insights: 5,
  roadmap: 3,
  terminal: 3,
  spec: 3,
  changelog: 0,
};

/** Initial confidence of a memory, by its source; set by hand. What a person states has the highest, what was only observed the lowest. */
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
