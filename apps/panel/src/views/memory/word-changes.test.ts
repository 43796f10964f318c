/** Do the parts make up both texts, and is what stayed found? */
import fc from "fast-check";
import { expect, test } from "vitest";
import { wordChanges } from "./word-changes.ts";

test("a changed word is one removed and one added", () => {
  expect(wordChanges("the port is 7780 here", "the port is 7781 here")).toEqual([
    { kind: "same", text: "the port is " },
    { kind: "removed", text: "7780 " },
    { kind: "added", text: "7781 " },
    { kind: "same", text: "here" },
  ]);
});

test("property: without what was added it is the text before, without what was removed the text after", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "port", "7780"), { minLength: 1 })
    .map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = wordChanges(before, after);
      const without = (kind: string) =>
        changes
          .filter((change) => change.kind !== kind)
          .map((change) => change.text)
          .join("");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
    }),
  );
});
