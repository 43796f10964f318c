/** Tests that every wrong vector is rejected with a specific error, and every correct one is normalised to length 1. */
import { cosine } from "@tacit-memory/encoder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultOf } from "../models/model-fault.ts";
import { unitVectors } from "./unit-vectors.ts";

function outcome(rows: readonly unknown[], more: { dims?: number; isMatryoshka?: boolean } = {}) {
  try {
    return unitVectors(rows, { encoder: "e", count: 1, dims: 3, isMatryoshka: false, ...more });
  } catch (error) {
    return faultOf(error);
  }
}
/** Returns the vector of a valid row at full length. */
function only(row: readonly number[]): Float32Array {
  const expected = { encoder: "e", count: 1, dims: row.length, isMatryoshka: false };
  const [vector = new Float32Array(0)] = unitVectors([row], expected);
  return vector;
}
const base64 = (...numbers: number[]) =>
  Buffer.from(Float32Array.from(numbers).buffer).toString("base64");

test.each<[string, readonly unknown[], unknown]>([
  ["too few", [], "wrong_count"],
  [
    "too many",
    [
      [1, 0, 0],
      [1, 0, 0],
    ],
    "wrong_count",
  ],
  ["too short", [[1, 0]], "wrong_dims"],
  ["too long", [[1, 0, 0, 0]], "wrong_dims"],
  ["NaN", [[1, Number.NaN, 0]], "not_finite"],
  ["infinite", [[1, Number.POSITIVE_INFINITY, 0]], "not_finite"],
  ["null, as JSON writes NaN", [[1, null, 0]], "not_finite"],
  ["text", [[1, "0.5", 0]], "not_finite"],
  ["so long that its length overflows", [[1e200, 1e200, 0]], "not_finite"],
  ["no direction", [[0, 0, 0]], "zero_vector"],
  ["an object", [{}], "unexpected_shape"],
  ["nothing", [null], "unexpected_shape"],
  ["base64 of half a number", ["AAA="], "unexpected_shape"],
  ["an empty text", [""], "unexpected_shape"],
  ["base64 of too few", [base64(1, 0)], "wrong_dims"],
])("%s", (_name, rows, expected) => expect(outcome(rows)).toEqual(expected));

test.each<[string, unknown, number[]]>([
  ["numbers", [3, 0, 4], [0.6, 0, 0.8]],
  ["base64", base64(3, 0, 4), [0.6, 0, 0.8]],
  ["numbers beyond float32", [3e100, 0, 4e100], [0.6, 0, 0.8]],
  ["a typed array", Float32Array.of(3, 0, 4), [0.6, 0, 0.8]],
])("%s", (_name, row, expected) => {
  const [vector] = outcome([row]) as Float32Array[];
  expect([...(vector ?? [])].map((item) => Math.round(item * 1e6) / 1e6)).toEqual(expected);
});

test("cuts a longer vector and normalises it again, only where its family allows it", () => {
  const [vector] = outcome([[3, 4, 12]], { dims: 2, isMatryoshka: true }) as Float32Array[];
  expect([...(vector ?? [])].map((item) => Math.round(item * 1e6) / 1e6)).toEqual([0.6, 0.8]);
  expect(outcome([[3, 4]], { dims: 3, isMatryoshka: true })).toBe("wrong_dims");
});

test("property: returns a vector of length 1 in the input's direction", () => {
  const numbers = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
  fc.assert(
    fc.property(numbers, (row) => {
      const length = Math.hypot(...row);
      fc.pre(length > 1e-6);
      const vector = only(row);
      const direction = Float32Array.from(row, (item) => item / length);
      expect(vector).toHaveLength(row.length);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      expect(cosine(vector, direction)).toBeCloseTo(1, 5);
    }),
  );
});
