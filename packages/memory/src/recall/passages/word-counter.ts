/**
 * Computes BM25 of a passage without the index: words are split and stemmed as FTS5 does, and each column counts by its
 * weight.
 *
 * score = Σ over terms idf · f · (k1 + 1) ÷ (f + k1 · (1 − b + b · length ÷ usual length)), f = Σ over columns weight · count
 *
 * Source: Robertson & Zaragoza 2009 (BM25F with one length).
 */
import { createSplitter } from "../../search/indexes/words/unicode61.ts";
import type { WeighedTerm } from "../../search/term-weights.ts";
import type { StoredPassage } from "../../store/sessions/passages.ts";
import { PASSAGES } from "./tuning.ts";

export interface WordScore {
  readonly score: number;
  /** Terms found, in the question's order. */
  readonly matched: readonly string[];
  /** The passage contains little but the question's own words: the same question was asked before. */
  readonly isEcho: boolean;
}

/** Minimum share of a passage's distinct words that are in the question for the passage to only repeat it. */
const ECHO_SHARE = 0.75;

/** Creates a counter for these terms of a question, for any number of passages. */
export function createWordCounter(
  query: string,
  terms: readonly WeighedTerm[],
): (passage: StoredPassage) => WordScore {
  const split = createSplitter();
  const decoder = new TextDecoder();
  // Each word is put between bars, so that a phrase is found as a sequence of whole words.
  const stems = (text: string): { run: string; words: readonly string[] } => {
    const words: string[] = [];
    split(text, (bytes, length) => words.push(decoder.decode(bytes.subarray(0, length))));
    return { run: words.map((word) => `|${word}|`).join(""), words };
  };
  const queryWords = new Set(stems(query).words);
  const wanted = terms.map((term) => ({ ...term, run: stems(term.text).run }));
  const { k1, b, usualWords, contextWeight, identifierWeight } = PASSAGES;
  return ({ context, content, identifiers, speaker }) => {
    const columns = [
      { weight: contextWeight.value, ...stems(context) },
      { weight: 1, ...stems(content) },
      { weight: identifierWeight.value, ...stems(identifiers) },
    ];
    const contentWords = columns[1]?.words ?? [];
    const length = contentWords.length;
    const norm = k1 * (1 - b.value + (b.value * length) / usualWords.value);
    const matched: string[] = [];
    let score = 0;
    for (const { text, idf, run } of wanted) {
      const f = columns.reduce(
        (sum, column) => sum + column.weight * countRuns(column.run, run),
        0,
      );
      if (f === 0) continue;
      matched.push(text);
      score += (idf * f * (k1 + 1)) / (f + norm);
    }
    const own = speaker === "summary" ? stems(content.replace(LABELS, "")).words : contentWords;
    return { score, matched, isEcho: shareOf(new Set(own), queryWords) >= ECHO_SHARE };
  };
}

/** What a summary says of a session in which something was only asked. */
const LABELS = /^Task: |^Outcome: .*$/gm;

function shareOf(words: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let common = 0;
  for (const word of words) if (among.has(word)) common++;
  return common / Math.max(1, words.size);
}

function countRuns(text: string, run: string): number {
  if (run === "") return 0;
  let count = 0;
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length)) count++;
  return count;
}
