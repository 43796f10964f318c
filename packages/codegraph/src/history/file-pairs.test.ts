/** Which files change together, and which only by chance. */
import { describe, expect, test } from "vitest";
import { filePairs, type PairLimits } from "./file-pairs.ts";

const LIMITS: PairLimits = { minCount: 3, minInformation: 0.3, doubt: 2, mostOfOne: 20 };
const times = (count: number, ...files: string[]) => Array.from({ length: count }, () => files);

const listCompanions = (occasions: string[][], path: string, limits = LIMITS) =>
  filePairs(occasions, limits)
    .companionsOf(path)
    .map(
      (companion) =>
        `${companion.path} ${companion.count}/${companion.of} ${companion.weight.toFixed(2)}`,
    );

describe("companions", () => {
  test.each<[string, string[][], string[]]>([
    ["always together", [...times(6, "a", "b"), ...times(20, "x")], ["b 6/6 0.75"]],
    ["twice is not enough", [...times(2, "a", "b"), ...times(20, "x")], []],
    ["all there is: nothing is told by it", times(9, "a", "b"), []],
    // a is in half of all occasions, and so is b: four common ones are expected by chance.
    [
      "by chance",
      [...times(4, "a", "b"), ...times(4, "a"), ...times(4, "b"), ...times(4, "x")],
      [],
    ],
    [
      "a file that changes with everything says nothing",
      [...times(4, "a", "lock"), ...times(30, "x", "lock"), ...times(3, "y")],
      [],
    ],
    [
      "the surer first",
      [...times(8, "a", "b"), ...times(3, "a", "c"), ...times(60, "x")],
      ["b 8/11 0.68", "c 3/11 0.35"],
    ],
  ])("%s", (_name, occasions, expected) => {
    expect(listCompanions(occasions, "a")).toEqual(expected);
  });
});

test("counts a file once per occasion and finds no companions of an unknown file", () => {
  const occasions = [...times(4, "a", "a", "b"), ...times(9, "x")];
  expect(listCompanions(occasions, "a")).toEqual(["b 4/4 0.67"]);
  expect(listCompanions(occasions, "nobody")).toEqual([]);
  expect(filePairs(occasions, LIMITS).paths()).toEqual(["a", "b", "x"]);
  expect(listCompanions([], "a")).toEqual([]);
});

test("limits the companions of one file", () => {
  const names = Array.from({ length: 9 }, (_value, n) => `f${n}`);
  const occasions = [...times(4, "a", ...names), ...times(9, "x")];
  expect(listCompanions(occasions, "a", { ...LIMITS, mostOfOne: 4 }).length).toBe(4);
});
