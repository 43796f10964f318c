/**
 * Finds where a run of characters ends. For ten million characters that an unbounded pattern matches, the engine stores a
 * position to backtrack to for each, and overflows its stack; a bounded pattern, applied repeatedly, stores few.
 */

/**
 * Returns the end of the run. `chunk` is sticky and matches a bounded part of a run from any position in it. Returns `at` if
 * no run begins there.
 */
export function runEnd(text: string, chunk: RegExp, at: number): number {
  let end = at;
  for (;;) {
    chunk.lastIndex = end;
    const length = chunk.exec(text)?.[0].length ?? 0;
    if (length === 0) return end;
    end += length;
  }
}
