/** Changes anywhere in the tree are detected, and a possible gap is reported. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CODEGRAPH } from "../tuning.ts";
import { TreeWatch } from "./tree-watch.ts";

const root = mkdtempSync(join(tmpdir(), "tacit-watch-"));
let watch: TreeWatch | undefined;
afterEach(() => {
  watch?.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});

function write(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), String(performance.now()));
}

function watching(files: readonly string[]): TreeWatch {
  for (const file of files) write(file);
  watch = new TreeWatch(root, () => undefined);
  watch.follow(files);
  watch.take();
  return watch;
}

/**
 * Collects changes until enough are seen, or until the event loop has turned so often that the system must have reported
 * them.
 */
async function seenBy(treeWatch: TreeWatch, isEnough: (paths: ReadonlySet<string>) => boolean) {
  const all = new Set<string>();
  let isMissing = false;
  for (let turn = 0; turn < 20_000 && !isEnough(all) && !isMissing; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    const seen = treeWatch.take();
    for (const path of seen.paths) all.add(path);
    isMissing = seen.isMissing;
  }
  return { paths: [...all].sort(), isMissing };
}

test("reports a gap on the first call and none on the second", () => {
  write("a.ts");
  watch = new TreeWatch(root, () => undefined);
  watch.follow(["a.ts"]);
  expect([watch.take().isMissing, watch.take().isMissing]).toEqual([true, false]);
});

test("detects changes in every folder with files, but not in third-party folders", async () => {
  const treeWatch = watching(["a.ts", "deep/er/b.ts", "node_modules/x/c.ts"]);
  for (const path of ["node_modules/x/c.ts", "a.ts", "deep/er/b.ts"]) write(path);
  const { paths } = await seenBy(treeWatch, (seen) => seen.has("a.ts") && seen.has("deep/er/b.ts"));
  expect(paths).toEqual(["a.ts", "deep/er/b.ts"]);
});

test("reports a gap when more changes occur than can be listed", async () => {
  const treeWatch = watching(["a.ts"]);
  const count = CODEGRAPH.watchBurst + 1;
  for (let i = 0; i < count; i++) writeFileSync(join(root, `${i}.ts`), "");
  expect((await seenBy(treeWatch, (paths) => paths.size > count)).isMissing).toBe(true);
});

test("reports paths again that were put back", () => {
  const treeWatch = watching(["a.ts"]);
  treeWatch.putBack(["a.ts"]);
  expect([...treeWatch.take().paths]).toEqual(["a.ts"]);
});

test("opens no handles after it was closed", async () => {
  const treeWatch = watching(["a.ts"]);
  treeWatch.take();
  treeWatch.close();
  treeWatch.follow(["a.ts", "sub/b.ts"]);
  write("a.ts");
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(treeWatch.hasHandles).toBe(false);
});

test("does not report files that are no longer followed", async () => {
  const treeWatch = watching(["a/a.ts", "b/b.ts"]);
  treeWatch.follow(["b/b.ts"]);
  treeWatch.take();
  write("a/a.ts");
  write("b/b.ts");
  const { paths } = await seenBy(treeWatch, (seen) => seen.has("b/b.ts"));
  expect(paths).not.toContain("a/a.ts");
});

test("detects the first source of an existing or new folder, but no build output", async () => {
  mkdirSync(join(root, "bare/deep"), { recursive: true });
  const treeWatch = watching(["a.ts"]);
  write("bare/deep/page.html");
  const quiet = treeWatch.take();
  expect([[...quiet.paths], quiet.isMissing]).toEqual([[], false]);
  write("bare/deep/b.ts");
  write("bare/made/lately/c.py");
  write("bare/made/lately/notes.txt");
  const { paths } = await seenBy(treeWatch, (seen) => seen.size > 1);
  expect(paths).toEqual(["bare/deep/b.ts", "bare/made/lately/c.py"]);
  expect([...treeWatch.take().paths]).toEqual([]);
});
