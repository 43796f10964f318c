/**
 * Converts a term to a quoted FTS5 phrase of letters and digits. It contains nothing that FTS5 could read as syntax, so a
 * search cannot throw for any input. "" for a term without a token.
 */
import { scriptPattern } from "@tacit-memory/files";

const NO_WORD = scriptPattern(/[^\w$ ]+/g, () => /[^\p{L}\p{N}_$ ]+/gu);
const LETTER = scriptPattern(/[A-Za-z0-9]/, () => /[\p{L}\p{N}]/u);

export function phrase(text: string): string {
  const bare = text.replace(NO_WORD(text), " ").replace(/\s+/g, " ").trim();
  // A phrase of only "$" and "_" has no token; FTS5 accepts it, but it matches nothing.
  return LETTER(bare).test(bare) ? `"${bare}"` : "";
}
