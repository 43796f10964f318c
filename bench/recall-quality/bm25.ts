/** Ranks with the baseline: plain BM25 (Robertson & Zaragoza 2009; k1 1.2, b 0.75), words unchanged except for lower case. */

const K1 = 1.2;
const B = 0.75;

interface Text {
  readonly id: string;
  readonly text: string;
}

/** Returns the ids of the best texts for each question, best first; ties keep the order of appearance. */
export function rankByBm25(
  texts: readonly Text[],
  questions: readonly { readonly question: string }[],
  depth: number,
): string[][] {
  const documents = texts.map(({ id, text }) => ({ id, counts: count(tokens(text)) }));
  const lengths = documents.map(({ counts }) =>
    [...counts.values()].reduce((sum, n) => sum + n, 0),
  );
  const mean = lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.length);
  const frequency = new Map<string, number>();
  for (const { counts } of documents) {
    for (const token of counts.keys()) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  }
  return questions.map(({ question }) => {
    const queryTokens = [...new Set(tokens(question))];
    const scored = documents.map(({ id, counts }, i) => {
      let score = 0;
      for (const token of queryTokens) {
        const n = counts.get(token) ?? 0;
        if (n === 0) continue;
        const df = frequency.get(token) ?? 0;
        const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
        score += (idf * n * (K1 + 1)) / (n + K1 * (1 - B + (B * (lengths[i] ?? 0)) / mean));
      }
      return { id, score, i };
    });
    scored.sort((a, b) => b.score - a.score || a.i - b.i);
    return scored.slice(0, depth).flatMap(({ id, score }) => (score > 0 ? [id] : []));
  });
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
