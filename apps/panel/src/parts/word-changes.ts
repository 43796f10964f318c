/** Compares two texts word by word. */
import { diffArrays } from "diff";

export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Returns the parts in reading order; without the added parts they are the text before, without the removed ones the text after. */
export function wordChanges(before: string, after: string): WordChange[] {
  return diffArrays(wordsOf(before), wordsOf(after)).map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}

/** Returns the words with the space after them. Punctuation after a word is a part of its own. */
function wordsOf(text: string): string[] {
  return text.match(/\s*(?:[.,;:!?]+(?=\s|$)|\S+?(?=[.,;:!?]*(?:\s|$)))\s*/g) ?? [];
}
