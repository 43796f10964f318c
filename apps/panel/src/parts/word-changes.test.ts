/** Tests that the parts make up both texts and that unchanged words are found. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { wordChanges } from "./word-changes.ts";

test("splits a changed word into a removed and an added part", () => {
  expect(wordChanges("the port is 7780 here", "the port is 7781 here")).toEqual([
    { kind: "same", text: "the port is " },
    { kind: "removed", text: "7780 " },
    { kind: "added", text: "7781 " },
    { kind: "same", text: "here" },
  ]);
});

test("punctuation after a word does not make it another word", () => {
  expect(
    wordChanges("Use v1.2, here", "Use v1.2 here.").filter(({ kind }) => kind === "same"),
  ).toEqual([
    { kind: "same", text: "Use " },
    { kind: "same", text: "here" },
  ]);
  expect(wordChanges("src/a.ts", "src/a.ts!").map(({ text }) => text)).toEqual(["src/a.ts", "!"]);
});

test("property: the parts without the added ones are the text before, without the removed ones the text after", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "port", "7780", "a.", "...", "v1.2:"), { minLength: 1 })
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
