/** Queries of hooks: entries are found as written, quickly, and a damaged file gives none. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileNeighbour, readNeighbours, writeNeighbours } from "./neighbour-file.ts";

let base = "";
let file = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-neighbours-"));
  file = join(base, "code.neighbours");
});
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

const item = (path: string, weight: number, ...kinds: FileNeighbour["kinds"]): FileNeighbour => ({
  path,
  weight,
  kinds,
});

test("reads what was written in order and leaves out other paths", () => {
  const all = new Map([
    ["src/a.ts", [item("src/b.ts", 1, "imports", "co_change"), item("docs/ü.md", 0, "co_access")]],
    ["src/b.ts", [item("src/a.ts", 0.2, "calls")]],
    ["lonely.ts", []],
  ]);
  writeNeighbours(file, all);
  const found = readNeighbours(file, [
    "src/a.ts",
    "src/b.ts",
    "lonely.ts",
    "docs/ü.md",
    "none",
    "",
  ]);
  expect([...found.keys()]).toEqual(["src/a.ts", "src/b.ts"]);
  expect(found.get("src/a.ts")).toEqual(all.get("src/a.ts"));
  expect(found.get("src/b.ts")?.[0]?.weight).toBeCloseTo(0.2, 4);
  expect(readNeighbours(join(base, "none"), ["src/a.ts"]).size).toBe(0);
});

test("property: finds each of many files with its own neighbours", () => {
  const paths = Array.from({ length: 3000 }, (_value, n) => `folder/${n % 37}/file-${n}.ts`);
  const all = new Map(
    paths.map((path, n) => [path, [item(paths[(n * 7) % 3000] ?? "", 0.5, "calls")]]),
  );
  writeNeighbours(file, all);
  const found = readNeighbours(file, paths);
  expect(found.size).toBe(3000);
  const firstNeighbours = paths.map((path) => found.get(path)?.[0]?.path);
  expect(firstNeighbours).toEqual(paths.map((_path, n) => paths[(n * 7) % 3000]));
});

test("property: gives no answer after truncation and never fails on changed bytes", () => {
  writeNeighbours(file, new Map([["a", [item("b", 0.5, "calls"), item("c", 0.1, "imports")]]]));
  const bytes = readFileSync(file);
  const damaged = join(base, "damaged");
  for (let at = 0; at < bytes.length; at++) {
    writeFileSync(damaged, bytes.subarray(0, at));
    expect(readNeighbours(damaged, ["a"]).size).toBe(0);
    for (const mask of [0xff, 0x01]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ mask;
      writeFileSync(damaged, changed);
      readNeighbours(damaged, ["a", "b"]);
    }
  }
});
