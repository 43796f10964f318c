/**
 * Does anything of what was found bear on the question at all? Not what the gate asks, which is silent in two of three
 * cases that are answered, because being wrong unasked costs more than saying nothing. Here somebody asked and reads the
 * hits: a question is a gap only where they would find nothing in them.
 */
import type { Hit } from "../../domain/hit.ts";
import { ASKED } from "./tuning.ts";

/** Whether one of them does: an exact tie, or enough of what the question says and means. */
export function isAnyBearing(hits: readonly Hit[]): boolean {
  // Where meaning was not asked, relevance is words alone, and on another scale.
  const isByMeaning = hits.some(({ explanation }) => explanation.cosine !== null);
  const least = isByMeaning ? ASKED.gapRelevance.value : ASKED.gapWords.value;
  return hits.some(({ code, explanation: { ranks, relevance } }) => {
    // It said itself when it would no longer hold.
    if (code != null && code.metCondition !== null) return false;
    return ranks.fingerprint !== undefined || ranks.trigger !== undefined || relevance >= least;
  });
}
