/** Says a text of the library in the reader's language. */
import type { LibraryText } from "@tacit-memory/protocol";
import type { TFunction } from "i18next";

/** English needs no words for most sentences: the text itself is English. */
export function worded({ text, sentence }: LibraryText, t: TFunction): string {
  if (sentence === null) return text;
  const { code, values } = sentence;
  return t(`sentence.${code as "clear_http"}`, { ...values, defaultValue: text });
}
