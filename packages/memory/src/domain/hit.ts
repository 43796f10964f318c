/** Search results, as in IR: ranks count from 1, higher scores are better. */
import type { AnchorVerdict } from "./anchors/anchor.ts";
import type { BranchState } from "./anchors/stage.ts";
import type { MemoryId } from "./ids.ts";
import type { Freshness, Memory } from "./memory.ts";

/** Search paths that rank candidates. */
export type ListPath =
  | "lexical"
  | "dense"
  | "anchor"
  | "graph"
  | "fingerprint"
  | "trigger"
  /** Used if the query restricts only the time of learning. */
  | "learned";
/** `edge`: found through a relation to a better hit. */
export type PathName = ListPath | "edge";

/** The candidates of one path, best first, with that path's confidence in each on its own scale. */
export interface RankedList {
  readonly path: ListPath;
  readonly ids: readonly MemoryId[];
}

/** Why a hit has its rank; everything `--explain` prints. */
export interface Explanation {
  readonly ranks: Readonly<Partial<Record<PathName, number>>>;
  readonly fused: number;
  readonly priors: Readonly<Record<string, number>>;
  readonly prior: number;
  /** Share of the query's weight (idf) covered by the memory's text, in [0, 1]. */
  readonly coverage: number;
  readonly matched: readonly string[];
  /** BM25 as a share of the query's maximum, in [0, 1]. */
  readonly words: number;
  /** Similarity in meaning, in [−1, 1]; null if not computed. */
  readonly cosine: number | null;
  /** Share of the query's adjacent words that are adjacent in the memory, in [0, 1]; absent if not computed. */
  readonly pairs?: number | undefined;
  /** Words, meaning, company and pairs combined; 1: covers the whole query in words and meaning. */
  readonly relevance: number;
  /** Result of the second stage for this hit; absent if there is none. */
  readonly reranked?: Reranked | undefined;
  /** Present if an explanation was requested. */
  readonly gate?: GateVerdict | undefined;
}

/** Why a hit is not shown in full to an agent that did not ask for it. */
export type Silence =
  | "condition_met"
  | "awaits_review"
  | "type"
  | "rule_file"
  | "code_gone"
  | "low_confidence"
  | "hypothesis"
  | "little_evidence"
  /** The trust level shows memories only at the start of a session or of a subagent. */
  | "start_only";

/** Whether and how a hit may be shown without a request. */
export interface GateVerdict {
  /** In full, as a pointer (id and title), or not at all. */
  readonly level: "full" | "pointer" | null;
  /** Why it is not shown in full; null if it is. */
  readonly silence: Silence | null;
  /** Log-odds that the hit is relevant, and how much is needed to show it in full; absent if something else decided. */
  readonly evidence?: number;
  readonly least?: number;
}

/** Result of the second stage for a hit. */
export interface Reranked {
  /** The reranker. */
  readonly by: string;
  /** Rank before reranking. */
  readonly before: number;
  /** Sort key; null if the hit was not reranked and kept its place. */
  readonly key: number | null;
  /** Why the hit was not reranked; null if it was. */
  readonly problem: string | null;
}

/** State of the code of a memory now. */
export interface CodeState {
  readonly freshness: Freshness;
  /** Note for people and agents, such as "`parse` in src/a.ts changed, 3 commits since"; null if none is needed. */
  readonly note: string | null;
  /** A met condition of the memory, so that it no longer applies; null if none is met. */
  readonly metCondition: string | null;
  /** × score, at most 1. */
  readonly factor: number;
  /** True if a person should review the memory. */
  readonly isDoubtful: boolean;
  readonly anchors: readonly AnchorVerdict[];
}

export interface Hit {
  readonly memory: Memory;
  readonly rank: number;
  readonly score: number;
  /** Current confidence, after decay. */
  readonly confidence: number;
  readonly freshness: Freshness;
  /** Details; absent if the code was not checked. */
  readonly code?: CodeState | undefined;
  /** Branch state of a staged memory; absent for one that applies everywhere. */
  readonly branch?: BranchState | undefined;
  readonly explanation: Explanation;
}
