/** Numbers are formatted as by the language's own routine. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [-1234567, "-1,234,567"],
  [1234.5678, "1,234.568"],
])("%s is %s", (value, text) => expect(grouped(value)).toBe(text));

test("property: formats whole numbers as `toLocaleString` does", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(grouped(value)).toBe(value.toLocaleString("en-US"));
    }),
  );
});
