/**
 * Decides whether any hit is relevant to the question. The gate is stricter: it is silent in two of three cases that are
 * answered, because a wrong unprompted memory costs more than none. Here the reader asked, so a question is a gap only if the
 * hits contain nothing useful.
 */
import type { Hit } from "../../domain/hit.ts";
import { ASKED } from "./tuning.ts";

/** Whether any hit is relevant: an exact tie, or enough of what the question says and means. */
export function isAnyBearing(hits: readonly Hit[]): boolean {
  // Without meaning, relevance comes from words alone and has another scale.
  const isByMeaning = hits.some(({ explanation }) => explanation.cosine !== null);
  const minRelevance = isByMeaning ? ASKED.gapRelevance.value : ASKED.gapWords.value;
  return hits.some(({ code, explanation: { ranks, relevance } }) => {
    // The memory's own condition for becoming invalid is met.
    if (code != null && code.metCondition !== null) return false;
    return (
      ranks.fingerprint !== undefined || ranks.trigger !== undefined || relevance >= minRelevance
    );
  });
}
