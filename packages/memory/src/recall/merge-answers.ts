/**
 * Merges memories and passages into one ranking. Both have a relevance on the same scale (recall/text/relevance.ts). Memories
 * keep their own order, which also depends on ties to code, errors and triggers. A memory of the exact error or trigger comes
 * before every passage, whatever words the passage shares with the question.
 */
import type { Hit } from "../domain/hit.ts";
import type { PassageHit } from "./passages/passage-hit.ts";

export type QuestionAnswer =
  | {
      readonly kind: "memory";
      readonly hit: Hit;
      readonly score: number;
      /** What a prompt with this text would inject in a new session: the full memory, a pointer, or nothing. */
      readonly shown: DisplayLevel;
    }
  | {
      readonly kind: "passage";
      readonly hit: PassageHit;
      readonly score: number;
      /** What a prompt with this text would inject: a pointer or nothing, never the full passage. */
      readonly shown: Exclude<DisplayLevel, "full">;
    };

type DisplayLevel = "full" | "pointer" | null;

/** Ids of memories shown in full, and of memories and passages shown as pointers. */
export interface ShownIds {
  readonly full: ReadonlySet<string>;
  readonly pointed: ReadonlySet<string>;
}

export const NO_HITS_SHOWN: ShownIds = { full: new Set(), pointed: new Set() };

/** Score above the relevance of any text. */
const EXACT = 2;

/** Returns the answers, best first, at most `limit`. */
export function mergeAnswers(
  memories: readonly Hit[],
  passages: readonly PassageHit[],
  { full, pointed }: ShownIds,
  limit: number,
): QuestionAnswer[] {
  const answers: QuestionAnswer[] = [
    ...inOwnOrder(memories).map(({ hit, score }): QuestionAnswer => {
      const { id } = hit.memory;
      const shown = full.has(id) ? "full" : pointed.has(id) ? "pointer" : null;
      return { kind: "memory", hit, score, shown };
    }),
    ...passages.map((hit): QuestionAnswer => {
      const shown = pointed.has(hit.passage.id) ? "pointer" : null;
      return { kind: "passage", hit, score: hit.relevance, shown };
    }),
  ];
  // The sort is stable: a memory comes before a passage of the same score, and each keeps its order.
  return answers.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Returns non-increasing scores: each memory gets at least the score of those after it. */
function inOwnOrder(memories: readonly Hit[]): { readonly hit: Hit; readonly score: number }[] {
  let minScore = Number.NEGATIVE_INFINITY;
  const scored = memories.toReversed().map((hit) => {
    const { relevance, ranks } = hit.explanation;
    const isExact = ranks.fingerprint !== undefined || ranks.trigger !== undefined;
    minScore = Math.max(minScore, isExact ? EXACT : relevance);
    return { hit, score: minScore };
  });
  return scored.reverse();
}
