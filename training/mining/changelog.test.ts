/** Do entries of changelogs meet the commits of their number? */
import { expect, test } from "vitest";
import { entriesIn, isChangelog, mineChangelog } from "./changelog.ts";
import { all, makeRepository } from "./testing-repository.ts";

test.each([
  ["CHANGELOG.md", true],
  ["docs/release-notes/1.2.md", true],
  ["packages/a/HISTORY.rst", true],
  ["src/changes.ts", false],
])("%s: %s", (path, expected) => expect(isChangelog(path)).toBe(expected));

test.each([
  ["- Empty files no longer crash it (#12)", "Empty files no longer crash it", ["12"]],
  [
    "* It starts\n  faster now, by @somebody in https://github.com/a/b/pull/345",
    "It starts faster now, in",
    ["345"],
  ],
  [
    "- Say which file it was ([#7](https://x.org/a/b/pull/7), [`0a1b2c3`](u))",
    "Say which file it was",
    ["7"],
  ],
])("%j", (text, said, numbers) => expect([...entriesIn(text)]).toEqual([{ text: said, numbers }]));

test("no number, or too many, is no entry of one change", () => {
  expect([...entriesIn("- nothing to find here\n- all of #10 #11 #12 #13")]).toEqual([]);
});

test("an entry and the commit that merged its number", async () => {
  const messages = [
    "fix(parser): handle blank input (#12)\n\nThe reader took the first byte for given.",
    "unrelated work on the panel (#13)",
    "Empty files no longer crash it (#14)",
  ];
  const repository = makeRepository(
    messages.map((message, i) => ({ message, files: { a: `${i}` } })),
  );
  try {
    const said = "Empty files no longer crash it";
    const log = `- ${said} (#12)\n- ${said} (#14)\n- Nobody ever did this (#99)`;
    const pairs = await all(mineChangelog(repository.folder, "a/b", [log]));
    expect(pairs.map(({ k, a, b }) => [k, a, b])).toEqual([
      ["changelog_commit", said, "fix(parser): handle blank input"],
      ["changelog_commit", said, "The reader took the first byte for given."],
    ]);
  } finally {
    repository.remove();
  }
});
