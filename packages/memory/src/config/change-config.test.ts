/** Tests that changing one option leaves the rest of the file unchanged. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProjectSync } from "@tacit-memory/project";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { git } from "../testing/testing-git.ts";
import { setOption, unsetOption } from "./change-config.ts";
import { layersFor, readUserConfig } from "./config-files.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tacit-config-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const path = () => join(home, "config.json");
const read = () => JSON.parse(readFileSync(path(), "utf8")) as unknown;
const change = (
  name: Parameters<typeof setOption>[0]["name"],
  canonical: string | null = null,
) => ({
  ...{ home, name, project: canonical === null ? null : { canonical, root: home } },
});

const rules = (count: number) => Array.from({ length: count }, (_, i) => `rule-${i}`);

test("creates a file that only its owner can access", () => {
  setOption(change("enabled"), "off");
  expect(read()).toEqual({ enabled: false });
  if (process.platform !== "win32") expect(statSync(path()).mode & 0o777).toBe(0o600);
});

test("preserves all other fields, including unknown ones", () => {
  writeFileSync(path(), '{"custom": {"a": 1}, "ignore": ["x"], "trust": "L1"}');
  setOption(change("trust"), "l3");
  setOption(change("maxStoreMb"), "20");
  setOption(change("secrets"), ["tok_[a-z]+"]);
  expect(read()).toEqual({
    custom: { a: 1 },
    ignore: ["x"],
    trust: "L3",
    maxStoreMb: 20,
    secrets: ["tok_[a-z]+"],
  });
  expect(unsetOption(change("trust"))).toBe(true);
  expect(unsetOption(change("trust"))).toBe(false);
  expect(read()).toMatchObject({ custom: { a: 1 }, maxStoreMb: 20 });
});

test("changes the options of one project without affecting other projects", () => {
  setOption(change("trust", "github.com/o/a"), "L1");
  setOption(change("trust", "github.com/o/b"), "L2");
  setOption(change("strict", "github.com/o/a"), "on");
  unsetOption(change("trust", "github.com/o/a"));
  expect(read()).toEqual({
    projects: { "github.com/o/b": { trust: "L2" }, "github.com/o/a": { strict: true } },
  });
  unsetOption(change("strict", "github.com/o/a"));
  unsetOption(change("trust", "github.com/o/b"));
  expect(read()).toEqual({});
});

test("writes to the target of a symbolic link", () => {
  const target = join(home, "dotfiles.json");
  writeFileSync(target, "{}");
  symlinkSync(target, path());
  setOption(change("strict"), "on");
  expect(readFileSync(target, "utf8")).toContain("strict");
});

test.each<[string, () => unknown, string]>([
  ["a value that is none", () => setOption(change("trust"), "L9"), "usage"],
  ["what lies in the home", () => setOption(change("home"), "/x"), "usage"],
  [
    "of one project what applies to all",
    () => setOption(change("url", "github.com/o/a"), "x"),
    "usage",
  ],
  ["a pattern that is none", () => setOption(change("secrets"), ["ok", "("]), "usage"],
  ["a pattern that may be slow", () => setOption(change("secrets"), ["(a+)+$"]), "usage"],
  ["more patterns than are used", () => setOption(change("secrets"), rules(51)), "usage"],
  ["more globs than are used", () => setOption(change("ignore"), rules(501)), "usage"],
  ["a glob that is too long", () => setOption(change("ignore"), ["a".repeat(301)]), "usage"],
  ["an empty glob", () => setOption(change("ignore"), [" "]), "usage"],
  ["in a file that is not JSON", () => setOption(change("strict"), "on"), "config_malformed"],
])("refuses the change and leaves the file untouched: %s", (name, act, code) => {
  const before = name.includes("not JSON") ? '{"enabled": false,' : '{"priors": true}';
  writeFileSync(path(), before);
  let error: unknown;
  try {
    act();
  } catch (thrown) {
    error = thrown;
  }
  expect(MemoryError.is(error) ? error.code : error).toBe(code);
  expect(readFileSync(path(), "utf8")).toBe(before);
});

test("throws an error if the home folder cannot be written", () => {
  const file = join(home, "file");
  writeFileSync(file, "");
  expect(() => setOption({ ...change("strict"), home: file }, "on")).toThrow(
    expect.objectContaining({ code: "store_unwritable" }),
  );
});

test("writes nothing to remove an option that is not set", () => {
  const absent = join(home, "absent");
  expect(unsetOption({ ...change("enabled"), home: absent })).toBe(false);
  expect(existsSync(absent)).toBe(false);
  const text = '{"strict":true, "projects": {"b": {}}}';
  writeFileSync(path(), text);
  expect(unsetOption(change("trust"))).toBe(false);
  expect(unsetOption(change("strict", "github.com/o/a"))).toBe(false);
  expect(readFileSync(path(), "utf8")).toBe(text);
});

test("rejects a file that would be larger than readers accept, counted in bytes", () => {
  const globs = Array.from({ length: 450 }, () => "ä".repeat(299));
  expect(() => setOption(change("ignore"), globs)).toThrow(
    expect.objectContaining({ code: "usage" }),
  );
});

test("an error contains no token", () => {
  const token = "s3cret".repeat(500);
  expect(() => setOption(change("authToken"), token)).toThrow(
    expect.toSatisfy((error) => !JSON.stringify(error).includes("s3cret")),
  );
});

describe("when the remote of a project is added, renamed or removed", () => {
  const REMOTE = "https://example.com/o/r.git";
  const STEPS: readonly [string, readonly string[][], readonly string[][]][] = [
    ["added", [], [["remote", "add", "origin", REMOTE]]],
    ["added before the first commit", [["init", "-q"]], [["remote", "add", "origin", REMOTE]]],
    [
      "renamed",
      [
        ["init", "-q"],
        ["commit", "-q", "--allow-empty", "-m", "first"],
        ["remote", "add", "origin", REMOTE],
      ],
      [["remote", "set-url", "origin", "https://example.com/o/other.git"]],
    ],
    [
      "removed",
      [
        ["init", "-q"],
        ["commit", "-q", "--allow-empty", "-m", "first"],
        ["remote", "add", "origin", REMOTE],
      ],
      [["remote", "remove", "origin"]],
    ],
  ];

  test.each(STEPS)("%s: its options stay, and can be changed", (_, before, after) => {
    const root = join(home, "project");
    mkdirSync(root);
    const now = () => resolveProjectSync(root, { home });
    const run = (steps: readonly string[][]) => steps.map((step) => git(root, ...step));
    const values = () => layersFor(readUserConfig(home), now()).project;
    run(before);
    const local = () => ({ home, project: now() });
    setOption({ ...local(), name: "strict" }, "on");
    setOption({ ...local(), name: "trust" }, "L1");
    if (before.length === 0) git(root, "init", "-q");
    run(after);
    expect(values()).toEqual({ strict: "on", trust: "L1" });
    setOption({ ...local(), name: "trust" }, "L2");
    expect(values()).toEqual({ strict: "on", trust: "L2" });
    expect(unsetOption({ ...local(), name: "trust" })).toBe(true);
    expect(unsetOption({ ...local(), name: "strict" })).toBe(true);
    expect(values()).toEqual({});
  });

  test("another folder without options does not get them", () => {
    const [one, other] = ["one", "other"].map((name) => {
      const root = join(home, name);
      mkdirSync(root);
      git(root, "init", "-q");
      git(root, "commit", "-q", "--allow-empty", "-m", name);
      git(root, "remote", "add", "origin", `https://example.com/o/${name}.git`);
      return resolveProjectSync(root, { home });
    });
    if (one === undefined || other === undefined) throw new Error("no folders");
    setOption({ home, project: one, name: "strict" }, "on");
    expect(layersFor(readUserConfig(home), other).project).toEqual({});
  });
});
