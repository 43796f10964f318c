/** What an edit changed, in words: the lines that say most. */
import { clip } from "../../../domain/text/text.ts";

/** The lines that differ and say most: the first taken out that says something, the first put in likewise. */
export function wordChange(before: string, after: string): string {
  const [old, lines] = [sayingLines(before), sayingLines(after)];
  const from = old.find((line) => !lines.some((other) => isSameButEnd(line, other)));
  const to = lines.find((line) => !old.some((other) => isSameButEnd(line, other)));
  if (to === undefined) return from === undefined ? "" : ` (removed \`${clip(from, 110)}\`)`;
  // A whole file written anew: no one line of it is the change.
  if (before === "" && lines.length > WHOLE_FILE_LINES) return "";
  if (from === undefined) return ` (added \`${clip(to, 110)}\`)`;
  return ` (\`${clip(from, 110)}\` became \`${clip(to, 110)}\`)`;
}

const WHOLE_FILE_LINES = 6;

/** Lines with a letter or a digit, trimmed. */
export function sayingLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** A comma after the last entry of a list is not the change that was made. */
function isSameButEnd(a: string, b: string): boolean {
  return a.replace(/[,;]$/, "") === b.replace(/[,;]$/, "");
}
