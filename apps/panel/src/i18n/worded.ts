/** Says a text of the library in the reader's language. */
import type { LibraryText } from "@tacit-memory/protocol";
import type { TFunction } from "i18next";

/**
 * Says why something failed. The words of a program, a server or the system stay in theirs, and are marked as a detail in a
 * language that is not English.
 */
export function wordedReason(reason: LibraryText, t: TFunction): string {
  return reason.sentence === null ? t("failure.detail", { text: reason.text }) : worded(reason, t);
}

/** English needs no words for most sentences: the text itself is English. */
export function worded({ text, sentence }: LibraryText, t: TFunction): string {
  if (sentence === null) return text;
  const { code, values } = sentence;
  return t(`sentence.${code as "clear_http"}`, { ...values, defaultValue: text });
}
