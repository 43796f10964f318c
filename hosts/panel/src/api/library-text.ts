/** Texts and failures of the library with what the page needs to say them in its language. */
import { MemoryError, readSentence } from "@tacit-memory/memory";
import type { Failure, LibraryText } from "@tacit-memory/protocol";

export function libraryText(text: string): LibraryText {
  return { text, sentence: readSentence(text) };
}

/** Describes a failure of the library; of any other error only that the request failed. */
export function describeFailure(error: unknown): Failure {
  if (!MemoryError.is(error)) return plainFailure("internal", "the request failed");
  const { code, message, facts } = error;
  const { reason, ...values } = facts;
  const words = Object.entries(values).filter(([, value]) => typeof value !== "object");
  return {
    code,
    message,
    values: Object.fromEntries(words.map(([name, value]) => [name, String(value)])),
    reason: typeof reason === "string" ? libraryText(reason) : null,
  };
}

/** A failure that has a code and nothing else that a page could say. */
export function plainFailure(code: string, message: string): Failure {
  return { code, message, values: {}, reason: null };
}
