/** Arguments are converted to their type, or rejected with what was expected. */
import { MemoryError } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { choice, choices, count, flag, sentence, text, texts } from "./parsed-args.ts";

const input = {
  args: ["one", "two words"],
  options: { limit: "7", bad: "1.5", file: ["a", "b"], pin: true, olderThan: "x", type: "gotcha" },
};

test("reads options and arguments", () => {
  expect(sentence(input)).toBe("one two words");
  expect(text(input, "limit")).toBe("7");
  expect(count(input, "limit", 1)).toBe(7);
  expect(count(input, "none")).toBeUndefined();
  expect(texts(input, "file")).toEqual(["a", "b"]);
  expect(texts(input, "none")).toEqual([]);
  expect(flag(input, "pin")).toBe(true);
  expect(flag(input, "none")).toBe(false);
  expect(choice(input, "type", ["gotcha", "fact"])).toBe("gotcha");
});

test.each([
  ["a number with a fraction", () => count(input, "bad")],
  ["a number below the least", () => count(input, "limit", 8)],
  ["a word that is not on the list", () => choice(input, "type", ["fact"])],
  ["one of several that is not", () => choices(input, "file", ["a"])],
])("rejects %s", (_name, read) => {
  expect(read).toThrow(MemoryError);
});

test("names the option as it is typed", () => {
  const expected = expect.objectContaining({
    facts: expect.objectContaining({ option: "--older-than" }),
  });
  expect(() => count(input, "olderThan")).toThrow(expected);
});
