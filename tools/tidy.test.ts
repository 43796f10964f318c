/** Tests conventions that readers rely on and that no compiler or linter checks. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ERRORS } from "../packages/memory/src/domain/errors.ts";
import { STEPS } from "../packages/memory/src/domain/lifecycle.ts";
import { AREAS, LIBRARY, TEST_AREA, WORKSPACES } from "./layers.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SKIPPED_FOLDERS = new Set([
  "node_modules",
  "dist",
  "fixtures",
  "__fixtures__",
  "__golden__",
  "results",
  "coverage",
]);
/** Frozen migrations copy the schema of their time, which cannot be shortened. */
const MAY_BE_LONG = /\/migrations\//;
const MAX_LINES = 400;
const FORBIDDEN =
  /^(?:utils?|helpers?|commons?|shared|base|managers?|services?|handlers?|misc|stuff)$/;
const NOT_RUN = /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|skipIf|runIf|fails)\b/;

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = sourcesBelow("");

test("there are sources to check", () => {
  expect(sources.length).toBeGreaterThan(30);
});

describe("every source file", () => {
  test("opens with a comment about its purpose", () => {
    const silent = sources.filter(({ text }) => !/^(?:#![^\n]*\n)?\/\*\*[\s\S]*?\*\//.test(text));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test("is named for its content", () => {
    expect(sources.map(({ path }) => path).filter(hasForbiddenName)).toEqual([]);
  });

  test(`has at most ${MAX_LINES} lines`, () => {
    const long = sources.filter(
      ({ path, text }) => !MAY_BE_LONG.test(path) && text.trimEnd().split("\n").length > MAX_LINES,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("runs all of its tests", () => {
    const partial = sources.filter(
      ({ path, text }) => /\.(test|contract)\.ts$/.test(path) && NOT_RUN.test(text),
    );
    expect(partial.map(({ path }) => path)).toEqual([]);
  });
});

describe("the map", () => {
  const folders = foldersIn(LIBRARY).filter((name) => name !== TEST_AREA);

  test("has a row in tools/layers.mjs for every area of the library", () => {
    expect(folders.filter((name) => !AREAS.flat().includes(name))).toEqual([]);
  });

  test("has a line in ARCHITECTURE.md for every area of the library", () => {
    const text = read("ARCHITECTURE.md");
    expect(folders.filter((name) => !text.includes(`| \`${name}/\``))).toEqual([]);
  });

  test("has a row in tools/layers.mjs for every workspace", () => {
    const workspaces = ["packages", "hosts", "apps"].flatMap((kind) =>
      foldersIn(kind)
        .map((name) => `${kind}/${name}`)
        .filter((path) => existsSync(join(ROOT, path, "package.json"))),
    );
    expect(workspaces.length).toBeGreaterThan(0);
    expect(workspaces.filter((path) => !(path in WORKSPACES))).toEqual([]);
  });

  test("names an existing function for every step of the lifecycle", () => {
    const missing = STEPS.filter(({ by }) => {
      const [folder, name] = [by.slice(0, by.lastIndexOf("/")), by.slice(by.lastIndexOf("/") + 1)];
      const declared = new RegExp(`^export (?:async )?function ${name}\\b`, "m");
      return !sourcesBelow(`${LIBRARY}/${folder}`).some(({ text }) => declared.test(text));
    });
    expect(missing.map(({ by }) => by)).toEqual([]);
  });
});

describe("the documents", () => {
  test("have a section for every error code", () => {
    const text = read("docs/errors.md");
    expect(Object.keys(ERRORS).filter((code) => !text.includes(`## \`${code}\``))).toEqual([]);
  });

  test.each([
    ["have no stale region", "docs.mjs"],
    ["include a lockfile that npm ci takes", "lockfile.mjs"],
  ])("%s", (_name, tool) => {
    const ran = spawnSync(process.execPath, [join(ROOT, "tools", tool)], { encoding: "utf8" });
    expect(ran.status, ran.stderr).toBe(0);
  });

  test("number the decision records from 0001 without a gap", () => {
    const numbers = readdirSync(join(ROOT, "docs", "decisions")).map((name) => name.slice(0, 4));
    expect(numbers.sort()).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, "0")));
  });
});

test.each([
  ["packages/memory/src/recall/fuse.ts", false],
  ["packages/memory/src/store/open-database.ts", false],
  ["packages/memory/src/recall/search-manager.ts", true],
  ["packages/memory/src/utils/fuse.ts", true],
  ["packages/memory/src/recall/fuse-helpers.test.ts", true],
])("%s has a forbidden name: %s", (path, expected) =>
  expect(hasForbiddenName(path)).toBe(expected),
);

test.each([
  [["test", "skip"].join("."), true],
  [["describe", "only"].join("."), true],
  [["test", "each"].join("."), false],
])("%s leaves tests out: %s", (text, expected) => expect(NOT_RUN.test(`${text}(`)).toBe(expected));

function hasForbiddenName(path: string): boolean {
  const names = [...dirname(path).split("/"), basename(path).split(".")[0] ?? ""];
  return names.some((name) => name.split("-").some((word) => FORBIDDEN.test(word)));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function foldersIn(path: string): string[] {
  if (!existsSync(join(ROOT, path))) return [];
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Paths with forward slashes, relative to the root. */
function sourcesBelow(folder: string): Source[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isSkipped = SKIPPED_FOLDERS.has(entry.name) || entry.name.startsWith(".");
      return isSkipped ? [] : sourcesBelow(path);
    }
    return /\.(?:ts|tsx|mts|mjs|js)$/.test(entry.name) ? [{ path, text: read(path) }] : [];
  });
}
