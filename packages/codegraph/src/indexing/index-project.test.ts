/** The stored index follows the tree: after every change, the graph equals that of a fresh index. */
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { openDatabase } from "@tacit-memory/sqlite";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

const trees: TestTree[] = [];
afterEach(async () => {
  for (const tree of trees.splice(0)) await tree.close();
});

function plant(files: Readonly<Record<string, string>>): TestTree {
  const tree = testTree(files);
  trees.push(tree);
  return tree;
}

const silent = () => undefined;

const FILES = {
  "a.ts": 'import { b } from "./b";\nexport function a() { return b().go(); }\n',
  "b.ts": 'import { C } from "./c";\nexport function b() { return new C(); }\n',
  "c.ts": "export class C { go() {} stop() {} }\n",
  "d.ts": 'import { a } from "./a";\nexport const d = () => a();\n',
};

describe("a second run", () => {
  test("reads nothing when nothing changed, also in a new process", async () => {
    const tree = plant(FILES);
    expect((await (await tree.session()).index(false, silent)).parsed).toBe(4);
    const again = await (await tree.session()).index(false, silent);
    expect([again.parsed, again.wasLinked]).toEqual([0, "none"]);
  });

  test("reads a file with a new time but parses it only if its content changed", async () => {
    const tree = plant(FILES);
    const session = await tree.session();
    await session.index(false, silent);
    tree.write("c.ts", FILES["c.ts"]);
    expect((await session.index(false, silent)).parsed).toBe(0);
    tree.write("c.ts", `${FILES["c.ts"]}// more\n`);
    expect((await session.index(false, silent)).parsed).toBe(1);
  });

  test("reads everything again on request", async () => {
    const tree = plant(FILES);
    const session = await tree.session();
    await session.index(false, silent);
    const full = await session.index(true, silent);
    expect([full.parsed, full.wasLinked]).toEqual([4, "all"]);
  });
});

const CHANGES: readonly (readonly [string, (tree: TestTree) => void])[] = [
  ["a method is renamed", (t) => t.write("c.ts", "export class C { run() {} stop() {} }\n")],
  [
    "definitions move",
    (t) => t.write("c.ts", "const x = 1;\nclass D {}\nexport class C { stop() {} go() {} }\n"),
  ],
  [
    "a return type changes",
    (t) => t.write("b.ts", "export class X { go() {} }\nexport function b() { return new X(); }\n"),
  ],
  ["a file is deleted", (t) => t.remove("c.ts")],
  ["a file is renamed", (t) => t.move("c.ts", "sub/c.ts")],
  [
    "a file appears that was imported before it was there",
    (t) => t.write("late.ts", 'import { a } from "./a";\nexport const late = () => a();\n'),
  ],
  [
    "what is imported comes from elsewhere",
    (t) => t.write("b/index.ts", "export function b() {}\n"),
  ],
  ["an import is taken out", (t) => t.write("d.ts", "export const d = () => 1;\n")],
  [
    "a file becomes generated",
    (t) => t.write("c.ts", "// @generated\nexport class C { go() {} }\n"),
  ],
  ["a file cannot be parsed", (t) => t.write("c.ts", "export class C { go( {{{ ")],
  ["a file is emptied", (t) => t.write("c.ts", "")],
  [
    "configuration changes",
    (t) => t.write("tsconfig.json", '{"compilerOptions":{"paths":{"./b":["./d"]}}}'),
  ],
];

test.each(CHANGES)("gives the graph of a fresh index when %s", async (_name, change) => {
  const tree = plant(FILES);
  const session = await tree.session();
  await session.index(false, silent);
  change(tree);
  await session.index(false, silent);
  const fresh = plant({});
  copyTree(tree, fresh);
  expect(await tree.edges(session)).toEqual(await fresh.edges(await fresh.session()));
});

