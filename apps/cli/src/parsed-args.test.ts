/** What the caller wrote is read in its type, or refused with what was expected. */
import { MemoryError } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { choice, choices, count, flag, sentence, text, texts } from "./parsed-args.ts";

const given = {
  args: ["one", "two words"],
  options: { limit: "7", bad: "1.5", file: ["a", "b"], pin: true, olderThan: "x", type: "gotcha" },
};

test("options and arguments are read", () => {
  expect(sentence(given)).toBe("one two words");
  expect(text(given, "limit")).toBe("7");
  expect(count(given, "limit", 1)).toBe(7);
  expect(count(given, "none")).toBeUndefined();
  expect(texts(given, "file")).toEqual(["a", "b"]);
  expect(texts(given, "none")).toEqual([]);
  expect(flag(given, "pin")).toBe(true);
  expect(flag(given, "none")).toBe(false);
  expect(choice(given, "type", ["gotcha", "fact"])).toBe("gotcha");
});

test.each([
  ["a number with a fraction", () => count(given, "bad")],
  ["a number below the least", () => count(given, "limit", 8)],
  ["a word that is not on the list", () => choice(given, "type", ["fact"])],
  ["one of several that is not", () => choices(given, "file", ["a"])],
])("%s is refused", (_name, read) => {
  expect(read).toThrow(MemoryError);
});

test("the option is told as it is typed", () => {
  const told = expect.objectContaining({
    facts: expect.objectContaining({ option: "--older-than" }),
  });
  expect(() => count(given, "olderThan")).toThrow(told);
});
