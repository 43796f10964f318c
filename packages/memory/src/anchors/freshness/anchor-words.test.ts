/** Tests that a note on changed code can be read again: which places it states as gone. */
import { expect, test } from "vitest";
import type { AnchorVerdict } from "../../domain/anchors/anchor.ts";
import { noteOf, notesGone } from "./anchor-words.ts";

const gone = (path: string, symbol: string | null = null): AnchorVerdict => ({
  path,
  symbol,
  freshness: "gone",
  movedTo: null,
  line: null,
  commitsSince: null,
});

const NOTE = noteOf([gone("lib/a.ts"), gone("src/b.ts", "parse"), gone("src/c.ts")], null) ?? "";

test.each<[string, string | null, boolean]>([
  ["lib/a.ts", null, true],
  ["src/b.ts", "parse", true],
  // The end of another path, and another symbol of the file.
  ["a.ts", null, false],
  ["src/b.ts", null, false],
  ["src/b.ts", "print", false],
])("the note states that %s (%s) is gone: %s", (path, symbol, expected) => {
  expect(notesGone(NOTE, { path, symbol })).toBe(expected);
});
