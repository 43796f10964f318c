/** How many tokens a text costs, without a tokenizer: words and their lengths, punctuation, other scripts. */
import { INJECT } from "./tuning.ts";

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/** An estimate, on the high side; 0 for an empty text. */
export function estimateTokens(text: string): number {
  if (text === "") return 0;
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / INJECT.charsPerToken.value + wide * 1.2);
}
