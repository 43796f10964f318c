/** Costs of names that need no import of their file: what is kept, and what is read again. */
import { afterEach, expect, test, vi } from "vitest";
import { extractFacts } from "../facts/extract.ts";
import type { FileFacts } from "../facts/facts.ts";
import { KOTLIN } from "../facts/kotlin/kotlin.ts";
import { CSHARP } from "../facts/languages/csharp.ts";
import { JAVA } from "../facts/languages/java.ts";
import type { Language } from "../facts/languages/language.ts";
import { loadLanguage } from "../facts/parser/parser.ts";
import { SWIFT } from "../facts/swift/swift.ts";
import { openLinker } from "../graph/relink.ts";
import { DeclaredNames } from "./declared-names.ts";
import { createLinker } from "./link.ts";
import { createModules } from "./modules/modules.ts";
import { Program } from "./program.ts";
import { UniqueNames } from "./unique-names.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const CONFIG = { paths: [], read: () => undefined };
const USER = 0;
const LIBRARY = 1;

/** Returns a linker of a.cs and lib.cs, and a count of the definitions of lib.cs that were read. */
async function linked(user: string, library: string) {
  const loaded = await loadLanguage(CSHARP);
  const facts = [user, library].map((text) => extractFacts(loaded, text));
  const [own, other] = facts;
  if (!own || !other) throw new Error("not parsed");
  let reads = 0;
  const definitions = new Proxy(other.definitions, {
    get: (all, key) => {
      if (/^\d+$/.test(String(key))) reads++;
      return Reflect.get(all, key);
    },
  });
  const byPath = new Map<string, FileFacts>([
    ["a.cs", own],
    ["lib.cs", { ...other, definitions }],
  ]);
  const tree = { paths: [...byPath.keys()], config: CONFIG };
  const { linker } = await openLinker(tree, async () => byPath);
  return { linker, reads: () => reads };
}

test("a file's definitions are read once per name, not for each call of an extension with that name", async () => {
  const CALLS = 200;
  const METHODS = 400;
  const call = (at: number) => `void M${at}(Item item) { item.Pack(); }`;
  const user = `class Item {} class A { ${Array.from({ length: CALLS }, (_, at) => call(at)).join(" ")} }`;
  const others = Array.from({ length: METHODS }, (_, at) => `static void F${at}() {}`).join(" ");
  const library = `static class More { public static void Pack(this Item item) {} ${others} }`;
  const { linker, reads } = await linked(user, library);
  const { edges } = linker.linkFile(USER);
  expect(edges.filter(({ to, type }) => type === "calls" && to.file === LIBRARY)).toHaveLength(
    CALLS,
  );
  expect(reads()).toBeGreaterThan(0);
  expect(reads()).toBeLessThan((CALLS * METHODS) / 4);
});

test("what is kept for a name does not contain the namespaces that the file sees", async () => {
  const usings = Array.from({ length: 100 }, (_, at) => `using Some.Name.Space${at};`).join("\n");
  const names = Array.from({ length: 20 }, (_, at) => `T${at}.Go();`).join(" ");
  const { linker } = await linked(
    `${usings}\nnamespace A.B.C;\nclass A { void Use() { ${names} } }`,
    "namespace A; class T1 { public static void Go() {} }",
  );
  const [set, add] = [vi.spyOn(Map.prototype, "set"), vi.spyOn(Set.prototype, "add")];
  linker.linkFile(USER);
  const insertions = [...set.mock.calls, ...add.mock.calls]
    .flat()
    .filter((one) => typeof one === "string");
  set.mockRestore();
  add.mockRestore();
  const chars = insertions.reduce((sum, one) => sum + one.length, 0);
  expect(chars).toBeGreaterThan(0);
  // Each namespace from each namespace around the file, but not for each name.
  expect(chars).toBeLessThan(40_000);
});

test("a name is looked for in files of its language only", async () => {
  const loaded = await loadLanguage(KOTLIN);
  const facts = extractFacts(loaded, "fun use() { go() }") ?? undefined;
  const program = new Program(["a.kt", "b.kt", "c.rb", "d.swift"], [facts]);
  const declared = new DeclaredNames(() => [1, 2, 3]);
  createLinker(program, createModules(program, CONFIG), {
    unique: new UniqueNames(() => true),
    declared,
  }).linkFile(USER);
  expect([...program.missing]).toEqual([1]);
});

/** Links the first of some files, of which only the first has facts, and counts how often paths and names are asked for. */
async function countLookups(language: Language, text: string, others: readonly string[]) {
  const facts = extractFacts(await loadLanguage(language), text) ?? undefined;
  let reads = 0;
  const paths = new Proxy([`a${language.extensions[0]}`, ...others], {
    get: (all, key) => {
      if (/^\d+$/.test(String(key))) reads++;
      return Reflect.get(all, key);
    },
  });
  const program = new Program(paths, [facts]);
  const elsewhere = vi.fn(() => []);
  const names = { unique: new UniqueNames(() => true), declared: new DeclaredNames(elsewhere) };
  createLinker(program, createModules(program, CONFIG), names).linkFile(USER);
  return { reads, names: elsewhere.mock.calls.length };
}

const CALLS = Array.from({ length: 200 }, (_, at) => `KitKt.go${at}(); Kit.go${at}();`).join("\n");

test.each<readonly [string, Language, string, string]>([
  ["Kotlin in Java", JAVA, `class A { void use() { ${CALLS} } }`, "kt"],
  ["a module of Swift", SWIFT, `import Kit\nfunc use() { ${CALLS} }`, "swift"],
])("paths are read once, not for each use: %s", async (_title, language, text, extension) => {
  const files = Array.from({ length: 500 }, (_, at) => `Sources/K${at}/f.${extension}`);
  const { reads } = await countLookups(language, text, files);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(500 * 20);
});

test("Java without Kotlin beside it looks for no names of Kotlin", async () => {
  const text = `class A { void use() { ${CALLS} } }`;
  expect((await countLookups(JAVA, text, ["B.java"])).names).toBe(0);
  expect((await countLookups(JAVA, text, ["b.kt"])).names).toBeGreaterThan(0);
});

test.each(["cs", "php"])("all files of a project in %s are seen by the same list", (extension) => {
  const paths = [`a.${extension}`, `b.${extension}`, "c.ts"];
  const modules = createModules(
    new Program(
      paths,
      paths.map(() => undefined),
    ),
    CONFIG,
  );
  const [own, other, deleted] = ["a", "b", "gone"].map((name) =>
    modules.seenBy(`${name}.${extension}`),
  );
  expect(own).toEqual([0, 1]);
  expect(other).toBe(own);
  expect(deleted).toBe(own);
});
