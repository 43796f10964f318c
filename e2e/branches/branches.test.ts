/** A memory learned on a branch is shown there, and elsewhere only after the merge. Each step is a separate process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ABOUT, learnOnTopic, makeCheckout, shown } from "./branch-repository.ts";

/** Reorders the picks in the editor that git opens, as a person would. */
const REVERSE = `import { readFileSync, writeFileSync } from "node:fs";
const path = process.argv[2];
const picks = readFileSync(path, "utf8").split("\\n").filter((line) => line.startsWith("pick "));
writeFileSync(path, picks.reverse().join("\\n") + "\\n");
`;

describe("before the merge", () => {
  test("shows it on its branch before and after the commit and on derived branches, not on main", () => {
    const { repo } = makeCheckout();
    repo.learn(ABOUT.main);
    repo.git("switch", "-qc", "topic");
    const id = repo.learn(ABOUT.topic);
    expect(repo.shownLines()).toEqual([ABOUT.main, ABOUT.topic].sort());
    repo.git("switch", "-q", "main");
    // Nothing is committed: the memory was learned at a commit of main itself.
    expect(repo.shownLines()).toEqual([ABOUT.main]);
    expect(repo.shownLines("--all-branches")).toEqual([ABOUT.main, ABOUT.topic].sort());
    expect(shown(repo, id)).toMatchObject({
      isStaged: true,
      branchStanding: { verdict: "elsewhere" },
    });
    repo.git("switch", "-q", "topic");
    repo.commit("src/cache.ts", "export {};\n");
    repo.git("switch", "-qc", "further");
    expect(repo.shownLines()).toEqual([ABOUT.main, ABOUT.topic].sort());
    expect(shown(repo, id).branchStanding?.verdict).toBe("contained");
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([ABOUT.main]);
    expect(repo.tacit("status").staged).toEqual({ memories: 1, branches: 1, hidden: 1 });
    const listed = repo.tacit("list", "--branch", "topic") as { id: string }[];
    expect(listed.map((item) => item.id)).toEqual([id]);
  });

  test("shows a memory of main on a branch created earlier", () => {
    const { repo } = makeCheckout();
    repo.git("branch", "topic");
    repo.commit("src/a.ts", "export {};\n");
    repo.learn(ABOUT.main);
    repo.git("switch", "-q", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.main]);
  });

  test("shows conventions and memories marked durable everywhere at once", () => {
    const { repo } = makeCheckout();
    repo.git("switch", "-qc", "topic");
    repo.tacit("remember", ABOUT.topic, "--type", "convention");
    repo.learn(ABOUT.other, "--durable");
    const id = repo.learn(ABOUT.main);
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([ABOUT.other, ABOUT.topic].sort());
    repo.tacit("edit", id, "--durable");
    expect(repo.shownLines()).toHaveLength(3);
    repo.tacit("restore", id, "--version", "1");
    expect(repo.shownLines()).toHaveLength(2);
  });

  test("makes a memory independent of its branch when it is learned again elsewhere", () => {
    const { repo } = makeCheckout();
    const id = learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    repo.git("switch", "-qc", "another");
    expect(repo.shownLines()).toEqual([]);
    expect(repo.learn(ABOUT.topic)).toBe(id);
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });
});

