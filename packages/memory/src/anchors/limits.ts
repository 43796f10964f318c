/** How much is read to find the code of a memory, and how a change of the code affects the memory's score. */

/** Effect of changed code on a memory; see freshness.ts. */
export const FRESHNESS = {
  /** Factor on the score of a hit whose code is gone or whose condition is over. */
  goneFactor: 0.85,
  /** Factor on the score of a hit whose symbol changed. */
  changedFactor: 0.92,
  /** Factor on the score of a hit that is anchored to a whole file, after a change in the file. */
  fileChangedFactor: 0.98,
  /** Files whose state a process caches: a few hundred bytes each. */
  cachedFiles: 1000,
  /** Bytes of a file that is compared. Larger files are data. */
  maxFileBytes: 2_000_000,
  /** Files searched for a lost symbol. */
  maxCandidates: 30,
  /** Characters read for all failed searches of one hook call: about 3 ms. */
  searchedChars: 400_000,
  /** Characters read for all failed searches of one command: about 100 ms. */
  searchedCharsAsking: 20_000_000,
  /** Milliseconds for one git command. */
  gitPatienceMs: 400,
  /** Commits from which git is asked for renames, for one question about a file: some 10 ms each. */
  renameBases: 8,
  /** Anchors checked for one question about a file. */
  anchoredPlaces: 5000,
  /** Anchors checked for one question about a file in a hook. */
  anchoredPlacesInHook: 500,
  /** Anchors to parts of files checked at the start and end of a session, those of the newest memories. */
  anchoredParts: 200,
  /** Renames stored per git query, and former names listed in one answer. */
  notedRenames: 2000,
  /** Milliseconds for which a found location or git's view of the working tree is cached. */
  answerMs: 10_000,
  /** Entries of the tree checked for one pattern: about 10 ms. */
  conditionEntries: 5000,
  /** Memories checked for the review queue: the soft limit of a project. */
  recheckedMemories: 5000,
} as const;
