/** Tests which paths the rules of `.gitignore` files cover. The expected results are those of `git check-ignore`. */
import { expect, test } from "vitest";
import { isGitIgnored, parseIgnoreRules } from "./git-ignore.ts";

function check(path: string, isIgnored: boolean, files: Readonly<Record<string, string>>): void {
  const rules = Object.entries(files).map(([folder, text]) => ({
    folder,
    rules: parseIgnoreRules(text),
  }));
  expect(isGitIgnored(path, rules)).toBe(isIgnored);
}

test.each([
  ["local.txt", true, "local.txt"],
  ["a/b/local.txt", true, "local.txt"],
  ["local.txt", false, "# local.txt\n\n"],
  ["a/x.log", true, "*.log"],
  ["a/keep.log", false, "*.log\n!keep.log"],
  ["out/keep.log", true, "out/\n!keep.log"],
  ["out", false, "out/"],
  ["a/out/x", true, "out/"],
  ["a/out/x", false, "/out"],
  ["out/x", true, "/out"],
  ["a/out/x", false, "a/b/out"],
  ["a/b/c/x.key", true, "a/**/x.key"],
  ["a/x.key", true, "a/**/x.key"],
  ["b/c/x.key", true, "**/x.key"],
  ["a/b/c", true, "a/**"],
  ["a/b1", true, "a/b[0-9]"],
  ["a/bx", false, "a/b[0-9]"],
  ["a/bx", true, "a/b[!0-9]"],
  ["a/b-c", true, "a/b?c"],
  ["#x", true, "\\#x"],
  ["!x", true, "\\!x"],
  ["x ", false, "x   "],
  ["x", true, "x   \r\n"],
  ["a.txt", false, ""],
])("%s: %s by %j", (path, isIgnored, rules) => check(path, isIgnored, { "": rules }));

test.each([
  ["a/b/x", true, { "": "", a: "/b/x" }],
  ["b/x", false, { "": "", a: "/b/x" }],
  ["a/x.log", false, { "": "*.log", a: "!x.log" }],
  ["ab/x", false, { a: "x" }],
] as const)("rules in folders: %s: %s", (path, isIgnored, files) => check(path, isIgnored, files));

test("time grows with the rule and the path, not with the number of ways to match", () => {
  const started = performance.now();
  check(`${"a/".repeat(60)}b`, false, { "": `${"**/a*a*a*a*/".repeat(200)}c` });
  check("a".repeat(4000), false, { "": `${"*a".repeat(200)}b` });
  expect(performance.now() - started).toBeLessThan(2000);
});
