/**
 * Where does a run of characters end? Of ten million that an unbounded pattern takes, the engine keeps a place to come back
 * to for each, and overflows its stack; a bounded one, asked again and again, keeps few.
 */

/** `chunk`: sticky, and takes a bounded part of a run wherever in it it begins. `at` where none begins there. */
export function runEnd(text: string, chunk: RegExp, at: number): number {
  let end = at;
  for (;;) {
    chunk.lastIndex = end;
    const length = chunk.exec(text)?.[0].length ?? 0;
    if (length === 0) return end;
    end += length;
  }
}
