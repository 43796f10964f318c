/** Reflogs show which commits were made on a branch and which it was only moved to. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../../testing/testing-life.ts";
import { type Move, madeAfter, openReflogs, parseReflog, renamedTo } from "./reflog.ts";

const sha = (n: number) => String(n).padStart(40, "0");

/** Returns moves from each commit to the next, as numbers with their messages. */
function moves(...steps: readonly (readonly [number, string])[]): Move[] {
  return steps.map(([to, message], i) => ({
    from: sha(steps[i - 1]?.[0] ?? 0),
    to: sha(to),
    message,
  }));
}

const CREATED = [1, "branch: Created from HEAD"] as const;

test.each<[string, Move[], number, { own: boolean; first: number | null; tips: number[] } | null]>([
  ["nothing yet", moves(CREATED), 1, { own: false, first: null, tips: [] }],
  ["never was there", moves(CREATED), 7, null],
  [
    "committed afterwards",
    moves(CREATED, [2, "commit: a"], [3, "commit: b"]),
    1,
    { own: false, first: 2, tips: [2, 3] },
  ],
  [
    "learned at a commit of its own",
    moves(CREATED, [2, "commit: a"], [3, "commit (amend): b"]),
    2,
    { own: true, first: 3, tips: [3] },
  ],
  [
    "followed main, then committed",
    moves(CREATED, [5, "merge main: Fast-forward"], [6, "commit: a"]),
    1,
    { own: false, first: 6, tips: [6] },
  ],
  [
    "only followed main",
    moves(CREATED, [5, "pull: Fast-forward"], [9, "reset: moving to origin/main"]),
    1,
    { own: false, first: null, tips: [] },
  ],
  [
    "rebased without anything of its own",
    moves(CREATED, [5, `rebase (finish): refs/heads/topic onto ${sha(5)}`]),
    1,
    { own: false, first: null, tips: [] },
  ],
  [
    "committed, then rebased",
    moves(CREATED, [2, "commit: a"], [6, `rebase (finish): refs/heads/topic onto ${sha(5)}`]),
    1,
    { own: false, first: 2, tips: [2, 6] },
  ],
  [
    "committed, then merged with main",
    moves(CREATED, [2, "commit: a"], [6, "merge main: Merge made by the 'ort' strategy."]),
    1,
    { own: false, first: 2, tips: [2, 6] },
  ],
])("%s", (_name, entries, at, expected) => {
  const made = madeAfter(entries, sha(at));
  expect(made).toEqual(
    expected === null
      ? null
      : {
          isOwn: expected.own,
          first: expected.first === null ? null : sha(expected.first),
          tips: expected.tips.map(sha),
        },
  );
});

test("skips lines that are not reflog entries", () => {
  const line = `${sha(1)} ${sha(2)} T <t@example.com> 1700000000 +0000\tcommit: a`;
  const text = `${line}\nrubbish\n${sha(1)} no T\tcommit: b\n${line.slice(0, 60)}\n`;
  expect(parseReflog(text)).toEqual([{ from: sha(1), to: sha(2), message: "commit: a" }]);
});

function withLogs(logs: Record<string, readonly Move[]>): string {
  const { root } = makePlace();
  for (const [path, all] of Object.entries(logs)) {
    const lines = all.map(
      (move) => `${move.from} ${move.to} T <t@x> 1700000000 +0000\t${move.message}`,
    );
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), `${lines.join("\n")}\n`);
  }
  return root;
}

test("finds the moves of a deleted branch in the HEAD reflogs of every worktree", () => {
  const folder = withLogs({
    "logs/HEAD": moves(
      [1, "commit (initial): first"],
      [1, "checkout: moving from main to topic"],
      [2, "commit: a"],
      [1, "checkout: moving from topic to main"],
      [3, "commit: b"],
    ),
    "worktrees/w/logs/HEAD": moves([2, "checkout: moving from x to topic"], [4, "commit: c"]),
  });
  const entries = openReflogs(folder).ofHeads("topic");
  expect(madeAfter(entries, sha(1))).toEqual({
    isOwn: false,
    first: sha(2),
    tips: [sha(2), sha(4)],
  });
  expect(openReflogs(folder).ofHeads("never")).toEqual([]);
});

test("finds a renamed branch under its current name", () => {
  const message = "Branch: renamed refs/heads/a to refs/heads/b/c";
  const folder = withLogs({ "logs/refs/heads/b/c": moves(CREATED, [1, message]) });
  expect(renamedTo(openReflogs(folder), "a", ["main", "b/c"])).toBe("b/c");
  expect(renamedTo(openReflogs(folder), "b", ["main", "b/c"])).toBeNull();
});

test("a missing reflog yields no moves", () => {
  const reflogs = openReflogs(join(makePlace().root, "nowhere"));
  expect([reflogs.ofBranch("main"), reflogs.ofHeads("main")]).toEqual([[], []]);
});
