/** How many anchors a memory gets, and how much is read to find them. */

export const LINK = {
  /** Anchors of a memory. */
  maxAnchors: 12,
  /** Symbols of one file. */
  symbolsPerFile: 6,
  /** Symbols of one name in a file. With more, the name is ambiguous; overloads come in twos to fours. */
  namesakes: 4,
  /** Symbols that a session edited in a file. With more, the anchor is the file. */
  editedSymbols: 3,
  /** Lines before and after a line that belongs to no symbol. */
  windowLines: 1,
  /** Bytes of a file. Larger files are data. */
  maxFileBytes: 2_000_000,
  /** Files that contain a name and are read for its definition, while a project has no code graph. */
  searchedFiles: 40,
  /** Milliseconds in which one process searches for names. */
  searchMs: 1500,
} as const;
