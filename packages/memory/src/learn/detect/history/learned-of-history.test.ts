/** What a repository's commits show together, and what they do not show. */
import { describe, expect, test } from "vitest";
import type { Trace } from "../trace.ts";
import { PAST_COMMITS } from "./learned-of-history.ts";
import { HARVEST } from "./limits.ts";
import { type Commit, history, many, others } from "./testing-history.ts";

const detectContents = (commits: readonly Commit[]) =>
  PAST_COMMITS.detect(history(commits)).map(({ draft }) => draft?.content);

test("learns nothing from few commits, or from a session with other work", () => {
  const commits = many(HARVEST.minCommits, (i) => ({ message: `fix(core): mend ${i}` }));
  expect(detectContents(commits)).toHaveLength(1);
  expect(detectContents(commits.slice(1))).toEqual([]);
  const worked = { ...history(commits), messages: [{ by: "user" }] } as unknown as Trace;
  expect(PAST_COMMITS.detect(worked)).toEqual([]);
});

describe("the form of messages", () => {
  test.each([
    [
      "type(scope)",
      (i: number) => `fix(core): mend ${i}`,
      /`type\(scope\): summary`, most often `fix` \(60 of the newest 60\)/,
    ],
    ["type", (i: number) => `feat: mend ${i}`, /`type: summary`, most often `feat` \(/],
    [
      "the part",
      (i: number) => `net/http: mend ${i}`,
      /begin with the changed part .* most often `net\/http:`/,
    ],
    ["a ticket", (i: number) => `KAFKA-${i}: mend`, /begin with the ticket number, `KAFKA-…`/],
    ["an issue", (i: number) => `Fixed #${i} -- Mend`, /begin with the issue number, `Fixed #…`/],
  ])("%s", (_name, message, words) => {
    expect(detectContents(many(60, (i) => ({ message: message(i) })))).toEqual([
      expect.stringMatching(words),
    ]);
  });

  test("lists the scopes in use", () => {
    const scopes = (i: number) => (i < 40 ? ["core", "cli"][i % 2] : `once${i}`);
    expect(detectContents(many(60, (i) => ({ message: `fix(${scopes(i)}): mend ${i}` })))).toEqual([
      expect.stringContaining("frequent scopes are `cli` and `core` ("),
    ]);
  });

  test("states that scopes are ticket numbers, and lists no number as a frequent scope", () => {
    const of = (scope: (i: number) => string) =>
      detectContents(many(60, (i) => ({ message: `fix(${scope(i)}): mend ${i}` })))[0];
    expect(of((i) => (i < 30 ? `mt#${i % 3}` : "core"))).toMatch(
      /; the scope is the number of a ticket, such as `mt#\d` \(/,
    );
    expect(of((i) => ["core", "cli", "AB-12"][i % 3] ?? "")).toContain(
      "frequent scopes are `cli` and `core` (",
    );
  });

  test("learns nothing if a third of the messages differ, and ignores machines", () => {
    const free = many(60, (i) => ({ message: i % 3 === 0 ? `Mend ${i}` : `fix: mend ${i}` }));
    expect(detectContents(free)).toEqual([]);
    const machine = many(60, (i) => ({ message: `Bump lodash from ${i}.0 to ${i}.1` }));
    expect(
      detectContents([...many(60, (i) => ({ message: `fix: mend ${i}` })), ...machine]),
    ).toHaveLength(1);
  });

  test("learns that commits are signed off", () => {
    const signed = many(60, (i) => ({ message: `Mend ${i}\n\nSigned-off-by: A <a@b.c>` }));
    expect(detectContents(signed)).toEqual([expect.stringContaining("`git commit -s`")]);
  });
});

describe("what changes together with code", () => {
  test("a line in the change log", () => {
    const noted = many(60, (i) => ({
      message: `Mend ${i}`,
      files: [`src/a${i}.ts`, ...(i % 3 === 0 ? [] : ["CHANGES.rst"])],
    }));
    expect(detectContents(noted)).toEqual([
      "When you change code in this project, add a line to `CHANGES.rst`: 40 of the newest 60 commits that changed code have such an entry.",
    ]);
  });

  test("a separate file in a folder", () => {
    const noted = many(60, (i) => ({
      message: `Mend ${i}`,
      files: [`src/a${i}.ts`],
      added: [`newsfragments/${i}.bugfix.md`],
    }));
    expect(detectContents(noted)).toEqual([
      expect.stringContaining(
        "add a file to `newsfragments/`, such as `newsfragments/59.bugfix.md`",
      ),
    ]);
  });

  test("tests and their location", () => {
    const tested = many(60, (i) => ({
      message: `Mend ${i}`,
      files: [`src/a${i}.py`, `tests/unit/test_a${i}.py`],
    }));
    expect(detectContents(tested)).toEqual([
      expect.stringContaining("mostly as `tests/…/test_*.py`: 60 of"),
    ]);
  });
});

describe("a new file in a folder", () => {
  const rule = (i: number) => ({
    message: `Rule ${i}`,
    files: ["docs/rules.json"],
    added: [`src/rules/${i}.ts`, `tests/rules/${i}.ts`],
  });
  const spread = (commits: readonly Commit[]) =>
    commits.flatMap((commit, i) => [
      commit,
      ...others(8).map((other) => ({ ...other, message: `${other.message} ${i}` })),
    ]);

  test("learns the list that is changed with it", () => {
    expect(detectContents(spread(many(6, rule)))).toEqual([
      "When you add a file to `src/rules/`, also change `docs/rules.json` (6 of 6 commits did) and add a file to `tests/rules/` (6 of 6 commits did).",
    ]);
  });

  test("learns nothing from code that always changes and from tests alone", () => {
    const added = (i: number) => ({
      message: `Add ${i}`,
      files: ["lib/all.ts"],
      added: [`src/rules/${i}.md`],
    });
    const hub = spread(many(6, added));
    expect(detectContents(hub)).toHaveLength(1);
    const work = many(40, (i) => ({
      message: `Mend ${i}`,
      files: [`lib/part-${i}.md`, "lib/all.ts"],
    }));
    const rest = others(200);
    expect(detectContents([...rest, ...work, ...hub])).toEqual([]);
    const tested = (i: number) => ({
      message: `Add ${i}`,
      added: [`src/rules/${i}.ts`, `tests/rules/${i}.ts`],
    });
    expect(
      detectContents(spread(many(6, tested))).filter((item) => item?.startsWith("Who adds")),
    ).toEqual([]);
  });

  test("learns nothing from a week's work, the folder's own index, and files that always change", () => {
    expect(detectContents([...others(60), ...many(6, rule)])).toEqual([]);
    const indexed = (i: number) => ({
      message: `Add ${i}`,
      files: ["src/index.ts"],
      added: [`src/rules/${i}.md`],
    });
    expect(detectContents(spread(many(6, indexed)))).toEqual([]);
    const anyhow = spread(many(6, rule)).map((commit) => ({
      ...commit,
      added: (commit.added ?? []).slice(0, 1),
      files: [...(commit.files ?? []), "docs/rules.json"],
    }));
    expect(detectContents(anyhow)).toEqual([]);
  });
});

test("learns which files the last releases changed", () => {
  const release = (i: number) => ({
    message: `Release v1.${i}.0`,
    files: ["setup.py", "NEWS.md", `docs/${i}.md`],
  });
  expect(detectContents([...others(50), ...many(4, release)])).toEqual([
    'To make a release of this project, change `NEWS.md` and `setup.py` in one separate commit, such as "Release v1.3.0" (the last 4 did).',
  ]);
  expect(detectContents([...others(50), ...many(2, release)])).toEqual([]);
});

describe("learns nothing from releases", () => {
  const version = (i: number, message: string, files = ["setup.py", "NEWS.md"]) => ({
    message: message.replace("%", String(i)),
    files,
  });
  const releases = (message: string, files?: readonly string[]) =>
    many(5, (i) => version(i, message, files === undefined ? undefined : [...files]));

  test.each(["Bump version to 1.%.0+dev", "start v1.%.0-dev", "Prepare for 1.%.0-SNAPSHOT"])(
    "that begin the next version: %s",
    (message) => {
      expect(detectContents([...others(50), ...releases(message)])).toEqual([]);
    },
  );

  test("made years ago, with dozens of files, or with other titles since", () => {
    const old = releases("v1.%.0");
    expect(detectContents([...others(50), ...old])).toHaveLength(1);
    expect(detectContents([...old, ...others(HARVEST.releaseMaxAgeDays / 2 + 1)])).toEqual([]);
    const wide = many(HARVEST.releaseMaxFiles + 1, (i) => ({
      message: `a${i}/package.json`,
    }));
    const files = wide.map(({ message }) => message);
    expect(detectContents([...others(50), ...releases("v1.%.0", files)])).toEqual([]);
    expect(detectContents([...others(50), ...old, ...releases("[config] v2.%.0")])).toEqual([]);
  });

  test("of dependencies, or if the newest two changed more files than the others", () => {
    expect(detectContents([...others(50), ...releases("chore(deps): ws@8.%.0 (#5502)")])).toEqual(
      [],
    );
    const more = (i: number) => version(i, "v2.%.0", ["setup.py", "NEWS.md", "version.js"]);
    expect(
      detectContents([...others(50), ...releases("v1.%.0").slice(2), ...many(2, more)]),
    ).toEqual([]);
  });

  test("made by programs, of one of several packages, or of a dependency", () => {
    const byHand = releases("Release v1.%.0");
    const byBot = many(2, (i) => ({ ...version(i, "Release v2.%.0"), isByBot: true }));
    expect(detectContents([...others(50), ...byHand])).toHaveLength(1);
    expect(detectContents([...others(50), ...byHand, ...byBot])).toEqual([]);
    expect(detectContents([...others(50), ...byBot, ...byHand])).toEqual([
      expect.stringContaining("(the last 5 did)"),
    ]);
    expect(detectContents([...others(50), ...releases("core-1.%.0")])).toHaveLength(1);
    const parts = [...releases("core-1.%.0"), ...releases("cli-0.%.0").slice(3)];
    expect(detectContents([...others(50), ...parts])).toEqual([]);
    expect(
      detectContents([...others(50), ...releases("chore(core): release 1.%.0"), ...parts]),
    ).toEqual([]);
    const rests = version(9, "Gson 2.%.0", ["build.gradle"]);
    expect(
      detectContents([...others(50), ...byHand.slice(1), rests, ...byHand.slice(0, 1)]),
    ).toEqual([expect.stringContaining("(the last 5 did)")]);
  });

  test("except what the last few changed, whatever was done before", () => {
    const before = many(8, (i) => version(i, "Release v0.%.0", ["setup.py"]));
    const last = many(5, (i) => version(i, "Release v1.%.0", ["setup.py", "uv.lock"]));
    expect(detectContents([...others(50), ...before, ...last])).toEqual([
      expect.stringContaining(
        'change `setup.py` and `uv.lock` in one separate commit, such as "Release v1.4.0" (the last 5 did)',
      ),
    ]);
  });
});

describe("moved folders", () => {
  const move = (from: string, to: string, count = 6): Commit => ({
    message: "Make the compiler a package",
    moved: Array.from({ length: count }, (_, i) => ({
      from: `${from}/${i % 2}/${i}.ts`,
      to: `${to}/${i % 2}/${i}.ts`,
    })),
  });

  const lived = (folder: string, count = 50) =>
    many(count, (i) => ({ message: `Change number ${i}`, files: [`${folder}/0/${i % 6}.md`] }));

  test("learns the differing folders", () => {
    const commits = lived("src/compiler");
    expect(detectContents([...commits, move("src/compiler", "packages/compiler")])).toEqual([
      '`src/compiler/` was moved to `packages/compiler/` in 2026-04 (6 files, commit "Make the compiler a package"). Look for its files in the new folder.',
    ]);
  });

  test.each([
    ["src/compiler", "packages/compiler", "src/compiler was moved to packages/compiler"],
    [
      "packages/core/src/evaluation/evaluators",
      "packages/core/src/evaluation/graders",
      "…/evaluators was moved to …/graders",
    ],
    [
      "first-workspace/with-a-long-name/old-place",
      "other-workspace/with-a-longer-name/new-place",
      "…space/with-a-long-name/old-place was moved to …ace/with-a-longer-name/new-place",
    ],
  ])("the title of a move from %s shows both ends", (from, to, title) => {
    const [signal] = PAST_COMMITS.detect(history([...lived(from), move(from, to)]));
    expect(signal?.draft?.title).toBe(title);
  });

  test("learns nothing from few files, split folders, further moves, or work in the old folder", () => {
    const commits = [...others(10), ...lived("src/compiler"), ...lived("src/c")];
    expect(detectContents([...commits, move("src/compiler", "packages/compiler", 4)])).toEqual([]);
    const [one, other] = [move("src/c", "packages/c"), move("src/c", "packages/d")];
    const parted = { ...one, moved: [...(one.moved ?? []), ...(other.moved ?? [])] };
    expect(detectContents([...commits, parted])).toEqual([]);
    expect(detectContents([...commits, one, { message: "Add", files: ["src/c/new.ts"] }])).toEqual(
      [],
    );
    expect(detectContents([...commits, one])).toHaveLength(1);
    expect(
      detectContents([...commits, one, ...lived("packages/c"), move("packages/c", "libs/c")]),
    ).toEqual([expect.stringContaining("`packages/c/` was moved to `libs/c/`")]);
  });

  test("learns nothing from another version or chapter, or from split folders of the same name", () => {
    const commits = [...others(10), ...lived("play/vite-5"), ...lived("src/c")];
    expect(detectContents([...commits, move("play/vite-5", "play/vite-7")])).toEqual([]);
    const apart = [move("src/c", "docs/v4/c"), ...lived("src/c"), move("src/c", "docs/v5/c")];
    expect(detectContents([...commits, ...apart])).toEqual([]);
  });

  test("learns nothing if the old folder existed for weeks, was hardly used, or was left years ago", () => {
    const commit = move("src/c", "packages/c");
    expect(detectContents([...others(50), ...lived("src/c", 40), commit])).toEqual([]);
    expect(detectContents([...lived("src/c", 2), ...others(50), commit])).toEqual([]);
    const years = others(HARVEST.movedMaxAgeDays / 2 + 1);
    expect(detectContents([...lived("src/c"), commit, ...years])).toEqual([]);
  });
});

describe("reverted commits", () => {
  const revert = (why: string): Commit => ({
    message: `Revert "Cache the parser's tables (#12)" (#15)\n\nThis reverts commit 0123456789abcdef.\n\n${why}\n\nSigned-off-by: A <a@b.c>`,
    files: ["src/parser.ts"],
  });

  test("are learned with their reason", () => {
    const why = "The cached tables are shared between threads and\ncause crashes under load.";
    expect(detectContents([...others(50), revert(why)])).toEqual([
      expect.stringMatching(
        /^"Cache the parser's tables" was tried and reverted in this project \(0{8}, 2026-04\). Reason: The cached tables are shared between threads and cause crashes under load\.$/,
      ),
    ]);
  });

  test.each([
    ["", "no reason"],
    ["I will reland it tomorrow, it breaks the nightly build of the docs.", "for a while"],
    [
      "Then, a read at 20 fails to see the value of the second writer.",
      "goes on from what is not told",
    ],
    ["It does not mend the crash under load, there must be a better approach.", "for a while"],
    ["1. Read at 20, it fails to see the value of the second writer.", "a step of a list"],
  ])("are not learned: %s", (why) => {
    expect(detectContents([...others(50), revert(why)])).toEqual([]);
  });

  test("are learned once if several have the same reason", () => {
    const why = "The cached tables are shared between threads and cause crashes.";
    const other = revert(why).message.replace("Cache the parser's tables", "Test the cache");
    const both = [{ ...revert(why), message: other }, revert(why)];
    expect(detectContents([...others(50), ...both])).toEqual([
      expect.stringContaining("Cache the parser"),
    ]);
  });

  test("are not learned if the change was made again", () => {
    const why = "The cached tables are shared between threads and cause crashes.";
    const again = { message: "Cache the parser's tables (#20)", files: ["src/parser.ts"] };
    expect(detectContents([...others(50), revert(why), again])).toEqual([]);
  });
});
