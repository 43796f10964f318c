/** Tests which part of a long text is shown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

const TEXT =
  "We looked at the build first. It was fine. The hook consumes standard input, so its caller cannot read it again. The rest is unrelated.";

test.each<[string, string, string[], number, string]>([
  ["all of a short text", "Short.", ["short"], 80, "Short."],
  [
    "the sentence with most words of the question, and what fits beside it",
    TEXT,
    ["hook", "input", "read"],
    104,
    "… The hook consumes standard input, so its caller cannot read it again. The rest is unrelated.",
  ],
  [
    "lines as lines, and an item of a list with its number",
    "We looked at the build first. It was fine.\n3. **`hook.ts`**: it reads twice. Once is enough.\nThe rest.",
    ["hook", "twice"],
    62,
    "… 3. **`hook.ts`**: it reads twice. Once is enough.\nThe rest.",
  ],
  [
    "the beginning where nothing matches",
    TEXT,
    [],
    50,
    "We looked at the build first. It was fine.",
  ],
])("%s", (_name, text, matched, limit, expected) => {
  expect(excerptOf(text, matched, limit)).toBe(expected);
});

test("property: is never longer than the limit and its mark", () => {
  const text = fc.string({ maxLength: 800, unit: fc.constantFrom("a", "b", " ", ".", "\n") });
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 300 }), (item, limit) => {
      expect(excerptOf(item, ["a", "b"], limit).length).toBeLessThanOrEqual(Math.max(limit, 0) + 2);
    }),
  );
});
