/** Estimates the tokens of a text without a tokenizer: words and their lengths, punctuation, other scripts. */
import { isAscii } from "@tacit-memory/files";
import { INJECT } from "./tuning.ts";

/** Returns an estimate, on the high side; 0 for an empty text. */
export function estimateTokens(text: string): number {
  if (text === "") return 0;
  const wide = isAscii(text) ? 0 : countWide(text);
  return Math.ceil((text.length - wide) / INJECT.charsPerToken + wide * 1.2);
}

function countWide(text: string): number {
  const wide =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;
  return text.match(wide)?.length ?? 0;
}
