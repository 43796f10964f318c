/** Numbers of the miner: how much of a source is read, and which words may replace each other. */

export const MINING = {
  /** Pairs of one kind from one source, so that a large repository does not outweigh ten others. */
  pairsOfAKind: 6000,
  /** Files of a source, documentation first. */
  files: 6000,
  /** Bytes of a file. Larger files are data or generated. */
  fileBytes: 200_000,
  /** Commits of a source, newest first: twice the stored pairs, because bots write many. */
  commits: 12_000,
  /** Commits of a source whose change is read. */
  diffs: 2000,
  /** Lines of code beside a comment. */
  codeLines: 10,
  /** Sentences per source that are paraphrased. */
  paraphrases: 2500,
  /** Share of replaceable words that stay. */
  unchangedShare: 0.15,
  /** Most frequent words, which are never replaced. Synonym lists miss their senses. */
  commonestWords: 400,
  /** Frequency rank, from which words are not replaced. */
  rareWords: 20_000,
  /** Cosine of two words of a synset. */
  nearInWordNet: 0.42,
  /** Cosine of two words of a thesaurus list. */
  nearInMoby: 0.6,
  /** Share of common words, from which two texts may be the same. Leaves out 123 of 72,000 texts. */
  nearShare: 0.3,
  /** Words in common. Fewer are only a topic. */
  nearWords: 4,
} as const;
