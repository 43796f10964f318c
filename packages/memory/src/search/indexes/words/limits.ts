/** Limits of the in-memory index of words. */

export const WORDS = {
  /** Maximum changed memories that a recall indexes itself. More are indexed in the background while FTS5 answers. */
  pageRows: 512,
  /** Maximum newest memories whose postings are built again for each new memory. */
  latestDocs: 2048,
  /** Memories added or removed since the last full build at which the index is rebuilt. */
  compactDocs: 4096,
  /** The same as a share of all memories, if that is more than compactDocs. */
  compactShare: 0.05,
} as const;
