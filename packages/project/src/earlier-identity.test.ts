/** Tests the lookup of earlier names in a hook, with real repositories. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierNameOf } from "./earlier-identity.ts";
import { resolveProjectSync } from "./resolve-project.ts";
import { rootCommitOf } from "./root-commit.ts";
import { git, makeFolders } from "./testing-folders.ts";

const UNKNOWN = `root-commit:${"a".repeat(40)}`;

/** A repository with one commit and no remote. */
function repository() {
  const { root, home } = makeFolders();
  git(root, "init", "-q");
  writeFileSync(join(root, "a"), "a");
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first");
  return { root, home };
}

test("a repository in which git finds no first commit is asked once, also if earlier names are looked up", () => {
  const { root, home } = repository();
  rmSync(join(root, ".git", "objects"), { recursive: true });
  git(root, "init", "-q");
  let callCount = 0;
  const ask = (commonDir: string) => {
    callCount++;
    return rootCommitOf(commonDir);
  };
  for (let hook = 0; hook < 3; hook++) {
    expect(resolveProjectSync(root, { home, rootCommitOf: ask }).basis).toBe("common_dir");
    expect(earlierNameOf(home, [UNKNOWN], root)).toBeNull();
  }
  expect(callCount).toBe(1);
});

test("the first commit is an earlier name of a folder that had it before a remote was added", () => {
  const { root, home } = repository();
  const { canonical } = resolveProjectSync(root, { home });
  git(root, "remote", "add", "origin", "https://example.com/acme/app.git");
  expect(resolveProjectSync(root, { home }).basis).toBe("remote");
  expect(earlierNameOf(home, [UNKNOWN, canonical], root)).toBe(canonical);
});

test("a lookup stores nothing about a folder that was not resolved", () => {
  const { root, home } = repository();
  expect(earlierNameOf(home, [UNKNOWN], root)).toBeNull();
  expect(existsSync(home)).toBe(false);
});
