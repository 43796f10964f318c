/**
 * Tests that the files a task will need are found from the available data, each with its reasons, and nothing without data.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PrefetchBasis, prefetch } from "./prefetch.ts";
import { bestFirst } from "./prefetched.ts";
import { likenesses } from "./similar-tasks.ts";
import { termsOf } from "./terms.ts";

const changed = (about: string, ...paths: string[]) => ({
  about,
  atMs: 0,
  isCommit: false,
  files: paths.map((path) => ({ path, isEdited: true })),
});
const EMPTY_BASIS: PrefetchBasis = {
  task: "",
  past: [],
  tree: null,
  remembered: [],
  defining: [],
  code: null,
};
const order = (basis: Partial<PrefetchBasis>) =>
  prefetch({ ...EMPTY_BASIS, ...basis }, 12).map(({ path }) => path);

describe("votes", () => {
  test("ranks what a similar task changed before what a different, newer one changed", () => {
    const past = [
      changed("round the cents in invoices", "src/invoice.ts"),
      changed("new colours for the login page", "src/login.css"),
    ];
    expect(order({ task: "invoice totals are rounded wrongly", past })[0]).toBe("src/invoice.ts");
  });

  test("weights changes more than reads", () => {
    const files = [
      { path: "a.ts", isEdited: false },
      { path: "b.ts", isEdited: true },
    ];
    const past = [{ about: "resume uploads", atMs: 0, isCommit: false, files }];
    expect(order({ task: "uploads do not resume", past })).toEqual(["b.ts", "a.ts"]);
  });

  test("learns the purpose of a file from repeated changes but not from a sweep over many files", () => {
    const many = Array.from({ length: 11 }, (_, i) => `src/swept-${i}.ts`);
    const others = Array.from({ length: 8 }, (_, i) =>
      changed(`quota of invoices, part ${i}`, "src/invoice.ts"),
    );
    const past = [
      changed("quota: count uploads", "src/limits.ts"),
      changed("quota: reset at midnight", "src/limits.ts"),
      changed("quota", ...many),
      ...others,
    ];
    const why = /^earlier changes to it mention quota/;
    const basis = { ...EMPTY_BASIS, task: "Quota: uploads\n\nat midnight", past };
    const matchingFiles = (code: PrefetchBasis["code"]) =>
      prefetch({ ...basis, code }, 30).filter((file) => file.why.some((item) => why.test(item)));
    expect(matchingFiles(new Map()).map(({ path }) => path)).toEqual([
      "src/limits.ts",
      "src/invoice.ts",
    ]);
    expect(matchingFiles(null)).toEqual([]);
  });

  test("weights a commit's files less than a session's", () => {
    const about = "resume uploads";
    const past = [{ ...changed(about, "commit.ts"), isCommit: true }, changed(about, "session.ts")];
    expect(order({ task: "uploads do not resume", past })).toEqual(["session.ts", "commit.ts"]);
  });

  test("ranks a file that the task names first and states the reason", () => {
    const past = [changed("tidy the parser", "src/parser.ts")];
    const [first] = prefetch(
      {
        ...EMPTY_BASIS,
        task: "tidy the parser, see src/lexer.ts",
        past,
        tree: ["src/parser.ts", "src/lexer.ts"],
      },
      12,
    );
    expect(first).toMatchObject({
      path: "src/lexer.ts",
      why: expect.arrayContaining(["named by the task"]),
    });
  });

  test.each([
    ["rerunning a test is slow, so run it once", []],
    ["go.mod is out of date", ["go.mod"]],
    ["tidy up (go.mod, a.c).", ["a.c", "go.mod"]],
    ["see ergo.modules", []],
  ])("treats short names at the top level as ordinary words: %s", (task, names) => {
    const tree = ["a", "a.c", "go.mod", "run"];
    const named = prefetch({ ...EMPTY_BASIS, task, tree }, 12).filter(({ why }) =>
      why.includes("named by the task"),
    );
    expect(named.map(({ path }) => path).sort()).toEqual(names);
  });

  test("processes a task of one very long word in bounded time", () => {
    const startMs = performance.now();
    prefetch({ ...EMPTY_BASIS, task: `fix ${"a".repeat(200_000)}`, tree: ["src/x.ts"] }, 12);
    expect(performance.now() - startMs).toBeLessThan(1000);
  });

  test("matches a file name without its folder", () => {
    const tree = ["src/store/migrate.ts", "src/store/open.ts"];
    expect(order({ task: "migrate.ts forgets the last step", tree })[0]).toBe(
      "src/store/migrate.ts",
    );
  });

  test("matches words of the task in an untouched path", () => {
    const tree = ["src/http/retry-policy.ts", "src/http/router.ts", "README.md"];
    expect(order({ task: "the retry policy waits too long", tree })).toEqual([
      "src/http/retry-policy.ts",
    ]);
  });

  test("names the words in a reason as the task writes them, rarest first", () => {
    const tree = ["src/http/retrying-policies.ts", "src/http/router.ts", "src/policy.ts"];
    const task = "the retry policy waits too long";
    const why = new Map(
      prefetch({ ...EMPTY_BASIS, task, tree }, 12).map((prefetched) => [
        prefetched.path,
        prefetched.why,
      ]),
    );
    expect(why.get("src/http/retrying-policies.ts")).toEqual(["its path contains retry, policy"]);
  });

  test("leaves out a removed file, whatever the past says", () => {
    const past = [changed("fix the cache", "src/cache.ts")];
    expect(order({ task: "fix the cache", past, tree: ["src/main.ts"] })).toEqual([]);
  });

  test("counts votes of memories and definitions", () => {
    const tree = ["src/a.ts", "src/b.ts", "src/c.ts"];
    const remembered = [{ path: "src/b.ts", relevance: 0.4 }];
    const defining = [{ path: "src/c.ts", symbol: "openStore" }];
    expect(order({ task: "why does openStore fail", tree, remembered, defining })).toEqual([
      "src/c.ts",
      "src/b.ts",
    ]);
  });

  test("accepts a written path when the tree is unknown", () => {
    expect(order({ task: "make src/new-thing.ts" })).toEqual(["src/new-thing.ts"]);
    expect(order({ task: "make src/new-thing.ts", tree: ["lib/old.py"] })).toEqual([]);
  });
});

test("returns at most the requested number, and nothing for a task without a word", () => {
  const tree = Array.from({ length: 50 }, (_, i) => `src/cache/file-${i}.ts`);
  expect(prefetch({ ...EMPTY_BASIS, task: "the cache", tree }, 5)).toHaveLength(5);
  expect(order({ task: " \n?!", tree })).toEqual([]);
});

test("likeness is 1 for the most similar task and 0 without shared terms", () => {
  expect(likenesses("parse the header", ["draw a tree", "parsing headers fast"])).toEqual([0, 1]);
  expect(likenesses("parse", [])).toEqual([]);
  expect(likenesses("???", ["a b"])).toEqual([0]);
});

test("terms: splits identifiers and stems words, without stop words", () => {
  expect(termsOf("The parseHTTPHeader() of retry_policies")).toEqual([
    "pars",
    "http",
    "header",
    "retri",
    "polici",
  ]);
});

test("property: accepts any task, with non-increasing scores, no path twice and a reason for every file", () => {
  const work = fc.record({
    about: fc.string({ unit: "binary" }),
    atMs: fc.constant(0),
    isCommit: fc.boolean(),
    files: fc.array(fc.record({ path: fc.string({ minLength: 1 }), isEdited: fc.boolean() })),
  });
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.array(work, { maxLength: 6 }),
      (task, past) => {
        const files = prefetch({ ...EMPTY_BASIS, task, past }, 12);
        expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
        expect(files.every(({ why }) => why.length > 0)).toBe(true);
        for (const [i, file] of files.slice(1).entries()) {
          expect(file.score).toBeLessThanOrEqual(files[i]?.score ?? 0);
        }
      },
    ),
  );
});

test("lists the best two translations of a file, and every other file", () => {
  const paths = ["lang/fr/auth.php", "lang/de/auth.php", "lang/pt_BR/auth.php", "app/Totp.php"];
  const more = ["lang/fr/mail.php", "src/fr/auth.php", "src/de/auth.php", "src/es/auth.php"];
  const votes = [...paths, ...more].map((path, i) => ({ path, value: 10 - i, why: "named" }));
  expect(bestFirst(votes, 20).map(({ path }) => path)).toEqual([
    ...["lang/fr/auth.php", "lang/de/auth.php", "app/Totp.php"],
    ...more,
  ]);
});
