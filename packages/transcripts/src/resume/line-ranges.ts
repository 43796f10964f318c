/** Which lines of a transcript are read again before a reading goes on: each once, in the order of the file. */
import type { LineRange } from "./resume-point.schema.ts";

/** Stands for a line that nobody knows; a place that needs it is none. */
export const NO_LINE: LineRange = { number: -1, start: -1, end: -1 };

export function inOrder(lines: readonly LineRange[]): LineRange[] {
  const byStart = new Map(lines.map((line) => [line.start, line]));
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}
