/**
 * Parses a question: words with meaning, identifiers with their parts, paths, the fingerprint of a pasted error, and the
 * class of the query. Total: any string gives a query, possibly an empty one.
 */

import { functionWordsOf } from "../domain/language/function-words.ts";
import { errorFingerprint } from "../domain/text/error-fingerprint.ts";
import { stripInjected } from "../domain/text/injected-text.ts";
import { identifiers, splitIdentifier, withoutAccents, words } from "../domain/text/text.ts";
import { STOP_WORDS } from "../search/stop-words.ts";
import type { Term } from "../search/term-weights.ts";
import { type QueryClass, RECALL } from "./tuning.ts";

export interface Query {
  readonly text: string;
  /** Function words of the question's language if it is not English, without accents. */
  readonly functionWords: ReadonlySet<string>;
  readonly terms: readonly Term[];
  readonly paths: readonly string[];
  readonly fingerprints: readonly string[];
  readonly queryClass: QueryClass;
}

const STRUCTURAL =
  /\b(?:who (?:calls|uses|imports)|callers? of|depends? on|dependents?|dependenc(?:y|ies)|impact|affected by|imported by|import chain|call graph)\b/i;
const PATH = /^(?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@.+-]+\.\w{1,8}$|^(?:[\w@.+-]+\/)+[\w@.+-]*$/;

/** Truncates the query at a word boundary, because half of a secret is not recognized by redaction. */
function beginningOf(raw: string): string {
  const cut = raw.slice(0, RECALL.maxQueryChars);
  const isWithinWord = /\S/.test(raw.charAt(cut.length));
  return isWithinWord ? cut.replace(HALF_WORD, "") : cut;
}

/** Maximum length of the removed word; no secret is longer. */
const HALF_WORD = /\S{1,500}$/;

/** Parses a query. `knownFingerprints`: fingerprints of the error in question; default: those of the text itself. */
export function understandQuery(
  raw: string,
  files: readonly string[] = [],
  knownFingerprints?: readonly string[],
): Query {
  const text = beginningOf(stripInjected(raw)).replaceAll("\u0000", " ");
  const names = identifiers(text);
  const terms = new Map<string, Term>();
  const functionWords = functionWordsOf(text);
  const isStopWord = (word: string) =>
    STOP_WORDS.has(word) || functionWords.has(withoutAccents(word));
  const add = (word: string, isIdentifier: boolean) => {
    if (!terms.has(word)) terms.set(word, { text: word, isIdentifier });
  };
  for (const name of names) {
    const whole = words(name).join(" ");
    if (whole.length > 1) add(whole, true);
    for (const part of splitIdentifier(name)) {
      if (part.length > 2 && !isStopWord(part)) add(part, false);
    }
  }
  for (const word of words(text)) {
    if (word.length > 1 && !isStopWord(word)) add(word, false);
  }
  return {
    text,
    functionWords,
    terms: strongest([...terms.values()]),
    paths: names
      .map((name) => name.replace(/^\.\//, "").replace(/:\d+(?::\d+)?$/, ""))
      .filter((name) => PATH.test(name)),
    fingerprints: knownFingerprints ?? fingerprintsIn(text),
    queryClass: classify(text, names, files),
  };
}

function fingerprintsIn(text: string): readonly string[] {
  const fingerprint = errorFingerprint(text);
  return fingerprint === null ? [] : [fingerprint];
}

/** Reduces too many terms: keeps identifiers first, then the longest words, which are usually the rarest. */
function strongest(terms: readonly Term[]): Term[] {
  if (terms.length <= RECALL.maxTerms.value) return [...terms];
  return [...terms]
    .sort(
      (a, b) =>
        Number(b.isIdentifier) - Number(a.isIdentifier) ||
        b.text.length - a.text.length ||
        (a.text < b.text ? -1 : 1),
    )
    .slice(0, RECALL.maxTerms.value);
}

/** Classifies by the share of tokens: one path in a sentence does not make a query for an identifier. */
function classify(text: string, names: readonly string[], files: readonly string[]): QueryClass {
  if (STRUCTURAL.test(text)) return "structural";
  const tokens = text.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
  if (tokens > 0 && names.length / tokens >= 0.34) return "identifier";
  return tokens === 0 && files.length > 0 ? "structural" : "semantic";
}
