/** Limits of the in-memory index of words. */

export const WORDS = {
  /** Changed memories that a recall indexes itself. With more, they are indexed beside it and FTS5 answers meanwhile. */
  pageRows: 512,
  /** Newest memories whose postings are built again for each new memory. */
  latestDocs: 2048,
  /** Memories added or removed since the last full build, after which the index is built again. */
  compactDocs: 4096,
  /** The same as a share of all memories, if that is more than compactDocs. */
  compactShare: 0.05,
} as const;
