/**
 * Selects the parts of the repository's own texts that may already state a lesson: for each lesson, the paragraphs that share
 * its words, weighted by how rare each word is in these texts. Pure.
 */
import { words } from "../../domain/text/text.ts";
import type { Statement } from "../writing/reply.schema.ts";
import type { Excerpt } from "./second-look.ts";
import { stem } from "./stem.ts";

/** Maximum paragraphs per lesson. */
const MAX_OF_ONE = 2;
const MIN_SHARED = 2;
const LONG_WORD = 4;
/** Maximum characters of a paragraph; a longer one is a table, data or configuration and is cut between lines. */
const PARAGRAPH_CHARS = 700;

/** Returns the best paragraph of every lesson first, then the second best; adjacent paragraphs of one text are not joined. */
export function excerptsFor(
  statements: readonly Statement[],
  texts: readonly Excerpt[],
): Excerpt[] {
  const paragraphs = texts.flatMap(({ path, text }) =>
    paragraphsOf(text).map((part) => ({ path, text: part, words: topicStems(part) })),
  );
  const spread = new Map<string, number>();
  for (const { words: own } of paragraphs)
    for (const word of own) spread.set(word, (spread.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + paragraphs.length / (spread.get(word) ?? 1));
  const ranked = statements.map(({ title, content }) => {
    const about = topicStems(`${title} ${content}`);
    return paragraphs
      .flatMap((paragraph) => {
        const shared = [...about].filter((word) => paragraph.words.has(word));
        const score = shared.reduce((sum, word) => sum + weight(word), 0);
        return shared.length >= MIN_SHARED ? [{ paragraph, score }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_OF_ONE)
      .map(({ paragraph }) => paragraph);
  });
  const inTurn = Array.from({ length: MAX_OF_ONE }, (_, rank) =>
    ranked.flatMap((ones) => ones[rank] ?? []),
  );
  return [...new Set(inTurn.flat())].map(({ path, text }) => ({ path, text }));
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => {
    const parts: string[] = [];
    let part = "";
    for (const line of paragraph.trim().split("\n")) {
      if (part !== "" && part.length + line.length > PARAGRAPH_CHARS) {
        parts.push(part);
        part = "";
      }
      part += `${part === "" ? "" : "\n"}${line.slice(0, PARAGRAPH_CHARS)}`;
    }
    return [...parts, part];
  });
}

function topicStems(text: string): Set<string> {
  // A hyphenated name also matches by its parts.
  const parts = words(text).flatMap((word) => [word, ...word.split("-")]);
  return new Set(parts.filter((word) => word.length >= LONG_WORD).map(stem));
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!!|include|define|if|endif)|"""|'''|--|;;|<!--)/;

/** Returns the comments of a file without its code. */
export function commentsOf(text: string): string {
  const lines = text.split("\n").map((line) => (COMMENT.test(line) ? line.trim() : ""));
  return lines
    .join("\n")
    .replace(/\n{2,}/g, "\n\n")
    .trim();
}
