/** Queries for a renamed file find memories that are anchored to its old name. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../testing/testing-git.ts";
import { makePlace } from "../testing/testing-life.ts";

const FILE = "Prices are in cents everywhere, and never rounded before the sum.";
const FOLDER = "What lies here is shared with the shop, and released with it.";
const BODY = Array.from({ length: 20 }, (_, i) => `export const rate${i} = ${i};\n`).join("");

const sorted = (memories: readonly { readonly content: string }[]) =>
  memories.map(({ content }) => content).sort((a, b) => (a < b ? -1 : 1));

async function taught(hasGit: boolean) {
  const place = makePlace();
  place.write("lib/tax/price.ts", BODY);
  place.write("lib/tax/plain.ts", "export const plain = 'is what it always was';\n");
  place.write("src/other.ts", "export const other = 1;\n");
  if (hasGit) {
    git(place.root, "init");
    git(place.root, "add", ".");
    git(place.root, "commit", "-m", "first");
  }
  const tacit = await place.open();
  await tacit.memories.remember({
    content: FILE,
    files: ["lib/tax/price.ts"],
    source: "user_taught",
  });
  await tacit.memories.remember({ content: FOLDER, files: ["lib/tax"], source: "user_taught" });
  const recalled = async (path: string) => {
    const { hits } = await tacit.memories.recall({ query: "", files: [path] });
    return sorted(hits.map(({ memory }) => memory));
  };
  const list = async (file: string) => sorted(await tacit.memories.list({ file }));
  const findByPath = async (path: string) => {
    const { memories } = await tacit.code.impact(path);
    const contents = await Promise.all(
      memories.map(async (id) => (await tacit.memories.get(id)).content),
    );
    return [await recalled(path), await list(path), contents];
  };
  const move = (from: string, to: string) => {
    mkdirSync(join(place.root, to, ".."), { recursive: true });
    renameSync(join(place.root, from), join(place.root, to));
  };
  return {
    root: place.root,
    findByPath,
    recalled,
    list,
    move,
    lookAtGit: () => tacit.brief.lookAtGit(),
  };
}

test("a file with a line break in its name is named and not stored as two files", async () => {
  const tacit = await makePlace().open();
  const content = "The module loader must stay first because of import order.";
  const files = ["new\nline.py", "src/a.py"];
  const stored = await tacit.memories.remember({ content, source: "user_taught", files });
  expect(stored.outside).toEqual(["new\nline.py"]);
  expect((await tacit.memories.get(stored.id ?? "")).files).toEqual(["src/a.py"]);
});

test("finds memories of a file renamed, changed and committed, and of every file of a moved folder", async () => {
  const { root, findByPath, move } = await taught(true);
  move("lib", "packages");
  writeFileSync(join(root, "packages/tax/price.ts"), `${BODY}export const more = 1;\n`);
  git(root, "add", ".");
  git(root, "commit", "-m", "moved");
  expect(await findByPath("packages/tax/price.ts")).toEqual([
    [FILE, FOLDER],
    [FILE],
    [FILE, FOLDER],
  ]);
  expect(await findByPath("src/other.ts")).toEqual([[], [], []]);
  git(root, "checkout", "HEAD~1");
  expect(await findByPath("lib/tax/price.ts")).toEqual([[FILE, FOLDER], [FILE], [FILE, FOLDER]]);
});

test("finds memories of an uncommitted rename, or without git, by content", async () => {
  for (const hasGit of [true, false]) {
    const { findByPath, move } = await taught(hasGit);
    move("lib/tax/price.ts", "src/cents.ts");
    expect(await findByPath("src/cents.ts")).toEqual([[FILE], [FILE], [FILE]]);
  }
});

test("a copy is not a rename, and a deleted file is found nowhere", async () => {
  const { root, findByPath } = await taught(true);
  writeFileSync(join(root, "src/copy.ts"), BODY);
  expect(await findByPath("src/copy.ts")).toEqual([[], [], []]);
  rmSync(join(root, "lib"), { recursive: true });
  expect((await findByPath("src/other.ts"))[0]).toEqual([]);
});

test("lists a moved folder with the memories anchored to it and in it, without files that moved elsewhere", async () => {
  const { root, recalled, move, list } = await taught(true);
  expect(await list("lib/tax")).toEqual([FILE, FOLDER]);
  move("lib/tax", "packages/tax");
  expect(await list("packages/tax")).toEqual([FILE, FOLDER]);
  writeFileSync(join(root, "packages/tax/price.ts"), `${BODY}export const more = 1;\n`);
  git(root, "add", ".");
  git(root, "commit", "-m", "moved");
  expect(await list("packages/tax")).toEqual([FILE, FOLDER]);
  expect(await list("packages")).toEqual([FILE, FOLDER]);
  expect(await recalled("packages/tax")).toEqual([FOLDER]);
  expect(await list("src")).toEqual([]);
  move("packages/tax/price.ts", "src/cents.ts");
  git(root, "add", ".");
  git(root, "commit", "-m", "split");
  expect(await list("src")).toEqual([FILE]);
  expect(await list("packages")).toEqual([FOLDER]);
});

test("finds a rename that git reported at the end of a session although the file changed too much since", async () => {
  const { root, move, list, lookAtGit } = await taught(true);
  move("lib/tax", "packages/tax");
  git(root, "add", ".");
  git(root, "commit", "-m", "moved");
  await lookAtGit();
  writeFileSync(join(root, "packages/tax/price.ts"), "export const nothing = 'as it was';\n");
  git(root, "add", ".");
  git(root, "commit", "-m", "rewritten");
  expect(await list("packages/tax/price.ts")).toEqual([FILE]);
  expect(await list("packages")).toEqual([FILE, FOLDER]);
});

test("finds a memory by the file of the code that it names, until that code is gone", async () => {
  const place = makePlace();
  const rest = "export const cents = 1;\n";
  place.write("src/money.ts", `export function allocate() {\n  return [34, 33, 33];\n}\n\n${rest}`);
  git(place.root, "init");
  git(place.root, "add", ".");
  git(place.root, "commit", "-m", "first");
  const tacit = await place.open();
  await tacit.code.index();
  const content = "`allocate` gives the rest to the first parts; the tax office checks the order.";
  await tacit.memories.remember({ content, source: "user_taught" });
  const found = async () => {
    const { hits } = await tacit.memories.recall({ query: "", files: ["src/money.ts"] });
    return [
      hits.map(({ memory }) => memory.content),
      sorted(await tacit.memories.list({ file: "src/money.ts" })),
      sorted(await tacit.memories.list({ file: "src" })),
    ];
  };
  expect(await found()).toEqual([[content], [content], [content]]);
  place.write("src/money.ts", rest);
  expect(await found()).toEqual([[], [], []]);
});