test("resolves an import when the missing file appears", async () => {
  const tree = plant({
    "a.ts": 'import { late } from "./late";\nexport const a = () => late();\n',
  });
  const session = await tree.session();
  await session.index(false, silent);
  tree.write("late.ts", "export function late() {}\n");
  const run = await session.index(false, silent);
  expect(run.wasLinked).toBe("some");
  expect(await tree.reached("late.ts:late", "dependents", 1)).toContain("a.ts:a");
});

test("property: gives the graph of a fresh index after any writes in any order", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const step = fc.record({
    file: fc.constantFrom(...names),
    imports: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    exports: fc.uniqueArray(fc.constantFrom("f", "g", "K"), { maxLength: 3 }),
    isGone: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const tree = plant({ "a.ts": "export function f() {}\n" });
      const session = await tree.session();
      await session.index(false, silent);
      const present = new Set(["a"]);
      for (const { file, imports, exports, isGone } of steps) {
        if (isGone && present.delete(file)) tree.remove(`${file}.ts`);
        else {
          present.add(file);
          tree.write(`${file}.ts`, sourceOf(imports, exports));
        }
        await session.index(false, silent);
      }
      const fresh = plant({});
      copyTree(tree, fresh);
      expect(await tree.edges(session)).toEqual(await fresh.edges(await fresh.session()));
    }),
    { numRuns: 6 },
  );
});

function sourceOf(imports: readonly string[], exports: readonly string[]): string {
  const heads = imports.map((item) => `import * as ${item}0 from "./${item}";`);
  const calls = imports
    .map((item) => `${item}0.f(); ${item}0.g(); new ${item}0.K().m();`)
    .join(" ");
  const bodies = exports.map((name) =>
    name === "K" ? `export class K { m() { ${calls} } }` : `export function ${name}() { ${calls} }`,
  );
  return `${[...heads, ...bodies].join("\n")}\n`;
}

function copyTree(from: TestTree, to: TestTree): void {
  for (const path of filesIn(from.root))
    to.write(path, readFileSync(`${from.root}/${path}`, "utf8"));
}

function filesIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1));
}

