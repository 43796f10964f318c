/**
 * One term → a quoted FTS5 phrase of letters and digits: there is nothing in it that FTS5 could read as
 * syntax, so a search cannot throw, whatever was asked. "" for a term that holds no token.
 */
import { scriptPattern } from "@tacit-memory/files";

const NO_WORD = scriptPattern(/[^\w$ ]+/g, () => /[^\p{L}\p{N}_$ ]+/gu);
const LETTER = scriptPattern(/[A-Za-z0-9]/, () => /[\p{L}\p{N}]/u);

export function phrase(text: string): string {
  const bare = text.replace(NO_WORD(text), " ").replace(/\s+/g, " ").trim();
  // A phrase of nothing but "$" and "_" has no token, which FTS5 takes, and which matches nothing.
  return LETTER(bare).test(bare) ? `"${bare}"` : "";
}
