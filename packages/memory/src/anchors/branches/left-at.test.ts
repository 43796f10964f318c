/** `leftAt` agrees with `git merge-base` if there is one fork point and returns all of them otherwise. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { git } from "../../testing/testing-git.ts";
import { makePlace } from "../../testing/testing-life.ts";
import { leftAt } from "./left-at.ts";

function playing() {
  const { root } = makePlace();
  const ask = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  let n = 0;
  // Equal commits made in the same second would be the same commit.
  const commit = () => {
    git(root, "commit", "-qm", `commit ${n++}`, "--allow-empty");
    return ask("rev-parse", "HEAD");
  };
  git(root, "init", "-q", "-b", "main");
  const findForkPoints = (...tips: string[]) =>
    leftAt(ask("rev-list", "--parents", "--boundary", ...tips, "^main"), tips);
  return { root, ask, commit, findForkPoints };
}

test("returns the fork point of each tip, and the tip itself if it is in the history", () => {
  const { root, ask, commit, findForkPoints } = playing();
  const first = commit();
  git(root, "switch", "-qc", "one");
  const [, one] = [commit(), commit()];
  git(root, "switch", "-q", "main");
  const second = commit();
  git(root, "switch", "-qc", "two");
  const two = commit();
  git(root, "switch", "-q", "main");
  commit();
  const left = findForkPoints(one, two, second);
  expect([left.get(one), left.get(two), left.get(second)]).toEqual([[first], [second], [second]]);
  expect(ask("merge-base", "main", one)).toBe(first);
});

test("a branch that main was merged into has more than one fork point", () => {
  const { root, commit, findForkPoints } = playing();
  const first = commit();
  git(root, "switch", "-qc", "one");
  commit();
  git(root, "switch", "-q", "main");
  const second = commit();
  git(root, "switch", "-q", "one");
  git(root, "merge", "-q", "--no-edit", "main");
  const item = commit();
  expect([...(findForkPoints(item).get(item) ?? [])].sort()).toEqual([first, second].sort());
});

test("returns no fork points for empty output", () => {
  expect(leftAt("", ["a"])).toEqual(new Map([["a", []]]));
});
