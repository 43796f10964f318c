/** The order of a second stage over that of the first: nobody is lost, nobody without a key is moved. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { reordered } from "./second-stage.ts";

const orderOf = (keys: readonly (number | null)[]) =>
  reordered(
    keys.map((_key, i) => i),
    { by: "x", keys, problem: null },
  ).map(({ hit }) => hit);

test.each<[readonly (number | null)[], readonly number[]]>([
  [[], []],
  [
    [1, 2, 3],
    [2, 1, 0],
  ],
  [
    [1, 1, 1],
    [0, 1, 2],
  ],
  [
    [null, 1, 2],
    [0, 2, 1],
  ],
  [
    [1, null, 2],
    [2, 1, 0],
  ],
  [
    [null, null],
    [0, 1],
  ],
])("keys %j give the order %j", (keys, order) => {
  expect(orderOf(keys)).toEqual(order);
});

test("property: a permutation, with those without a key where they were, the others by key", () => {
  const keys = fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(keys, (sortKeys) => {
      const order = orderOf(sortKeys);
      expect([...order].sort((a, b) => a - b)).toEqual(sortKeys.map((_key, i) => i));
      sortKeys.forEach((key, i) => {
        if (key === null) expect(order[i]).toBe(i);
      });
      const moved = order.flatMap((i) => sortKeys[i] ?? []);
      expect(moved).toEqual([...moved].sort((a, b) => b - a));
    }),
  );
});

test("each says who looked, where it stood and by what it was sorted", () => {
  const result = reordered(["a", "b"], { by: "x", keys: [null, null], problem: "down" });
  expect(result).toEqual([
    { hit: "a", reranked: { by: "x", before: 1, key: null, problem: "down" } },
    { hit: "b", reranked: { by: "x", before: 2, key: null, problem: "down" } },
  ]);
});
