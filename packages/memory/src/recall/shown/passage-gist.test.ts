/** Tests that a pointer to a past session states the topic of the passage. */
import { expect, test } from "vitest";
import { passageGist } from "./passage-gist.ts";

const ANSWER =
  "Perfect! I can see the pattern. The `colorSystem` is declared at module level and initialised inside `setup`. So must the others be.";

test.each<readonly [question: string, answer: string, gist: string]>([
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
  ...[
    "investigate this error, i thought we fixed this in a recent task",
    "no, use @testing-session-repo-changes.mdc",
  ].map(
    (question) =>
      [
        question,
        ANSWER,
        "The `colorSystem` is declared at module level and initialised inside `setup`.",
      ] as const,
  ),
  [
    "",
    "## Why the cache is stale\nThe watcher misses renames of whole folders.",
    "The watcher misses renames of whole folders.",
  ],
  [
    "1",
    'Let me commit.\n```bash\ngit commit -m "Add a script that demonstrates the detection"\n```\nThe watcher misses renames of whole folders.',
    "The watcher misses renames of whole folders.",
  ],
  [
    "1",
    '-m "Add a script that demonstrates the detection"\n+ describe("the base branch of requests", () => {\nThe watcher misses renames of whole folders.',
    "The watcher misses renames of whole folders.",
  ],
  ["1", "Yes.", "Yes."],
  ["", "", ""],
])("derives the gist of %j: %j", (question, answer, gist) => {
  expect(passageGist(question, answer)).toBe(gist);
});
