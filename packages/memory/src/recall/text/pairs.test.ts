/** Tests which adjacent words of a question are found adjacent in a text. */
import { expect, test } from "vitest";
import { pairShare, pairsIn } from "./pairs.ts";

const idf = new Map([
  ["connection", 1],
  ["pool", 1],
  ["exhausted", 3],
]);
const share = (question: string, text: string) => {
  const pairs = pairsIn(question, idf);
  return pairs === null ? null : pairShare(pairs, text);
};

test("counts each pair once, by the rarity of its words", () => {
  const question = "connection pool exhausted";
  expect(share(question, "The connection pool is exhausted.")).toBe(1);
  expect(share(question, "connection pool, connection pool")).toBeCloseTo(2 / 6);
  expect(share(question, "pool exhausted")).toBeCloseTo(4 / 6);
  expect(share(question, "exhausted pool connection")).toBe(0);
});

test("skips stop words and splits names into parts", () => {
  expect(share("the pool of the connection", "pool connection")).toBe(1);
  expect(share("connection pool", "see connectionPool.ts")).toBe(1);
});

test.each(["", "pool", "pool pool", "unknown words", "the of"])(
  "builds no pairs from %j",
  (question) => {
    expect(share(question, "connection pool")).toBeNull();
  },
);
