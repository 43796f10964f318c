/** Names in other alphabets are imported, renamed and exported like any other. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "./testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const TYPESCRIPT = {
  "src/a.ts": `export function open() {}
    export class Größe { messen() {} }
    export default function haupt() {}
    function zwei() {}
    export { zwei as zwölf };`,
  "src/b.ts": `import höhe, { open as öffnen, Größe as Maß, zwölf } from "./a";
    import * as älter from "./a";
    export function alles() { höhe(); öffnen(); new Maß().messen(); zwölf(); }
    export function alt() { älter.open(); }`,
};
const PYTHON = {
  "größen.py": "def messen():\n    pass\n",
  "b.py": `from größen import messen as höhe
import größen as maß

def alles():
    höhe()

def alt():
    maß.messen()
`,
};
const JAVA = {
  "maß/Größe.java": "package maß;\npublic class Größe { public void messen() {} }\n",
  "p/B.java": "package p;\nimport maß.Größe;\nclass B { void alles() { new Größe().messen(); } }\n",
};

test.each([
  ["a default import", TYPESCRIPT, "src/a.ts:haupt", "src/b.ts:alles"],
  ["an import by another name", TYPESCRIPT, "src/a.ts:open", "src/b.ts:alles"],
  ["a class by another name", TYPESCRIPT, "src/a.ts:Größe.messen", "src/b.ts:alles"],
  ["an export by another name", TYPESCRIPT, "src/a.ts:zwei", "src/b.ts:alles"],
  ["a module by a name", TYPESCRIPT, "src/a.ts:open", "src/b.ts:alt"],
  ["a Python import by another name", PYTHON, "größen.py:messen", "b.py:alles"],
  ["a Python module by another name", PYTHON, "größen.py:messen", "b.py:alt"],
  ["a Java import", JAVA, "maß/Größe.java:Größe.messen", "p/B.java:B.alles"],
])("%s", async (_name, files, used, user) => {
  tree = testTree(files);
  expect(await tree.reached(used, "dependents")).toContain(user);
});
