/** Which parts of the repository's own texts may say already what a lesson says? Paragraphs that share its words. Pure. */
import { words } from "../../domain/text/text.ts";
import type { Statement } from "../writing/reply.schema.ts";
import type { Excerpt } from "./second-look.ts";

/** Of one text, in characters. */
const MOST_CHARS = 1500;
const LEAST_SHARED = 3;
const LONG_WORD = 4;
/** A paragraph longer than this is a table or data. */
const PARAGRAPH_CHARS = 700;

/** `texts` in order of importance; those without a word in common are left out. */
export function excerptsFor(
  statements: readonly Statement[],
  texts: readonly Excerpt[],
): Excerpt[] {
  const about = new Set(statements.flatMap(({ title, content }) => telling(`${title} ${content}`)));
  return texts.flatMap(({ path, text }) => {
    const parts = text.split(/\n\s*\n/).map((part, i) => ({
      i,
      part: part.trim().slice(0, PARAGRAPH_CHARS),
      shared: new Set(telling(part).filter((word) => about.has(word))).size,
    }));
    let room = MOST_CHARS;
    const chosen = parts
      .filter(({ shared }) => shared >= LEAST_SHARED)
      .sort((a, b) => b.shared - a.shared || a.i - b.i)
      .filter(({ part }) => {
        room -= part.length;
        return room >= 0;
      });
    if (chosen.length === 0) return [];
    const inOrder = chosen.sort((a, b) => a.i - b.i).map(({ part }) => part);
    return [{ path, text: inOrder.join("\n…\n") }];
  });
}

function telling(text: string): string[] {
  return words(text).filter((word) => word.length >= LONG_WORD);
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!!|include|define|if|endif)|"""|'''|--|;;|<!--)/;

/** A file's comments, without its code: what the code says of itself. */
export function commentsOf(text: string): string {
  const lines = text.split("\n").map((line) => (COMMENT.test(line) ? line.trim() : ""));
  return lines
    .join("\n")
    .replace(/\n{2,}/g, "\n\n")
    .trim();
}
