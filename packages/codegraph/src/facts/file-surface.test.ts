/** What belongs to a file's surface: for each edit, whether the surface changes and which names change their meaning. */
import { expect, test } from "vitest";
import { surfaceChange } from "../graph/surface-change.ts";
import { extractFacts } from "./extract.ts";
import type { FileFacts } from "./facts.ts";
import { languageOf } from "./languages/languages.ts";
import { loadLanguage } from "./parser/parser.ts";

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const language = languageOf(path);
  const facts = language === undefined ? null : extractFacts(await loadLanguage(language), text);
  if (facts === null) throw new Error("no facts");
  return facts;
}

type Edit = readonly [name: string, path: string, before: string, now: string];

/** Edits with the names whose meaning changes; none means that no file needs new linking. */
const EDITS: readonly (readonly [...Edit, names: readonly string[]])[] = [
  [
    "a local that is returned",
    "a.ts",
    "function f() { const a = new K(); return a; }",
    "function f() { const a = new L(); return a; }",
    ["f"],
  ],
  [
    "a local that a returned local holds",
    "a.ts",
    "function f() { const a = k(); const b = a.c; return b; }",
    "function f() { const a = l(); const b = a.c; return b; }",
    ["f"],
  ],
  [
    "a local that is not returned",
    "a.ts",
    "function f() { const a = k(); a.go(); return 1; }",
    "function f() { const a = l(); a.go(); return 1; }",
    [],
  ],
  [
    "a local of a function with a declared type",
    "a.ts",
    "function f(): K { const a = k(); return a; }",
    "function f(): K { const a = l(); return a; }",
    [],
  ],
  [
    "a local that a property is given",
    "a.ts",
    "class C { constructor() { const a = k(); this.b = a; } }",
    "class C { constructor() { const a = l(); this.b = a; } }",
    ["constructor", "C"],
  ],
  [
    "what a function inside returns",
    "a.ts",
    "function f() { function g() { return k(); } return g(); }",
    "function f() { function g() { return l(); } return g(); }",
    ["f"],
  ],
  [
    "what a function inside returns that nobody returns",
    "a.ts",
    "function f() { function g() { return k(); } g(); return 1; }",
    "function f() { function g() { return l(); } g(); return 1; }",
    [],
  ],
  [
    "a function beside it",
    "a.ts",
    "function g() { return k(); } function f() { return g(); }",
    "function g() { return l(); } function f() { return g(); }",
    ["f", "g"],
  ],
  [
    "where a name that is returned comes from",
    "a.ts",
    'import { K } from "./k"; function f() { return new K(); }',
    'import { K } from "./l"; function f() { return new K(); }',
    ["f"],
  ],
  [
    "where a name that is declared comes from",
    "a.ts",
    'import { K } from "./k"; function f(): K {}',
    'import { K } from "./l"; function f(): K {}',
    ["f"],
  ],
  [
    "where a name that is only called comes from",
    "a.ts",
    'import { k } from "./k"; function f() { k(); }',
    'import { k } from "./l"; function f() { k(); }',
    [],
  ],
  [
    "where a name comes from that is exported by itself",
    "a.ts",
    'import { k } from "./k"; export { k };',
    'import { k } from "./l"; export { k };',
    ["k"],
  ],
  [
    "the type of a parameter",
    "A.java",
    "class A { void m(int a) {} }",
    "class A { void m(String a) {} }",
    ["m"],
  ],
  [
    "a parameter's default that is returned",
    "a.py",
    "def f(a=k()):\n    return a\n",
    "def f(a=l()):\n    return a\n",
    ["f"],
  ],
  [
    "a local in Python that is not returned",
    "a.py",
    "def f():\n    return 1\n",
    "def f():\n    a = 2\n    return 1\n",
    [],
  ],
  [
    "positions",
    "a.ts",
    "function f() { const a = k(); return a; }",
    "\n// more\nfunction f() {\n  const a = k();\n  return a;\n}",
    [],
  ],
];

test.each(EDITS)("%s", async (_name, path, before, now, names) => {
  const [old, fresh] = [await factsOf(path, before), await factsOf(path, now)];
  expect(old.surfaceHash === fresh.surfaceHash).toBe(names.length === 0);
  const change = surfaceChange(old, fresh);
  const own = [...change.names].filter(
    (name) => !["__init__", "__construct", "__new__", "initialize", "super"].includes(name),
  );
  expect(own.sort()).toEqual([...names].sort());
});

test.each([
  ["a.rb", "class A\nend\n", "class A\n  def initialize; end\nend\n", true],
  ["a.ts", "class A {}", "class A { constructor() {} }", false],
  ["a.ts", "class A {}", "class A { initialize() {} }", false],
])("only in Ruby, initialize makes an object: %s", async (path, before, now, isMaker) => {
  const { names } = surfaceChange(await factsOf(path, before), await factsOf(path, now));
  expect(names.has("initialize") && names.has("super")).toBe(isMaker);
});

test("reads many locals that refer to each other in linear time", async () => {
  const count = 20_000;
  const lines = Array.from({ length: count }, (_one, at) => `const v${at} = v${at + 1};`).reverse();
  const text = `function f() { const v${count} = k();\n${lines.join("\n")}\nreturn v0; }`;
  const facts = await factsOf("a.ts", text);
  const other = await factsOf("a.ts", text.replace("k()", "l()"));
  expect(other.surfaceHash).not.toBe(facts.surfaceHash);
});

test("reads brackets full of white space in linear time", async () => {
  const space = " ".repeat(200_000);
  const startedMs = performance.now();
  await factsOf("a.ts", `class A<T extends ${space}B${space}> {}`);
  await factsOf("a.py", `from a \\\n${space} import b\n`);
  expect(performance.now() - startedMs).toBeLessThan(5000);
});

test("leaves no state of a class in a lambda for the files read after it", async () => {
  await factsOf("b.ts", "const make = wrap(() => class extends Base<string> { m() {} });");
  const { definitions } = await factsOf("a.ts", "export function f() { return run(() => 1); }");
  const lambda = definitions.find(({ kind }) => kind === "lambda");
  expect(lambda?.bases).toEqual([]);
});
