/** Tests which checkpoints a repository contains, and that they are listed again only after a change. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../../testing/testing-life.ts";
import { findCheckpoints } from "./checkpoints.ts";

function repository() {
  const { root } = makePlace();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root });
  git("init", "-q", "-b", "entire/checkpoints/v1");
  /** Commits a transcript on the branch that is checked out. */
  const commit = (folder: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "full.jsonl"), `${folder}\n`);
    git("add", "-A");
    git("commit", "-qm", folder);
  };
  const found = async () => (await findCheckpoints(root)).map(({ folder }) => folder);
  return { root, git, commit, found };
}

const BRANCH = "refs/heads/entire/checkpoints/v1";

test("finds checkpoints on the branch and under refs of their own, and those that are added", async () => {
  const { git, commit, found } = repository();
  expect(await found()).toEqual([]);
  commit("ab/0");
  expect(await found()).toEqual([`${BRANCH}:ab/0`]);
  commit("cd/0");
  expect(await found()).toEqual([`${BRANCH}:ab/0`, `${BRANCH}:cd/0`]);
  git("switch", "-q", "--orphan", "own");
  commit("0");
  git("update-ref", "refs/entire/checkpoints/ef", "HEAD");
  expect(await found()).toContain("refs/entire/checkpoints/ef:0");
  git("branch", "-qD", "entire/checkpoints/v1");
  expect(await found()).toEqual(["refs/entire/checkpoints/ef:0"]);
  git("update-ref", "-d", "refs/entire/checkpoints/ef");
  expect(await found()).toEqual([]);
});

test("finds those of the branch that was fetched", async () => {
  const { git, commit, found } = repository();
  commit("ab/0");
  git("update-ref", "refs/remotes/origin/entire/checkpoints/v1", "HEAD");
  git("switch", "-q", "--orphan", "main");
  git("branch", "-qD", "entire/checkpoints/v1");
  expect(await found()).toEqual(["refs/remotes/origin/entire/checkpoints/v1:ab/0"]);
});

test("lists them again only after a ref has moved, and in another repository", async () => {
  const { root, commit } = repository();
  commit("ab/0");
  const first = await findCheckpoints(root);
  expect(await findCheckpoints(root)).toBe(first);
  const other = repository();
  other.commit("cd/0");
  expect(await other.found()).toEqual([`${BRANCH}:cd/0`]);
  expect(await findCheckpoints(root)).toEqual(first);
});
