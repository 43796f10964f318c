/**
 * Ranks with the baseline: FTS5's own BM25, with its stemmer and without stop words, as a careful user would configure it.
 */
import { DatabaseSync } from "node:sqlite";

/** Uninformative words of a question. */
const STOP = new Set(
  "a an and are as at be but by can did do does for from had has have how i if in into is it its me my no not of on or our should so that the their them then there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);

/**
 * Returns the positions in `texts` of the best matches for each question, best first. `besideOf`: positions of neighbouring
 * texts, whose scores are added with the weight `besideWeight`.
 */
export function rankByStemmedBm25(
  texts: readonly string[],
  questions: readonly string[],
  depth: number,
  besideOf: (at: number) => readonly number[] = () => [],
  besideWeight: number = 0,
): number[][] {
  const db = new DatabaseSync(":memory:");
  try {
    db.exec(
      "CREATE VIRTUAL TABLE said USING fts5(content, tokenize='porter unicode61 remove_diacritics 2')",
    );
    const insert = db.prepare("INSERT INTO said (rowid, content) VALUES (?, ?)");
    for (const [at, text] of texts.entries()) insert.run(at + 1, text);
    const select = db.prepare(
      "SELECT rowid AS rid, -bm25(said) AS score FROM said WHERE said MATCH ?",
    );
    return questions.map((question) => {
      const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const queryWords = [...new Set(words)].filter((word) => !STOP.has(word));
      if (queryWords.length === 0) return [];
      const rows = select.all(queryWords.map((word) => `"${word}"`).join(" OR "));
      const own = new Map(rows.map((row) => [Number(row["rid"]) - 1, Number(row["score"])]));
      const scoreOf = (at: number) => own.get(at) ?? 0;
      return texts
        .map((_text, at) => {
          const beside = besideOf(at).reduce((sum, item) => sum + scoreOf(item), 0);
          return { at, score: scoreOf(at) + besideWeight * beside };
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, depth)
        .map(({ at }) => at);
    });
  } finally {
    db.close();
  }
}
