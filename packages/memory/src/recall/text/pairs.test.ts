/** What of a question's neighbouring words does a text say side by side? */
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

test("each pair counts by how rare its words are, and once", () => {
  const question = "connection pool exhausted";
  expect(share(question, "The connection pool is exhausted.")).toBe(1);
  expect(share(question, "connection pool, connection pool")).toBeCloseTo(2 / 6);
  expect(share(question, "pool exhausted")).toBeCloseTo(4 / 6);
  expect(share(question, "exhausted pool connection")).toBe(0);
});

test("stop words are passed over, and names are their parts", () => {
  expect(share("the pool of the connection", "pool connection")).toBe(1);
  expect(share("connection pool", "see connectionPool.ts")).toBe(1);
});

test.each(["", "pool", "pool pool", "unknown words", "the of"])(
  "nobody looks for %j",
  (question) => {
    expect(share(question, "connection pool")).toBeNull();
  },
);
