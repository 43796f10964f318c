/**
 * Late interaction without a model: compares each word of the question with the nearest word of the passage, by the vectors
 * of the built-in encoder.
 *
 * score = Σ over the question's words of weight · max over the passage's words of cosine ÷ Σ weight
 *
 * The default for turns of conversations, and for every hit if a person chose it; measured in bench/recall-quality (decision
 * 0021).
 */

import { wordsOf } from "@tacit-memory/encoder";
import type { BuiltInEncoder } from "../encoders/built-in-encoder.ts";
import { createReranker, type Reranker } from "./reranker.ts";
import { LATE } from "./tuning.ts";

type Encoder = Pick<BuiltInEncoder, "id" | "encodeNow" | "close">;

export function openLateInteraction(encoder: Encoder): Reranker {
  const cache = new Map<string, Float32Array>();
  const vectorOf = (word: string): Float32Array => {
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    const vector = encoder.encodeNow(word, { dims: LATE.dims.value });
    if (cache.size < LATE.cachedWords) cache.set(word, vector);
    return vector;
  };
  const vectorsOf = (text: string, limit: number) =>
    distinct(text).slice(0, limit).map(vectorOf).filter(isStated);
  return createReranker({
    id: `late:${encoder.id}`,
    isLocal: true,
    pool: LATE.pool,
    share: LATE.share.value,
    calls: 0,
    ask: async (query, passages, { emphasis }) => {
      const queryVectors = distinct(query)
        .slice(0, LATE.queryWords)
        .map((word) => ({ vector: vectorOf(word), weight: emphasis?.(word) ?? 1 }))
        .filter(({ vector }) => isStated(vector));
      const total = queryVectors.reduce((sum, { weight }) => sum + weight, 0);
      const scores = passages.map((passage) => {
        const words = vectorsOf(passage, LATE.passageWords);
        if (total === 0 || words.length === 0) return 0;
        const sum = queryVectors.reduce(
          (scoreSum, { vector, weight }) => scoreSum + weight * nearest(vector, words),
          0,
        );
        return sum / total;
      });
      return { scores, isRelevant: null };
    },
    close: () => encoder.close(),
  });
}

function distinct(text: string): string[] {
  return [...new Set(wordsOf(text))];
}

/** Whether the encoder knows the word; the vector of an unknown word is all zeros. */
function isStated(vector: Float32Array): boolean {
  return vector.some((x) => x !== 0);
}

/** Returns the highest cosine, at least 0: a word far from every other is absent, not the opposite. */
function nearest(vector: Float32Array, words: readonly Float32Array[]): number {
  let best = 0;
  for (const word of words) {
    let sum = 0;
    for (let d = 0; d < vector.length; d++) sum += (vector[d] ?? 0) * (word[d] ?? 0);
    if (sum > best) best = sum;
  }
  return best;
}
