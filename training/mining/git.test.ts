/** Tests that the miner reads a repository's contents correctly and reports when it cannot read. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { listFiles, readCommits, readDiffs, readFiles } from "./git.ts";
import { all, makeRepository } from "./testing-repository.ts";

const { folder, remove } = makeRepository([
  { message: "Add a greeting\n\nIt says hello.\n", files: { "src/a.ts": "one\ntwo\n" } },
  {
    message: "Change the greeting",
    files: { "src/a.ts": "one\n2\n", "b.bin": Buffer.from([1, 0, 2]), "ümlaut.md": "Zoë\n" },
  },
]);
afterAll(remove);

test("lists files with their sizes", async () => {
  const files = await listFiles(folder);
  expect(files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ["b.bin", 3],
    ["src/a.ts", 6],
    // Quoted as git does.
    ['"\\303\\274mlaut.md"', 5],
  ]);
});

test("reads texts in the requested order, without binary and missing files", async () => {
  const files = await listFiles(folder);
  const gone = { path: "gone", hash: "0".repeat(40), bytes: 1 };
  expect(await all(readFiles(folder, [gone, ...files.toReversed()]))).toEqual([
    { path: '"\\303\\274mlaut.md"', text: "Zoë\n" },
    { path: "src/a.ts", text: "one\n2\n" },
  ]);
});

test("reads commits, newest first, with body and paths", async () => {
  const commits = await all(readCommits(folder, 10));
  expect(commits.map(({ subject, paths }) => [subject, paths.at(-1)])).toEqual([
    ["Change the greeting", '"\\303\\274mlaut.md"'],
    ["Add a greeting", "src/a.ts"],
  ]);
  expect(commits[1]?.body).toContain("It says hello.");
  expect(await all(readCommits(folder, 1))).toHaveLength(1);
});

test("reads changed lines without their sign", async () => {
  const [diff] = await all(readDiffs(folder, 10));
  expect(diff?.subject).toBe("Change the greeting");
  expect(diff?.paths).toContain("src/a.ts");
  expect(diff?.lines).toEqual(expect.arrayContaining(["two", "2", "Zoë"]));
});

test("stops when the caller ends the iteration early", async () => {
  expect.assertions(1);
  for await (const { path } of readFiles(folder, await listFiles(folder))) {
    expect(path).toBe("src/a.ts");
    break;
  }
});

test("rejects an empty folder inside another repository", async () => {
  const empty = join(dirname(folder), "repo", "empty");
  mkdirSync(empty);
  await expect(listFiles(empty)).rejects.toThrow("not a git repository");
});

test("reports that git stopped, after the commits it could read", async () => {
  const seen: string[] = [];
  const read = async () => {
    for await (const { subject } of readCommits(join(folder, "refs"), 10)) seen.push(subject);
  };
  await expect(read()).rejects.toThrow(/^git .*not a git repository/u);
  expect(seen).toEqual([]);
});
