/**
 * Memories and passages in one ranking. Both have a relevance on the same scale (recall/text/relevance.ts). Memories keep
 * their own order among themselves, which ties to code, errors and triggers decide besides their words. A memory of the very
 * error or trigger that was asked about comes before every passage, whatever words it shares with the question.
 */
import type { Hit } from "../domain/hit.ts";
import type { PassageHit } from "./passages/search-passages.ts";

export type Answer =
  | {
      readonly kind: "memory";
      readonly hit: Hit;
      readonly score: number;
      /** What a prompt with this text would bring into a fresh session: all of it, or nothing. */
      readonly shown: "full" | null;
    }
  | { readonly kind: "passage"; readonly hit: PassageHit; readonly score: number };

/** Above the relevance of any text. */
const EXACT = 2;

/** Best first, at most `limit`. `shown`: the memories that may be injected. */
export function mergeAnswers(
  memories: readonly Hit[],
  shown: readonly Hit[],
  passages: readonly PassageHit[],
  limit: number,
): Answer[] {
  const answers: Answer[] = [
    ...inOwnOrder(memories, shown),
    ...passages.map((hit): Answer => ({ kind: "passage", hit, score: hit.relevance })),
  ];
  // Stable: a memory before a passage of the same score, and each in its own order.
  return answers.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Scores that never rise from one memory to the next: each gets at least that of those after it. */
function inOwnOrder(memories: readonly Hit[], shown: readonly Hit[]): Answer[] {
  let least = Number.NEGATIVE_INFINITY;
  const scored = memories.toReversed().map((hit): Answer => {
    const { relevance, ranks } = hit.explanation;
    const isExact = ranks.fingerprint !== undefined || ranks.trigger !== undefined;
    least = Math.max(least, isExact ? EXACT : relevance);
    const isShown = shown.some(({ memory }) => memory.id === hit.memory.id);
    return { kind: "memory", hit, score: least, shown: isShown ? "full" : null };
  });
  return scored.reverse();
}
