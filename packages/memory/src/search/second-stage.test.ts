/** Tests the order of a second stage over the first: no hit is lost, and a hit without a key is not moved. */
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
])("orders by keys %j as %j", (keys, order) => {
  expect(orderOf(keys)).toEqual(order);
});

test("property: returns a permutation with hits without a key unmoved and the others by key", () => {
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

test("states for each hit the reranker, its previous rank and its key", () => {
  const result = reordered(["a", "b"], { by: "x", keys: [null, null], problem: "down" });
  expect(result).toEqual([
    { hit: "a", reranked: { by: "x", before: 1, key: null, problem: "down" } },
    { hit: "b", reranked: { by: "x", before: 2, key: null, problem: "down" } },
  ]);
});
