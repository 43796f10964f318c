/** Describes an edit in words, using its most informative lines. */
import { clip } from "../../../domain/text/text.ts";

/** Returns the first informative line that was removed and the first that was added. */
export function wordChange(before: string, after: string): string {
  const [old, lines] = [informativeLines(before), informativeLines(after)];
  const from = old.find((line) => !lines.some((other) => isSameButEnd(line, other)));
  const to = lines.find((line) => !old.some((other) => isSameButEnd(line, other)));
  if (to === undefined) return from === undefined ? "" : ` (removed \`${clip(from, 110)}\`)`;
  // When a whole file is written anew, no single line describes the change.
  if (before === "" && lines.length > WHOLE_FILE_LINES) return "";
  if (from === undefined) return ` (added \`${clip(to, 110)}\`)`;
  return ` (\`${clip(from, 110)}\` became \`${clip(to, 110)}\`)`;
}

const WHOLE_FILE_LINES = 6;

/** Returns the trimmed lines that contain a letter or a digit. */
export function informativeLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Compares two lines without the trailing comma; adding a comma after the last list entry is not the relevant change. */
function isSameButEnd(a: string, b: string): boolean {
  return a.replace(/[,;]$/, "") === b.replace(/[,;]$/, "");
}
