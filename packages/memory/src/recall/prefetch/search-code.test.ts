/** Tests that the code with a task's words is found, by git alone, for any task and file content. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bestStretch } from "./best-stretch.ts";
import { codeQuery } from "./code-query.ts";
import { searchCode } from "./search-code.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tacit-search-code-"));
  git("init", "-q", "-b", "main");
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

function git(...args: string[]): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const done = spawnSync("git", [...who, ...args], { cwd: root });
  expect(done.status, String(done.stderr)).toBe(0);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const search = (task: string, revision?: string) =>
  searchCode(root, codeQuery(task), {
    revision,
    timeoutMs: 30_000,
    sizeOf: (path) => statSync(join(root, path), { throwIfNoEntry: false })?.size,
  });

async function order(task: string): Promise<string[]> {
  const found = [...((await search(task)) ?? [])];
  return found.sort((a, b) => b[1].words - a[1].words).map(([path]) => path);
}

describe("results", () => {
  test("finds identifier parts in other word forms and ranks the file with more matches first", async () => {
    write("src/a.py", "def retry_policy():\n    wait_for(policies)\n");
    write("src/b.ts", "export const maxRetries = 1;\n");
    write("src/c.go", "package main\n");
    expect(await order("retrying waits too long: policy?")).toEqual(["src/a.py", "src/b.ts"]);
  });

  test("finds written names and the lines with most of the words", async () => {
    write("src/a.ts", `${"\n".repeat(99)}export function parseHeader(line: string) {}\n`);
    write("src/b.ts", "const header = parse(header);\n");
    const found = await search("`parseHeader` drops the line");
    expect(found?.get("src/a.ts")).toMatchObject({ names: 1, stretch: 1, line: 100 });
    expect(found?.get("src/b.ts")?.names).toBe(0);
  });

  test("searches new and uncommitted files but no ignored ones", async () => {
    write(".gitignore", "dist/\n");
    write("src/old.ts", "// quota\n");
    git("add", "-A");
    git("commit", "-qm", "first");
    write("src/old.ts", "// nothing\n");
    write("src/new.ts", "const quotaLimit = 1;\n");
    write("dist/new.js", "const quotaLimit = 1;\n");
    expect(await order("the quota is wrong")).toEqual(["src/new.ts"]);
    expect([...((await search("the quota is wrong", "HEAD")) ?? []).keys()]).toEqual([
      "src/old.ts",
    ]);
  });

  test("returns the same for any user configuration of git", async () => {
    write("src/a.ts", "const quotaLimit = 1;\n");
    const plain = await search("the quota is wrong");
    for (const name of ["grep.column", "grep.fullName", "submodule.recurse"])
      git("config", name, "true");
    expect(plain?.size).toBe(1);
    expect(await search("the quota is wrong")).toEqual(plain);
  });

  test("property of the scores: every number is from 0 to 1", async () => {
    for (const name of ["one", "two", "three"]) write(`src/${name}.ts`, `// ${name} cache hit\n`);
    for (const [, evidence] of (await search("cache hit in `twoWays` two")) ?? []) {
      for (const value of [evidence.words, evidence.title, evidence.stretch, evidence.names]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
  });
});

test("runs nothing for a task without a word, and returns null for a folder that is no repository", async () => {
  expect(await search("?! и 文")).toEqual(new Map());
  rmSync(join(root, ".git"), { recursive: true });
  write("src/a.ts", "cache\n");
  const isInside = spawnSync("git", ["rev-parse"], { cwd: root }).status === 0;
  expect(await search("cache")).toEqual(isInside ? expect.anything() : null);
});

test("handles a task of a megabyte, a file of one word and a binary file", async () => {
  write("src/long.js", `${"a".repeat(1_000_000)} cache_key ${"b".repeat(100_000)}cache`);
  write("src/bin.dat", "\0cache\0");
  const task = `cache ${"x".repeat(500_000)} ${"(".repeat(1000)} ${"w1 ".repeat(100_000)}`;
  expect([...((await search(task)) ?? []).keys()]).toEqual(["src/long.js"]);
});

test("the best window counts distinct words once and does not join distant lines", () => {
  const lines = new Map([
    [1, new Set(["a"])],
    [2, new Set(["a"])],
    [50, new Set(["b"])],
    [60, new Set(["a", "c"])],
    [90, new Set(["b"])],
  ]);
  const best = bestStretch(lines, () => 1, 30);
  expect(best).toEqual({ stretch: 3, line: 50 });
  expect(bestStretch(new Map(), () => 1, 30)).toEqual({ stretch: 0, line: 1 });
});

test("separates the title line, and names from words", () => {
  const query = codeQuery(
    "\n\nFix the parser\n\nSee `limit` in retry_policy and maxRetries, PASS.",
  );
  expect([...query.title]).toEqual(["fix", "parser"]);
  expect([...query.names].sort()).toEqual(["limit", "maxRetries", "retry_policy"]);
  expect([...query.terms].slice(0, 2).sort()).toEqual(["fix", "parser"]);
});
