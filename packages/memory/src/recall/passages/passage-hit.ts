/** A passage that answers a question, and how well. */
import type { StoredPassage } from "../../store/sessions/passages.ts";

export interface ScoredPassage {
  readonly passage: StoredPassage;
  /** Relevance; 1 for a passage that says and means all of the question. */
  readonly relevance: number;
  /** BM25 as a share of the maximum score of the question, in [0, 1]. */
  readonly words: number;
  /** Cosine in [−1, 1]; null without an encoder. */
  readonly cosine: number | null;
  /** Words of the question that the passage contains. */
  readonly matched: readonly string[];
}

export interface PassageHit extends ScoredPassage {
  /** Sum of the idf of these words, in nats: little for words that most passages contain, and for few words. */
  readonly evidence: number;
}
