/**
 * Terms → an FTS5 expression. Every term is a quoted phrase of letters and digits, joined by OR, so there is
 * nothing in it that FTS5 could read as syntax: it cannot throw, whatever was asked.
 */
import type { Term } from "./query.ts";

/** Null when there is nothing to search for. */
export function matchExpression(terms: readonly Term[]): string | null {
  const phrases = terms.map((term) => phrase(term.text)).filter((one) => one !== "");
  return phrases.length === 0 ? null : phrases.join(" OR ");
}

export function phrase(text: string): string {
  const bare = text
    .replace(/[^\p{L}\p{N}_$ ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  // A phrase of nothing but "$" and "_" has no token, which FTS5 takes, and which matches nothing.
  return /[\p{L}\p{N}]/u.test(bare) ? `"${bare}"` : "";
}
