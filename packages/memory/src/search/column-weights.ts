/** Weights of the full-text index's columns. */

/** Weights of the columns in bm25(). The title's was tried from 0 to 1.5 on bench/recall-quality, dev halves. */
export const COLUMN_WEIGHTS = {
  title: 1.5,
  content: 1,
  tags: 0.8,
  files: 0.6,
  symbols: 1.2,
  identifiers: 0.7,
};
