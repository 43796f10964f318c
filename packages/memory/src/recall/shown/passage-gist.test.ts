/** Tests that a pointer to a past session states the topic of the passage. */
import { expect, test } from "vitest";
import { passageGist } from "./passage-gist.ts";

const ANSWER =
  "Perfect! I can see the pattern. The `colorSystem` is declared at module level and initialised inside `setup`. So must the others be.";

test.each([
  [
    "Why does the hook read standard input only once?",
    ANSWER,
    "Why does the hook read standard input only once?",
  ],
  ["mmmm", ANSWER, "The `colorSystem` is declared at module level and initialised inside `setup`."],
  [
    "can you also do the same for the changes we made for devices",
    ANSWER,
    "The `colorSystem` is declared at module level and initialised inside `setup`.",
  ],
  [
    "",
    "## Why the cache is stale\nThe watcher misses renames of whole folders.",
    "The watcher misses renames of whole folders.",
  ],
  ["1", "Yes.", "Yes."],
  ["", "", ""],
])("derives the gist of %j: %j", (question, answer, gist) => {
  expect(passageGist(question, answer)).toBe(gist);
});
