/** Worktrees, clones, repositories with other default branches, and folders without git: what is shown where. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ABOUT, learnOnTopic, makeCheckout, shown } from "./branch-repository.ts";

test("shares durable memories between two worktrees and stages others per worktree", () => {
  const { base, repo } = makeCheckout();
  repo.learn(ABOUT.main);
  const [one, two] = ["one", "two"].map((name) => {
    const root = join(base.folder, name);
    repo.git("worktree", "add", "-q", root, "-b", name);
    return base.at(root);
  });
  one?.learn(ABOUT.topic);
  two?.learn(ABOUT.other);
  expect(one?.shownLines()).toEqual([ABOUT.main, ABOUT.topic].sort());
  expect(two?.shownLines()).toEqual([ABOUT.main, ABOUT.other].sort());
  expect(repo.shownLines()).toEqual([ABOUT.main]);
  one?.commit("src/one.ts", "export {};\n");
  repo.git("merge", "-q", "--no-ff", "--no-edit", "one");
  repo.git("worktree", "remove", join(base.folder, "one"));
  expect(repo.shownLines()).toEqual([ABOUT.main, ABOUT.topic].sort());
  expect(two?.shownLines()).toHaveLength(3);
});

test("shows a memory whose commit a shallow clone lacks, with a note", () => {
  const { base, repo } = makeCheckout();
  repo.git("remote", "add", "origin", "https://example.org/o/widgets.git");
  const id = learnOnTopic(repo);
  repo.git("switch", "-q", "main");
  repo.commit("src/a.ts", "export {};\n");
  const root = join(base.folder, "shallow");
  repo.git("clone", "-q", "--depth=1", "--branch=main", `file://${repo.root}`, root);
  const shallow = base.at(root);
  shallow.git("remote", "set-url", "origin", "https://example.org/o/widgets.git");
  // Its branch is in another clone that was never checked, so its location is unknown here.
  expect(shallow.shownLines()).toEqual([ABOUT.topic]);
  const [hit] = shallow.tacit("recall", ABOUT.topic, "--explain").hits;
  expect(hit.why).toContain("git cannot tell");
  expect(hit.explanation.branch).toMatchObject({ branch: "topic", verdict: "unknown" });
  // After a check in the clone that has the branch, its location is known everywhere.
  expect(repo.shownLines()).toEqual([]);
  expect(shallow.shownLines("--limit", "9")).toEqual([ABOUT.topic]);
  shallow.commit("src/b.ts", "export {};\n");
  expect(shallow.shownLines()).toEqual([]);
  expect(shown(shallow, id).branchStanding?.verdict).toBe("elsewhere");
});

test.each(["stable", "trunk"])("a repository whose first branch is %s", (name) => {
  const { repo } = makeCheckout({ defaultBranch: name });
  repo.learn(ABOUT.main);
  learnOnTopic(repo);
  repo.git("switch", "-q", name);
  expect(repo.shownLines()).toEqual([ABOUT.main]);
  repo.git("merge", "-q", "--no-ff", "--no-edit", "topic");
  expect(repo.shownLines()).toEqual([ABOUT.main, ABOUT.topic].sort());
});

test("uses the default branch of a clone's origin, and only merges into it count", () => {
  const { base, repo: upstream } = makeCheckout({ defaultBranch: "develop" });
  upstream.git("branch", "main");
  const root = join(base.folder, "clone");
  upstream.git("clone", "-q", upstream.root, root);
  const clone = base.at(root);
  clone.git("switch", "-q", "main");
  clone.learn(ABOUT.other);
  clone.git("switch", "-q", "develop");
  expect(clone.shownLines()).toEqual([]);
  learnOnTopic(clone);
  clone.git("push", "-q", "origin", "topic");
  upstream.git("merge", "-q", "--squash", "topic");
  upstream.git("commit", "-qm", "cache (#2)");
  clone.git("fetch", "-q");
  clone.git("switch", "-qc", "next", "origin/develop");
  expect(clone.shownLines()).toEqual([ABOUT.topic]);
});

test("shows everything without git", () => {
  const { base, repo } = makeCheckout();
  repo.git("remote", "add", "origin", "https://example.org/o/widgets.git");
  learnOnTopic(repo);
  rmSync(join(repo.root, ".git"), { recursive: true });
  const bare = base.at(repo.root);
  bare.learn(ABOUT.other, "--branch", "whatever");
  expect(bare.shownLines()).toEqual([ABOUT.other]);
  // The stored project, in a folder that no longer has a repository.
  expect(bare.shownLines("--project", "example.org/o/widgets")).toEqual([ABOUT.topic]);
});
