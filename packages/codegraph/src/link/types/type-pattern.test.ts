/** Which types a pattern covers, and how long a comparison that fails takes. */
import { expect, test } from "vitest";
import { isLike } from "./type-pattern.ts";

test.each<readonly [string, string, boolean]>([
  ["?", "Item", true],
  ["?", "Map<string,List<Item>>", true],
  ["?", "", false],
  ["?", "A,B", false],
  ["?[]", "Item[][]", true],
  ["?[]", "Item", false],
  ["?...", "Item...", true],
  ["Map<?,?>", "Map<string,List<int,Item>>", true],
  ["Map<?,int>", "Map<string,string>", false],
  ["Map<?>", "Map<string,int>", false],
  ["(?,int)", "((A,B),int)", true],
  ["Outer<?>.Inner", "Outer<Item>.Inner", true],
  ["List<Item>", "List<Item>", true],
  ["List<Item>", "List<Item>[]", false],
])("%s and %s: %s", (pattern, type, isCovered) => {
  expect(isLike(pattern, type)).toBe(isCovered);
});

test("a type with many arguments is compared once, not in every combination", () => {
  const pattern = `X<${Array.from({ length: 40 }, () => "?").join()}>`;
  const type = `X<${Array.from({ length: 100 }, () => "a").join()}>[]`;
  const startedAt = performance.now();
  expect(isLike(pattern, type)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
