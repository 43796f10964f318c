/** Retrieval, as in IR: ranks count from 1, higher scores are better. */
import type { AnchorVerdict } from "./anchors/anchor.ts";
import type { BranchState } from "./anchors/stage.ts";
import type { MemoryId } from "./ids.ts";
import type { Freshness, Memory } from "./memory.ts";

/** Paths that rank candidates. */
export type ListPath =
  | "lexical"
  | "dense"
  | "anchor"
  | "graph"
  | "fingerprint"
  | "trigger"
  /** Asked for by nothing but when it was learned. */
  | "learned";
/** `edge`: came by a tie to a better hit. */
export type PathName = ListPath | "edge";

/** One path's candidates, best first, and how sure that path is of each on its own scale. */
export interface RankedList {
  readonly path: ListPath;
  readonly ids: readonly MemoryId[];
}

/** Why a hit stands where it stands; everything `--explain` prints. */
export interface Explanation {
  readonly ranks: Readonly<Partial<Record<PathName, number>>>;
  readonly fused: number;
  readonly priors: Readonly<Record<string, number>>;
  readonly prior: number;
  /** Share of the query's weight (idf) that the memory's text covers, in [0, 1]. */
  readonly coverage: number;
  readonly matched: readonly string[];
  /** BM25 as a share of the most the query could score, in [0, 1]. */
  readonly words: number;
  /** Nearness by meaning, in [−1, 1]; null where nobody looked. */
  readonly cosine: number | null;
  /** Share of the question's neighbouring words that stand side by side in it, in [0, 1]; absent where nobody looked. */
  readonly pairs?: number | undefined;
  /** Words, meaning, company and pairs together; 1: says and means all of it. */
  readonly relevance: number;
  /** Of a hit that a second stage was to look at; absent where there is none. */
  readonly reranked?: Reranked | undefined;
  /** Where an explanation was asked for. */
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
  | "little_evidence";

/** Whether and how a hit may be shown unasked. */
export interface GateVerdict {
  /** In full, as a pointer (its id and title), or not at all. */
  readonly level: "full" | "pointer" | null;
  /** Why it is not shown in full; null where it is. */
  readonly silence: Silence | null;
  /** Log-odds that it bears on the moment, and how many its full text takes; absent where something else decided. */
  readonly evidence?: number;
  readonly least?: number;
}

/** What a second stage made of a hit. */
export interface Reranked {
  /** Who looked. */
  readonly by: string;
  /** Its rank before. */
  readonly before: number;
  /** What it was sorted by; null where it was not looked at and kept its place. */
  readonly key: number | null;
  /** Why nobody looked; null when somebody did. */
  readonly problem: string | null;
}

/** What the code says of a memory today. */
export interface CodeState {
  readonly freshness: Freshness;
  /** For people and agents, such as "`parse` in src/a.ts changed, 3 commits since"; null: nothing to say. */
  readonly note: string | null;
  /** A condition it was given, and that is met: it no longer holds. */
  readonly metCondition: string | null;
  /** × score, at most 1. */
  readonly factor: number;
  /** A person should look at it. */
  readonly isDoubtful: boolean;
  readonly anchors: readonly AnchorVerdict[];
}

export interface Hit {
  readonly memory: Memory;
  readonly rank: number;
  readonly score: number;
  /** Confidence today, after decay. */
  readonly confidence: number;
  readonly freshness: Freshness;
  /** More of the same; absent where nobody looked. */
  readonly code?: CodeState | undefined;
  /** Of a staged memory: where its branch stands; absent for one that holds everywhere. */
  readonly branch?: BranchState | undefined;
  readonly explanation: Explanation;
}
