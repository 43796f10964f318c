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
      /** What a prompt with this text would bring into a fresh session: all of it, a pointer to it, or nothing. */
      readonly shown: Shown;
    }
  | {
      readonly kind: "passage";
      readonly hit: PassageHit;
      readonly score: number;
      /** Likewise; never all of it. */
      readonly shown: Exclude<Shown, "full">;
    };

type Shown = "full" | "pointer" | null;

/** Ids of memories in full, and of memories and passages that are pointed to. */
export interface ShownIds {
  readonly full: ReadonlySet<string>;
  readonly pointed: ReadonlySet<string>;
}

/** Above the relevance of any text. */
const EXACT = 2;

/** Best first, at most `limit`. */
export function mergeAnswers(
  memories: readonly Hit[],
  passages: readonly PassageHit[],
  { full, pointed }: ShownIds,
  limit: number,
): Answer[] {
  const answers: Answer[] = [
    ...inOwnOrder(memories).map(({ hit, score }): Answer => {
      const { id } = hit.memory;
      const shown = full.has(id) ? "full" : pointed.has(id) ? "pointer" : null;
      return { kind: "memory", hit, score, shown };
    }),
    ...passages.map((hit): Answer => {
      const shown = pointed.has(hit.passage.id) ? "pointer" : null;
      return { kind: "passage", hit, score: hit.relevance, shown };
    }),
  ];
  // Stable: a memory before a passage of the same score, and each in its own order.
  return answers.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Scores that never rise from one memory to the next: each gets at least that of those after it. */
function inOwnOrder(memories: readonly Hit[]): { readonly hit: Hit; readonly score: number }[] {
  let least = Number.NEGATIVE_INFINITY;
  const scored = memories.toReversed().map((hit) => {
    const { relevance, ranks } = hit.explanation;
    const isExact = ranks.fingerprint !== undefined || ranks.trigger !== undefined;
    least = Math.max(least, isExact ? EXACT : relevance);
    return { hit, score: least };
  });
  return scored.reverse();
}
