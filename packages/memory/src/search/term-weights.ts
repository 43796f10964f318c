/**
 * Computes how rare each term of the query is. Queried from the index once and used twice: to leave out terms that do not
 * occur, and to measure how much of the question a memory answers.
 *
 * idf(t) = ln(1 + (N − df + 0.5) / (df + 0.5))
 *
 * (the idf of BM25, Robertson & Zaragoza 2009.)
 */
import type { Lexical } from "./lexical.ts";
import { phrase } from "./phrase.ts";

export interface WeighedTerm {
  readonly text: string;
  /** The term in the form for FTS5. */
  readonly phrase: string;
  /** Number of memories that contain the term, in any project. */
  readonly frequency: number;
  readonly idf: number;
}

export async function weigh(lexical: Lexical, terms: readonly Term[]): Promise<WeighedTerm[]> {
  const documents = await lexical.documents();
  const weighed: WeighedTerm[] = [];
  for (const term of terms) {
    const match = phrase(term.text);
    if (match === "") continue;
    const frequency = await lexical.frequencyOf(match);
    const idf = Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
    weighed.push({ text: term.text, phrase: match, frequency, idf });
  }
  return weighed;
}

/** Returns the phrases of the terms that occur. */
export function foundPhrases(terms: readonly WeighedTerm[]): string[] {
  return terms.filter((term) => term.frequency > 0).map((term) => term.phrase);
}

export interface Term {
  /** The term as passed to the index: one word, or a phrase of an identifier's parts. */
  readonly text: string;
  readonly isIdentifier: boolean;
}