describe("after a merge", () => {
  test("by a merge commit: shows it on main, even after the branch is deleted, and records it in the history", () => {
    const { repo } = makeCheckout();
    const id = learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    repo.commit("src/b.ts", "export {};\n");
    expect(repo.shownLines()).toEqual([]);
    repo.git("merge", "-q", "--no-ff", "--no-edit", "topic");
    repo.git("branch", "-qd", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    expect(shown(repo, id)).toMatchObject({ isStaged: false, branchStanding: null });
    const [change] = repo.tacit("history", id) as { change: string }[];
    expect(change?.change).toBe("promoted: merged into main");
  });

  test("by a fast-forward: shows it on main", () => {
    const { repo } = makeCheckout();
    learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    repo.git("merge", "-q", "--ff-only", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test.each([
    ["first looked at before", true],
    ["never looked at before, and the branch deleted at once", false],
  ])("by a squash of several commits after main has moved on, %s", (_name, isSeen) => {
    const { repo } = makeCheckout();
    learnOnTopic(repo);
    repo.commit("src/cache.ts", "export const cache = new WeakMap();\n");
    repo.commit("src/more.ts", "export {};\n");
    repo.git("switch", "-q", "main");
    repo.commit("README.md", "# Widgets\n\nAll of them.\n");
    if (isSeen) expect(repo.shownLines()).toEqual([]);
    repo.git("merge", "-q", "--squash", "topic");
    repo.git("commit", "-qm", "cache (#1)");
    repo.commit("src/later.ts", "export {};\n");
    repo.git("branch", "-qD", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test("by a squash with a resolved conflict: recognises the branch's file contents on main", () => {
    const { repo } = makeCheckout();
    learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    repo.commit("src/cache.ts", "export const cache = [];\n");
    expect(repo.shownLines()).toEqual([]);
    repo.commit("src/cache.ts", "export const cache = new Map();\n");
    repo.git("branch", "-qD", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test("by a rebase and a merge: recognises changed commits with changed context", () => {
    const { repo } = makeCheckout();
    repo.commit("src/cache.ts", "a\nb\nc\nd\ne\nf\n");
    repo.git("switch", "-qc", "topic");
    const id = repo.learn(ABOUT.topic);
    repo.commit("src/cache.ts", "a\nb\nc\nd\ne\nF\n");
    repo.commit("src/more.ts", "export {};\n");
    repo.git("switch", "-q", "main");
    repo.commit("src/cache.ts", "A\nb\nc\nd\ne\nf\n");
    repo.git("switch", "-q", "topic");
    repo.git("rebase", "-q", "main");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    repo.git("switch", "-qc", "further");
    expect(shown(repo, id).branchStanding?.verdict).toMatch(/contained|equivalent/);
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([]);
    repo.git("merge", "-q", "--ff-only", "topic");
    repo.git("branch", "-qD", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test("with reordered commits, one of them cherry-picked to main", () => {
    const { base, repo } = makeCheckout();
    learnOnTopic(repo);
    repo.commit("src/second.ts", "export {};\n");
    const reverse = join(base.folder, "reverse.mjs");
    writeFileSync(reverse, REVERSE);
    repo.git("-c", `sequence.editor='${process.execPath}' '${reverse}'`, "rebase", "-qi", "main");
    expect(repo.git("log", "--format=%s", "main..").trim().split("\n")).toEqual([
      "a cache of widgets",
      "change src/second.ts",
    ]);
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    const reordered = repo.git("rev-parse", "HEAD").trim();
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([]);
    repo.git("cherry-pick", reordered);
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test("does not treat a branch that only followed main as merged", () => {
    const { repo } = makeCheckout();
    repo.git("switch", "-qc", "topic");
    repo.learn(ABOUT.topic);
    repo.git("switch", "-q", "main");
    repo.commit("src/a.ts", "export {};\n");
    repo.git("switch", "-q", "topic");
    repo.git("merge", "-q", "--ff-only", "main");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([]);
  });
});

describe("moved or deleted branches", () => {
  test("deleted without a merge: waits for review, is shown with a flag, becomes durable by confirmation", () => {
    const { repo } = makeCheckout();
    const id = learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    repo.git("branch", "-qD", "topic");
    expect(repo.shownLines()).toEqual([]);
    expect(repo.shownLines("--all-branches")).toEqual([ABOUT.topic]);
    expect(shown(repo, id).branchStanding?.verdict).toBe("gone");
    const { memories } = repo.tacit("review") as {
      memories: { id: string; reasons: string[] }[];
    };
    expect(memories.map((memory) => memory.id)).toEqual([id]);
    expect(memories[0]?.reasons[0]).toContain("topic is gone");
    repo.tacit("review", "accept", id);
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    expect(repo.tacit("review")).toMatchObject({ memories: [] });
  });

  test("deleted and restored: leaves the review queue", () => {
    const { repo } = makeCheckout();
    learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    const tip = repo.git("rev-parse", "topic").trim();
    repo.git("branch", "-qD", "topic");
    expect(repo.shownLines()).toEqual([]);
    repo.git("branch", "topic", tip);
    expect(repo.shownLines()).toEqual([]);
    expect(repo.tacit("review")).toMatchObject({ memories: [] });
    repo.git("switch", "-q", "topic");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test("renamed: follows the branch", () => {
    const { repo } = makeCheckout();
    const id = learnOnTopic(repo);
    repo.git("branch", "-m", "topic", "feature/cache");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    expect(shown(repo, id).branchStanding?.verdict).toBe("here");
    repo.git("switch", "-q", "main");
    expect(repo.shownLines()).toEqual([]);
    expect(repo.tacit("review")).toMatchObject({ memories: [] });
    repo.git("merge", "-q", "--no-ff", "--no-edit", "feature/cache");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
  });

  test("a detached HEAD: shows memories of its history and binds new ones to its commit", () => {
    const { repo } = makeCheckout();
    learnOnTopic(repo);
    repo.git("switch", "-q", "--detach");
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    repo.commit("src/d.ts", "export {};\n");
    repo.learn(ABOUT.other);
    expect(repo.shownLines()).toEqual([ABOUT.other, ABOUT.topic].sort());
    repo.git("switch", "-q", "--detach", "main");
    expect(repo.shownLines()).toEqual([]);
  });

  test("keeps the branch during a rebase", () => {
    const { repo } = makeCheckout();
    learnOnTopic(repo);
    repo.git("switch", "-q", "main");
    repo.commit("src/cache.ts", "export const cache = [];\n");
    repo.git("switch", "-q", "topic");
    expect(() => repo.git("rebase", "-q", "main")).toThrow();
    expect(repo.shownLines()).toEqual([ABOUT.topic]);
    repo.learn(ABOUT.other);
    repo.git("rebase", "--abort");
    expect(repo.shownLines()).toEqual([ABOUT.other, ABOUT.topic].sort());
  });
});