describe("stored files", () => {
  async function indexed(): Promise<TestTree> {
    const tree = plant(FILES);
    const session = await tree.session();
    await session.index(false, silent);
    await session.close();
    return tree;
  }

  test.each([
    ["gone", (path: string) => writeFileSync(path, "")],
    ["cut off", (path: string) => truncateSync(path, 300)],
    ["of other bytes", (path: string) => writeFileSync(path, Buffer.alloc(5000, 7))],
    [
      "of another generation",
      (path: string) =>
        writeFileSync(
          path,
          readFileSync(path, "latin1").replace(/"generation":"id\d+/, '"generation":"other'),
          "latin1",
        ),
    ],
  ])(
    "rebuilds a snapshot that is %s from the facts without parsing files",
    async (_name, damage) => {
      const tree = await indexed();
      const before = await tree.edges(await tree.session());
      damage(tree.store.replace(".db", ".graph"));
      const session = await tree.session();
      const run = await session.index(false, silent);
      expect([run.parsed, run.wasLinked]).toEqual([0, "all"]);
      expect(await tree.edges(session)).toEqual(before);
    },
  );

  test("creates a damaged file again and reports it", async () => {
    const tree = await indexed();
    writeFileSync(tree.store, Buffer.alloc(8192, 65));
    const session = await tree.session();
    expect(session.takeRemade()).toContain("damaged");
    expect((await session.index(false, silent)).parsed).toBe(4);
  });

  test("creates a file of another version again and reports it", async () => {
    const tree = await indexed();
    const db = await openDatabase({ path: tree.store });
    await db.exec("UPDATE code_meta SET value = '999' WHERE name = 'layout'");
    await db.close();
    const session = await tree.session();
    expect(session.takeRemade()).toContain("another version");
    expect((await session.index(false, silent)).parsed).toBe(4);
  });

  test("reads facts of an older extractor again", async () => {
    const tree = await indexed();
    const db = await openDatabase({ path: tree.store });
    await db.exec("UPDATE code_file SET extractor = 0 WHERE path = 'a.ts'");
    await db.close();
    expect((await (await tree.session()).index(false, silent)).parsed).toBe(1);
  });
});

test("loads what another process indexed although a graph is in memory", async () => {
  const tree = plant(FILES);
  const [mine, theirs] = [await tree.session(), await tree.session()];
  await mine.index(false, silent);
  tree.write("d.ts", 'import { b } from "./b";\nexport const d = () => b();\n');
  await theirs.index(false, silent);
  expect(await tree.edges(mine)).toEqual(await tree.edges(theirs));
});

test("discards unreadable facts, reads everything again and reports it", async () => {
  const tree = plant(FILES);
  await (await tree.session()).index(false, silent);
  const db = await openDatabase({ path: tree.store });
  await db.exec("UPDATE code_facts SET facts = x'00ff00ff'");
  await db.close();
  rmSync(tree.store.replace(".db", ".graph"));
  const session = await tree.session();
  expect((await session.index(false, silent)).parsed).toBe(4);
  expect(session.takeRemade()).toContain("damaged");
});

test("reads changed files for a query and names those too large for its time", async () => {
  const tree = plant(FILES);
  const session = await tree.session();
  await session.index(false, silent);
  tree.write("d.ts", "export const d = () => 1;\n");
  expect((await session.fresh()).stale).toEqual([]);
  expect(await tree.reached("a.ts:a", "dependents", 1)).not.toContain("d.ts:d");
  tree.write("big.ts", `export const big = 1;\n${"// filler\n".repeat(40_000)}`);
  expect((await session.fresh()).stale).toEqual(["big.ts"]);
  await session.index(false, silent);
  expect((await session.fresh()).stale).toEqual([]);
});

describe("unsaved changes", () => {
  test("are written when the session ends, and not before", async () => {
    const tree = plant(FILES);
    const session = await tree.session();
    await session.index(false, silent);
    tree.write("d.ts", "export const d = () => 1;\n");
    const answered = await tree.edges(session);
    const killed = await tree.session();
    // Another process finds the stored file and reads the changes itself.
    expect((await killed.index(false, silent)).parsed).toBe(1);
    await session.close();
    expect(await tree.edges(await tree.session())).toEqual(answered);
  });

  test("are written with their graph, so the next process reads and links nothing", async () => {
    const tree = plant(FILES);
    const session = await tree.session();
    await session.index(false, silent);
    tree.write("d.ts", "export const d = () => 1;\n");
    const answered = await tree.edges(session);
    await session.close();
    const next = await tree.session();
    const run = await next.index(false, silent);
    expect([run.parsed, run.wasLinked]).toEqual([0, "none"]);
    expect(await tree.edges(next)).toEqual(answered);
  });

  test("are discarded after another process wrote, so neither overwrites the other", async () => {
    const tree = plant(FILES);
    const [mine, theirs] = [await tree.session(), await tree.session()];
    await mine.index(false, silent);
    await theirs.index(false, silent);
    tree.write("d.ts", "export const d = () => 1;\n");
    await mine.fresh();
    tree.write("e.ts", 'import { a } from "./a";\nexport const e = () => a();\n');
    await theirs.index(false, silent);
    const expected = await tree.edges(theirs);
    expect((await mine.index(false, silent)).parsed).toBe(0);
    expect(await tree.edges(mine)).toEqual(expected);
    await mine.close();
    expect(await tree.edges(await tree.session())).toEqual(expected);
  });
});

test("finds a symbol written a moment ago and answers with the latest edit", async () => {
  const tree = plant(FILES);
  const session = await tree.session();
  await session.index(false, silent);
  const pathsOf = (): string[] => ["c.ts"];
  for (const name of ["one", "two", "three"]) {
    tree.write("c.ts", `export class C { go() {} ${name}() {} }\n`);
    const { answer } = await session.ask((graph) => graph.names.includes(name), pathsOf);
    expect([name, answer]).toEqual([name, true]);
  }
});
