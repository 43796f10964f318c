/** Tests mining of commits: bots skipped, trailers removed, names read from changes. */
import { afterAll, expect, test } from "vitest";
import { mineCommits, mineDiffs } from "./commits.ts";
import { all, makeRepository } from "./testing-repository.ts";

const BODY = "The old limit was too small for large answers, which were cut in the middle.";
const { folder, remove } = makeRepository([
  { message: "Bump eslint from 8 to 9", files: { "package.json": "{}\n" } },
  {
    message: `Raise the limit of answers (#12)\n\n${BODY}\n\nCo-authored-by: A <a@b.c>\nFixes #11\n`,
    files: {
      "src/answer.ts":
        "const maxAnswerBytes = readLimit(settings.answers, defaultLimit);\nreturn null;\n",
    },
  },
  { message: "wip", files: { "src/answer.ts": "x\n" } },
  { message: "Update the lockfile of packages", files: { "package-lock.json": "{}\n" } },
  {
    message: "Touch a great many of files",
    files: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`f${i}.txt`, "x"])),
  },
]);
afterAll(remove);

test("pairs subjects with paths and bodies, without bots, lockfiles and sweeping changes", async () => {
  expect(await all(mineCommits(folder, "a/b"))).toEqual([
    { k: "commit_paths", r: "a/b", a: "Raise the limit of answers", b: "src/answer.ts" },
    { k: "subject_body", r: "a/b", a: "Raise the limit of answers", b: BODY },
  ]);
});

test("pairs subjects with at least five names in their change, without keywords", async () => {
  const pairs = await all(mineDiffs(folder, "a/b"));
  expect(pairs.filter(({ a }) => a.startsWith("Raise"))).toEqual([
    {
      k: "commit_identifiers",
      r: "a/b",
      a: "Raise the limit of answers",
      b: "answer.ts maxAnswerBytes readLimit settings.answers defaultLimit",
    },
  ]);
});
