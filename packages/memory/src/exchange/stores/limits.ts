/** Limits of reading other programs' stores. */

export const STORES = {
  /** Characters of a memory. Longer content is cut at a sentence. */
  contentChars: 1000,
  /** Bytes of a JSON document, which is read whole. V8 strings have at most 536,870,888 characters. */
  documentBytes: 256_000_000,
  /** Bytes of one Markdown note. */
  noteBytes: 2_000_000,
  /** Markdown notes of one store. */
  notes: 50_000,
} as const;
