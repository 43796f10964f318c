/** Columns in bytes, UTF-16 units and characters, and indexers that do not state the unit. */
import { describe, expect, test } from "vitest";
import type { PositionEncoding, ScipOccurrence } from "./scip-document.ts";
import { linesOf, placesWith } from "./scip-positions.ts";

const TEXT = "plain();\nconst é = '😀'; run();\n";
const nameOf = (symbol: string) => symbol;
const at = (column: number, end: number): ScipOccurrence => ({
  range: [1, column, 1, end],
  symbol: "run",
  isDefinition: false,
  enclosing: null,
});

describe("a word after multi-byte characters", () => {
  test.each<[PositionEncoding, number]>([
    ["utf-16", 16],
    ["utf-32", 15],
    ["utf-8", 19],
  ])("%s", (encoding, column) => {
    const occurrences = [at(column, column + 3)];
    const lines = linesOf(TEXT);
    const place = { text: "run", column: 16 };
    expect(
      placesWith({ encoding, occurrences }, lines, nameOf)([1, column, 1, column + 3]),
    ).toEqual(place);
    // The same result if the indexer does not state the unit.
    const unstated = placesWith({ encoding: "unspecified", occurrences }, lines, nameOf);
    expect(unstated([1, column, 1, column + 3])).toEqual(place);
  });
});

test("returns null for a position that does not exist", () => {
  const lines = linesOf(TEXT);
  for (const encoding of ["utf-8", "utf-16", "utf-32"] as const) {
    const placeAt = placesWith({ encoding, occurrences: [] }, lines, nameOf);
    expect(placeAt([7, 0, 7, 1])).toBeNull();
    expect(placeAt([1, 0, 1, 99])).toBeNull();
    expect(placeAt([0, 0, 1, 1])).toBeNull();
  }
  // In the middle of a character.
  expect(
    placesWith({ encoding: "utf-8", occurrences: [] }, lines, nameOf)([1, 7, 1, 9]),
  ).toBeNull();
});
