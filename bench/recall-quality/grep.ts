/**
 * Ranks with the baseline of an agent without a memory: grep for each informative word of the question; texts with the most
 * of these words come first, then texts with the most occurrences.
 */
import { STOP_WORDS } from "../../packages/memory/src/search/stop-words.ts";

const SHORTEST = 2;

/** Returns the distinct words as written, in lower case, without uninformative words. */
export function askedWords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= SHORTEST && !STOP_WORDS.has(word)))];
}

/**
 * Returns the ids of the best texts for each question, best first; ties keep the order of appearance. Matches parts of words,
 * as grep does.
 */
export function rankByGrep(
  texts: readonly { readonly id: string; readonly text: string }[],
  questions: readonly { readonly question: string }[],
  depth: number,
): string[][] {
  const documents = texts.map(({ id, text }) => ({ id, text: text.toLowerCase() }));
  return questions.map(({ question }) => {
    const words = askedWords(question);
    const scored = documents.map(({ id, text }, i) => {
      const counts = words.map((word) => text.split(word).length - 1);
      const distinct = counts.filter((count) => count > 0).length;
      return { id, i, distinct, count: counts.reduce((sum, count) => sum + count, 0) };
    });
    scored.sort((a, b) => b.distinct - a.distinct || b.count - a.count || a.i - b.i);
    return scored.slice(0, depth).flatMap(({ id, distinct }) => (distinct > 0 ? [id] : []));
  });
}
