/** Tests how large the error of quantised vectors is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lengthOf, quantize, quantizeQuery } from "./quantize.ts";

const component = fc.float({ noNaN: true, min: -8, max: 8 });
const vectors = fc
  .array(component, { minLength: 1, maxLength: 64 })
  .map((components) => Float32Array.from(components));

test("property: no component is off by more than half a step", () => {
  fc.assert(
    fc.property(vectors, (vector) => {
      const { codes, scale } = quantize(vector);
      for (const [i, code] of codes.entries()) {
        expect(Math.abs(code)).toBeLessThanOrEqual(127);
        expect(Math.abs(code * scale - (vector[i] ?? 0))).toBeLessThanOrEqual(scale * 0.5000001);
      }
    }),
  );
});

test("property: a query is off by less than 1/4000 of its largest component, at any length", () => {
  fc.assert(
    fc.property(vectors, fc.constantFrom(64, 256, 1024, 4096), (vector, stride) => {
      const target = new Int16Array(stride).fill(9);
      const scale = quantizeQuery(vector, target);
      const peak = Math.max(...vector.map(Math.abs));
      for (const [i, code] of target.entries()) {
        expect(Math.abs(code * scale - (vector[i] ?? 0))).toBeLessThanOrEqual(peak / 4000);
      }
    }),
  );
});

test("quantises zeros to zeros, with scale 0", () => {
  const zeros = new Float32Array(16);
  expect(quantize(zeros)).toEqual({ codes: new Int8Array(16), scale: 0 });
  expect(quantizeQuery(zeros, new Int16Array(16))).toBe(0);
  expect(lengthOf(Float32Array.of(3, 4))).toBe(5);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "refuses %s",
  (wrong) => {
    const vector = Float32Array.of(1, wrong);
    expect(() => quantize(vector)).toThrow(expect.objectContaining({ code: "internal" }));
    expect(() => quantizeQuery(vector, new Int16Array(16))).toThrow("not a finite");
  },
);
