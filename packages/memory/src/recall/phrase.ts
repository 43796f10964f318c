/**
 * One term → a quoted FTS5 phrase of letters and digits: there is nothing in it that FTS5 could read as
 * syntax, so a search cannot throw, whatever was asked. "" for a term that holds no token.
 */
export function phrase(text: string): string {
  const bare = text
    .replace(/[^\p{L}\p{N}_$ ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  // A phrase of nothing but "$" and "_" has no token, which FTS5 takes, and which matches nothing.
  return /[\p{L}\p{N}]/u.test(bare) ? `"${bare}"` : "";
}
