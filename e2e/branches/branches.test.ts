/** Is what was learned on a branch told there, and elsewhere only once it was merged? Each step a process of its own. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ABOUT, learnOnTopic, makeCheckout, shown } from "./branch-repository.ts";

const SLOW = 60_000;
/** What a person does in the editor that git opens: the picks in the other order. */
const REVERSE = `import { readFileSync, writeFileSync } from "node:fs";
const path = process.argv[2];
const picks = readFileSync(path, "utf8").split("\\n").filter((line) => line.startsWith("pick "));
writeFileSync(path, picks.reverse().join("\\n") + "\\n");
`;

describe("before it is merged", () => {
  test(
    "told on its branch, before and after the commit, and on branches made from it; not on main",
    () => {
      const { repo } = makeCheckout();
      repo.learn(ABOUT.main);
      repo.git("switch", "-qc", "topic");
      const id = repo.learn(ABOUT.topic);
      expect(repo.told()).toEqual([ABOUT.main, ABOUT.topic].sort());
      repo.git("switch", "-q", "main");
      // Nothing is committed: the commit it was learned at is main's own.
      expect(repo.told()).toEqual([ABOUT.main]);
      expect(repo.told("--all-branches")).toEqual([ABOUT.main, ABOUT.topic].sort());
      expect(shown(repo, id)).toMatchObject({
        isStaged: true,
        branchStanding: { verdict: "elsewhere" },
      });
      repo.git("switch", "-q", "topic");
      repo.commit("src/cache.ts", "export {};\n");
      repo.git("switch", "-qc", "further");
      expect(repo.told()).toEqual([ABOUT.main, ABOUT.topic].sort());
      expect(shown(repo, id).branchStanding?.verdict).toBe("contained");
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([ABOUT.main]);
      expect(repo.tacit("status").staged).toEqual({ memories: 1, branches: 1, hidden: 1 });
      const listed = repo.tacit("list", "--branch", "topic") as { id: string }[];
      expect(listed.map((item) => item.id)).toEqual([id]);
    },
    SLOW,
  );

  test(
    "what was learned on main is told on a branch that was made before",
    () => {
      const { repo } = makeCheckout();
      repo.git("branch", "topic");
      repo.commit("src/a.ts", "export {};\n");
      repo.learn(ABOUT.main);
      repo.git("switch", "-q", "topic");
      expect(repo.told()).toEqual([ABOUT.main]);
    },
    SLOW,
  );

  test(
    "conventions, and what is said to be durable, at once everywhere",
    () => {
      const { repo } = makeCheckout();
      repo.git("switch", "-qc", "topic");
      repo.tacit("remember", ABOUT.topic, "--type", "convention");
      repo.learn(ABOUT.other, "--durable");
      const id = repo.learn(ABOUT.main);
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([ABOUT.other, ABOUT.topic].sort());
      repo.tacit("edit", id, "--durable");
      expect(repo.told()).toHaveLength(3);
      repo.tacit("restore", id, "--version", "1");
      expect(repo.told()).toHaveLength(2);
    },
    SLOW,
  );

  test(
    "found again where its branch is not: no matter of that branch",
    () => {
      const { repo } = makeCheckout();
      const id = learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      repo.git("switch", "-qc", "another");
      expect(repo.told()).toEqual([]);
      expect(repo.learn(ABOUT.topic)).toBe(id);
      expect(repo.told()).toEqual([ABOUT.topic]);
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );
});

describe("merged", () => {
  test(
    "by a merge commit: told on main, and still when the branch is deleted; history says so",
    () => {
      const { repo } = makeCheckout();
      const id = learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      repo.commit("src/b.ts", "export {};\n");
      expect(repo.told()).toEqual([]);
      repo.git("merge", "-q", "--no-ff", "--no-edit", "topic");
      repo.git("branch", "-qd", "topic");
      expect(repo.told()).toEqual([ABOUT.topic]);
      expect(shown(repo, id)).toMatchObject({ isStaged: false, branchStanding: null });
      const [change] = repo.tacit("history", id) as { change: string }[];
      expect(change?.change).toBe("promoted: merged into main");
    },
    SLOW,
  );

  test(
    "by a fast-forward",
    () => {
      const { repo } = makeCheckout();
      learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      repo.git("merge", "-q", "--ff-only", "topic");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test.each([
    ["first looked at before", true],
    ["never looked at before, and the branch deleted at once", false],
  ])(
    "by a squash of several commits, main having moved on, %s",
    (_name, isSeen) => {
      const { repo } = makeCheckout();
      learnOnTopic(repo);
      repo.commit("src/cache.ts", "export const cache = new WeakMap();\n");
      repo.commit("src/more.ts", "export {};\n");
      repo.git("switch", "-q", "main");
      repo.commit("README.md", "# Widgets\n\nAll of them.\n");
      if (isSeen) expect(repo.told()).toEqual([]);
      repo.git("merge", "-q", "--squash", "topic");
      repo.git("commit", "-qm", "cache (#1)");
      repo.commit("src/later.ts", "export {};\n");
      repo.git("branch", "-qD", "topic");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test(
    "a squash with a conflict solved: the branch's files read on main as they did there",
    () => {
      const { repo } = makeCheckout();
      learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      repo.commit("src/cache.ts", "export const cache = [];\n");
      expect(repo.told()).toEqual([]);
      repo.commit("src/cache.ts", "export const cache = new Map();\n");
      repo.git("branch", "-qD", "topic");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test(
    "by a rebase and a merge: under another commit, lines around it changed",
    () => {
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
      expect(repo.told()).toEqual([ABOUT.topic]);
      repo.git("switch", "-qc", "further");
      expect(shown(repo, id).branchStanding?.verdict).toMatch(/contained|equivalent/);
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([]);
      repo.git("merge", "-q", "--ff-only", "topic");
      repo.git("branch", "-qD", "topic");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test(
    "its commits in another order, and one of them taken to main by itself",
    () => {
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
      expect(repo.told()).toEqual([ABOUT.topic]);
      const reordered = repo.git("rev-parse", "HEAD").trim();
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([]);
      repo.git("cherry-pick", reordered);
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test(
    "a branch that only followed main was not merged",
    () => {
      const { repo } = makeCheckout();
      repo.git("switch", "-qc", "topic");
      repo.learn(ABOUT.topic);
      repo.git("switch", "-q", "main");
      repo.commit("src/a.ts", "export {};\n");
      repo.git("switch", "-q", "topic");
      repo.git("merge", "-q", "--ff-only", "main");
      expect(repo.told()).toEqual([ABOUT.topic]);
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([]);
    },
    SLOW,
  );
});

describe("branches that are not where they were", () => {
  test(
    "deleted without a merge: waits for review, with a flag it is told, a person's word makes it durable",
    () => {
      const { repo } = makeCheckout();
      const id = learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      repo.git("branch", "-qD", "topic");
      expect(repo.told()).toEqual([]);
      expect(repo.told("--all-branches")).toEqual([ABOUT.topic]);
      expect(shown(repo, id).branchStanding?.verdict).toBe("gone");
      const { memories } = repo.tacit("review") as {
        memories: { id: string; reasons: string[] }[];
      };
      expect(memories.map((memory) => memory.id)).toEqual([id]);
      expect(memories[0]?.reasons[0]).toContain("topic is gone");
      repo.tacit("review", "accept", id);
      expect(repo.told()).toEqual([ABOUT.topic]);
      expect(repo.tacit("review")).toMatchObject({ memories: [] });
    },
    SLOW,
  );

  test(
    "deleted and back again: no longer to be looked at",
    () => {
      const { repo } = makeCheckout();
      learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      const tip = repo.git("rev-parse", "topic").trim();
      repo.git("branch", "-qD", "topic");
      expect(repo.told()).toEqual([]);
      repo.git("branch", "topic", tip);
      expect(repo.told()).toEqual([]);
      expect(repo.tacit("review")).toMatchObject({ memories: [] });
      repo.git("switch", "-q", "topic");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test(
    "renamed",
    () => {
      const { repo } = makeCheckout();
      const id = learnOnTopic(repo);
      repo.git("branch", "-m", "topic", "feature/cache");
      expect(repo.told()).toEqual([ABOUT.topic]);
      expect(shown(repo, id).branchStanding?.verdict).toBe("here");
      repo.git("switch", "-q", "main");
      expect(repo.told()).toEqual([]);
      expect(repo.tacit("review")).toMatchObject({ memories: [] });
      repo.git("merge", "-q", "--no-ff", "--no-edit", "feature/cache");
      expect(repo.told()).toEqual([ABOUT.topic]);
    },
    SLOW,
  );

  test(
    "a detached HEAD: what is in its history; what is learned there is bound to its commit",
    () => {
      const { repo } = makeCheckout();
      learnOnTopic(repo);
      repo.git("switch", "-q", "--detach");
      expect(repo.told()).toEqual([ABOUT.topic]);
      repo.commit("src/d.ts", "export {};\n");
      repo.learn(ABOUT.other);
      expect(repo.told()).toEqual([ABOUT.other, ABOUT.topic].sort());
      repo.git("switch", "-q", "--detach", "main");
      expect(repo.told()).toEqual([]);
    },
    SLOW,
  );

  test(
    "in the middle of a rebase the branch is still the branch",
    () => {
      const { repo } = makeCheckout();
      learnOnTopic(repo);
      repo.git("switch", "-q", "main");
      repo.commit("src/cache.ts", "export const cache = [];\n");
      repo.git("switch", "-q", "topic");
      expect(() => repo.git("rebase", "-q", "main")).toThrow();
      expect(repo.told()).toEqual([ABOUT.topic]);
      repo.learn(ABOUT.other);
      repo.git("rebase", "--abort");
      expect(repo.told()).toEqual([ABOUT.other, ABOUT.topic].sort());
    },
    SLOW,
  );
});
