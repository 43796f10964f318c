/** Lines of a transcript that must be read again before reading resumes: each once, in the order of the file. */
import type { LineRange } from "./resume-point.schema.ts";

/** A line whose position is unknown. A resume point that needs it cannot be made. */
export const UNKNOWN_LINE: LineRange = { number: -1, start: -1, end: -1 };

export function sortedLines(lines: readonly LineRange[]): LineRange[] {
  const byStart = new Map(lines.map((line) => [line.start, line]));
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}
