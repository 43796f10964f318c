/** A history as lists of files under current names: renames, deletions, and a rewritten history. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { git as gitIn } from "../testing-git.ts";
import { advanced, currentWindow, NO_COMMITS, readWindow } from "./commit-window.ts";

let base = "";
let root = "";
let historyPath = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-history-"));
  root = join(base, "project");
  historyPath = join(base, "not there yet", "kept.history");
  mkdirSync(root);
  git("init", "--quiet", "--initial-branch=main");
});
afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

const git = (...args: string[]) => gitIn(root, ...args);

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(
      join(root, path),
      `${path}\n${"long enough to be known again\n".repeat(20)}${turn++}\n`,
    );
  }
}
let turn = 0;

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message=x");
}

const window = (isQuick = false) => currentWindow(root, historyPath, { isQuick });
const files = async () => (await window()).commits.map((item) => [...item].sort());

test("lists commits newest first with their files, without merges", async () => {
  write("a.ts", "b.ts");
  commit();
  git("checkout", "--quiet", "-b", "side");
  write("a.ts", "with space.ts", "ünï.ts");
  commit();
  git("checkout", "--quiet", "main");
  write("b.ts");
  commit();
  git("merge", "--quiet", "--no-ff", "--message=m", "side");
  expect((await files()).sort()).toEqual([
    ["a.ts", "b.ts"],
    ["a.ts", "with space.ts", "ünï.ts"].sort(),
    ["b.ts"],
  ]);
});

test("uses current names for renamed files and leaves out deleted ones", async () => {
  write("a.ts", "b.ts", "gone.ts");
  commit();
  renameSync(join(root, "a.ts"), join(root, "c.ts"));
  rmSync(join(root, "gone.ts"));
  commit();
  expect(await files()).toEqual([["c.ts"], ["b.ts", "c.ts"]]);
});

test("distinguishes two files that swapped their names", () => {
  const change = (kind: "modified" | "renamed", path: string, from = "") => ({ kind, path, from });
  const news = [
    { sha: "3", changes: [change("modified", "a")] },
    { sha: "2", changes: [change("renamed", "a", "b"), change("renamed", "b", "a")] },
    { sha: "1", changes: [change("modified", "a"), change("modified", "x")] },
  ];
  expect(advanced(NO_COMMITS, news, "3").commits).toEqual([["a"], ["a", "b"], ["b", "x"]]);
});

describe("updating", () => {
  test("adds new commits and applies their renames to older ones", async () => {
    write("a.ts", "b.ts");
    commit();
    await window();
    renameSync(join(root, "a.ts"), join(root, "c.ts"));
    commit();
    write("c.ts", "d.ts");
    commit();
    const further = await files();
    rmSync(historyPath);
    expect(further).toEqual(await files());
    expect(further).toEqual([["c.ts", "d.ts"], ["c.ts"], ["b.ts", "c.ts"]]);
  });

  test("starts again after the history was rewritten, except for quick queries", async () => {
    write("a.ts", "b.ts");
    commit();
    write("a.ts");
    commit();
    const before = await window();
    git("reset", "--quiet", "--hard", "HEAD~1");
    write("b.ts", "e.ts");
    commit();
    expect(await window(true)).toEqual(before);
    expect(await files()).toEqual([
      ["b.ts", "e.ts"],
      ["a.ts", "b.ts"],
    ]);
  });
});

test("returns nothing without a repository or commit, or for an invalid file", async () => {
  expect(await window()).toEqual(NO_COMMITS);
  const bare = join(base, "bare");
  mkdirSync(bare);
  expect(await currentWindow(bare, historyPath, { isQuick: false })).toEqual(NO_COMMITS);
  mkdirSync(dirname(historyPath));
  for (const text of ["", "{", "[]", "null", '{"format":1}', '{"format":9,"commits":[]}']) {
    writeFileSync(historyPath, text);
    expect(readWindow(historyPath)).toEqual(NO_COMMITS);
  }
});

test("uses relative paths for a project in a subfolder of its repository", async () => {
  write("inner/a.ts", "inner/b.ts", "outer.ts");
  commit();
  expect(
    (await currentWindow(join(root, "inner"), historyPath, { isQuick: false })).commits,
  ).toEqual([["a.ts", "b.ts"]]);
});
