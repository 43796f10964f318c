/** Finds the default branch and the state of branches from files alone. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../testing/testing-git.ts";
import { makePlace } from "../../testing/testing-life.ts";
import { readRepository } from "./repository.ts";
import { stagingAt } from "./staging.ts";

function repositoryOn(branch: string): string {
  const { root } = makePlace();
  git(root, "init", "-q", "-b", branch);
  git(root, "commit", "-qm", "first", "--allow-empty");
  return root;
}

const mainOf = (root: string) => readRepository(root)?.defaultBranch() ?? null;

test.each(["main", "stable", "some/where"])(
  "finds the default branch of a repository that began on %s",
  (name) => {
    const root = repositoryOn(name);
    git(root, "branch", "main2");
    git(root, "switch", "-qc", "topic");
    expect(mainOf(root)).toBe(name);
    git(root, "pack-refs", "--all");
    expect(mainOf(root)).toBe(name);
    expect(readRepository(root)?.localBranches()).toEqual(["main2", name, "topic"].sort());
  },
);

test("an orphan branch does not compete with a usual branch name", () => {
  const root = repositoryOn("master");
  git(root, "switch", "-q", "--orphan", "gh-pages");
  git(root, "commit", "-qm", "pages", "--allow-empty");
  expect(mainOf(root)).toBe("master");
});

test("stages nothing if the default branch cannot be determined", () => {
  const root = repositoryOn("one");
  git(root, "branch", "two");
  rmSync(join(root, ".git", "logs"), { recursive: true });
  expect(mainOf(root)).toBeNull();
  expect(stagingAt(root).isStaged({ branch: "two", commit: null, isLive: true })).toBe(false);
});

test("prefers the default branch of a remote", () => {
  const root = repositoryOn("main");
  git(root, "remote", "add", "origin", "https://example.org/o/r.git");
  git(root, "update-ref", "refs/remotes/origin/develop", "HEAD");
  git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop");
  expect(mainOf(root)).toBe("develop");
  expect(readRepository(root)?.remoteTipsOf("develop")).toHaveLength(1);
});

test.each<[string | null, string | null, boolean, boolean]>([
  ["main", "c", true, false],
  ["topic", "c", true, true],
  ["topic", "c", false, true],
  // The branch was deleted before the session was learned from, or an old transcript names it.
  ["deleted", "c", true, true],
  ["deleted", "c", false, false],
  [null, "c", true, true],
  [null, null, true, false],
  [null, "c", false, false],
])("learned on %s at %s, live: %s → staged: %s", (branch, commit, isLive, expected) => {
  const root = repositoryOn("main");
  git(root, "branch", "topic");
  expect(stagingAt(root).isStaged({ branch, commit, isLive })).toBe(expected);
});

test.each(["../../../etc/passwd", "a/../b", "", "/a", "a b", "x.lock", ".hidden", "a\\b", "a\0b"])(
  "%j is not a branch name, and no such file is read",
  (name) => {
    const root = repositoryOn("main");
    writeFileSync(join(root, ".git", "refs", "x.lock"), "0".repeat(40));
    expect(readRepository(root)?.tipOf(name)).toBeNull();
    expect(readRepository(root)?.remoteTipsOf(name)).toEqual([]);
  },
);

test("returns null without git, with a broken link, and for a missing folder", () => {
  const { root } = makePlace();
  expect(readRepository(root)).toBeNull();
  writeFileSync(join(root, ".git"), "gitdir: /nowhere/at/all\n");
  expect(readRepository(root)).toBeNull();
  expect(readRepository(join(root, "missing"))).toBeNull();
  expect(stagingAt(null).isStaged({ branch: "x", commit: "c", isLive: true })).toBe(false);
});
