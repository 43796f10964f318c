/** Returns the part of a long text that answers a question: the lines or sentences that contain most of its words. Pure. */
import { clip, words } from "../../domain/text/text.ts";

interface Piece {
  readonly text: string;
  readonly startsLine: boolean;
}

/** Returns at most `limit` characters, in whole sentences if they fit; starts with "…" unless it begins the text. */
export function excerptOf(text: string, matched: readonly string[], limit: number): string {
  if (text.length <= limit) return text;
  const sentences = text.split(/\n+/).flatMap(sentencesOf);
  const pieces = sentences.map((piece) => piece.text);
  const wanted = new Set(matched.flatMap((term) => words(term)));
  const scores = pieces.map(
    (piece) => new Set(words(piece).filter((word) => wanted.has(word))).size,
  );
  const best = scores.indexOf(Math.max(...scores));
  let [from, to, length] = [best, best, pieces[best]?.length ?? 0];
  for (;;) {
    const [before, after] = [pieces[from - 1], pieces[to + 1]];
    const takesAfter = after !== undefined && length + after.length + 1 <= limit;
    const takesBefore = before !== undefined && length + before.length + 1 <= limit;
    if (takesAfter && (!takesBefore || (scores[to + 1] ?? 0) >= (scores[from - 1] ?? 0))) {
      to++;
      length += after.length + 1;
    } else if (takesBefore) {
      from--;
      length += before.length + 1;
    } else break;
  }
  const shown = sentences
    .slice(from, to + 1)
    .map((piece, at) => `${at === 0 ? "" : piece.startsLine ? "\n" : " "}${piece.text}`);
  const part = clip(shown.join(""), limit);
  return from === 0 ? part : `… ${part}`;
}

/** Splits a line. The number of a list item stays with its text. */
function sentencesOf(line: string): Piece[] {
  return line
    .split(/(?<=[.!?])(?<!^\s*\d{1,3}\.)\s+/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text, at) => ({ text, startsLine: at === 0 }));
}
