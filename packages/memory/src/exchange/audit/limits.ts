/** When two memories are near duplicates, and how much of a store one audit reads. */

export const AUDIT = {
  /** Jaccard index of word sets, from which two memories are near duplicates. The same as on promotion. */
  nearJaccard: 0.85,
  /** Bands of four hashes each. Two sets of Jaccard index 0.85 share a band in all but 8 of a million pairs (Broder 1997). */
  bands: 16,
  /** Minimum words of a memory that can be recognised inside another. */
  quotedWords: 6,
  /** Worst examples of each kind: as many as fit on one screen. */
  examples: 5,
  /** Maximum files of the project that are searched for names. */
  treeFiles: 100_000,
  /** Maximum bytes of a searched file. Larger files are generated. */
  treeFileBytes: 2_000_000,
} as const;
