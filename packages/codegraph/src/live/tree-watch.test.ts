/** Is a change seen, wherever in the tree, and is it said when it may not have been? */
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

/** What is seen until the event loop has turned so often that the system must have told. */
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

test("the first look does not know, the second does", () => {
  write("a.ts");
  watch = new TreeWatch(root, () => undefined);
  watch.follow(["a.ts"]);
  expect([watch.take().isMissing, watch.take().isMissing]).toEqual([true, false]);
});

test("a change is seen in every folder that has files, and in none of other people's", async () => {
  const treeWatch = watching(["a.ts", "deep/er/b.ts", "node_modules/x/c.ts"]);
  for (const path of ["node_modules/x/c.ts", "a.ts", "deep/er/b.ts"]) write(path);
  const { paths } = await seenBy(treeWatch, (seen) => seen.has("a.ts") && seen.has("deep/er/b.ts"));
  expect(paths).toEqual(["a.ts", "deep/er/b.ts"]);
});

test("more than can be told one by one is said to be not known", async () => {
  const treeWatch = watching(["a.ts"]);
  const count = CODEGRAPH.watchBurst + 1;
  for (let i = 0; i < count; i++) writeFileSync(join(root, `${i}.ts`), "");
  expect((await seenBy(treeWatch, (paths) => paths.size > count)).isMissing).toBe(true);
});

test("what could not be looked at is told again", () => {
  const treeWatch = watching(["a.ts"]);
  treeWatch.putBack(["a.ts"]);
  expect([...treeWatch.take().paths]).toEqual(["a.ts"]);
});

test("closed, it takes no handles any more", async () => {
  const treeWatch = watching(["a.ts"]);
  treeWatch.take();
  treeWatch.close();
  treeWatch.follow(["a.ts", "sub/b.ts"]);
  write("a.ts");
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(treeWatch.hasHandles).toBe(false);
});

test("what is followed no longer is not told", async () => {
  const treeWatch = watching(["a/a.ts", "b/b.ts"]);
  treeWatch.follow(["b/b.ts"]);
  treeWatch.take();
  write("a/a.ts");
  write("b/b.ts");
  const { paths } = await seenBy(treeWatch, (seen) => seen.has("b/b.ts"));
  expect(paths).not.toContain("a/a.ts");
});

test("the first source of a folder that was there is seen, and of one made in it, and nothing that is built there", async () => {
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
