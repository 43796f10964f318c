/**
 * Items read from the parser's memory equal those of web-tree-sitter's objects, also when V8 compiled the parser with all
 * optimisations.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { languageOf } from "../languages/languages.ts";
import { itemsOf } from "./captures.ts";
import type { Item } from "./items.ts";
import { type LoadedLanguage, loadLanguage, optimise } from "./parser.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "a.ts": `import { a } from "./a"; const x = require("./b"); const y = refuse("./b");
    export class Größe<T> extends Base<T> { 名 = (p: string) => p; m(): T { return this.n("💥", () => 1); } }`,
  "a.tsx":
    "export const View = ({ a, b }: Props) => <List of={a}>{b.map((one) => <One {...one} />)}</List>;",
  "a.py":
    "import a.b as c\n\n@deco\ndef f(x: int = 1) -> C:\n    with open(x) as y:\n        return C(y)\n",
  "a.rs":
    "fn f() { if let Some(x) = g() { x.y(); } if let Other(x) = g() {} assert_eq!(h(), 1); skip!(h()); }",
  "a.go":
    "package p\n\nfunc (s *S) M(a, b int) (T, error) { for i, v := range s.all() { v.Do(i) } }\n",
  "a.java":
    "package p; class A<T> extends B<T> implements C { void m(int... a) { new D(a).e(this::m); } }",
  "a.rb": 'require "x"\nrequire_relative "y"\nrefuse "z"\nclass A < B\n  def m\n  end\nend\n',
  "a.sh": "source ./x.sh\nother ./y.sh\nf() { :; }\n",
};

function itemsIn(loaded: LoadedLanguage, text: string): Item[] {
  const tree = loaded.parse(text, 5_000);
  if (tree === null) throw new Error("not parsed");
  try {
    const items = itemsOf(loaded, tree, text);
    if (items === null) throw new Error("the query took too long");
    return items;
  } finally {
    tree.delete();
  }
}

async function loadedFor(path: string): Promise<LoadedLanguage> {
  const language = languageOf(path);
  if (language === undefined) throw new Error("no language");
  return loadLanguage(language);
}

// Other tests use a lazily compiled parser; here it is compiled with all optimisations.
let release: () => void;
beforeAll(() => {
  release = optimise(Object.keys(TEXTS).flatMap((path) => languageOf(path) ?? []));
});
afterAll(() => release());

test.each(Object.entries(TEXTS))("%s", async (path, text) => {
  const loaded = await loadedFor(path);
  expect(loaded.memory).not.toBeNull();
  // The second text is so long that the parser's memory grows while it is read.
  for (const item of [text, `${text}\n`.repeat(500)]) {
    const items = itemsIn(loaded, item);
    expect(items.length).toBeGreaterThan(1);
    expect(items).toEqual(itemsIn({ ...loaded, memory: null }, item));
  }
});

test("applies predicates to a match's text", async () => {
  const roles = async (path: string) =>
    itemsIn(await loadedFor(path), TEXTS[path] ?? "").map(({ role }) => role);
  expect((await roles("a.ts")).filter((role) => role === "import")).toHaveLength(2);
  expect((await roles("a.rs")).filter((role) => role === "unwrapped")).toHaveLength(1);
  expect((await roles("a.sh")).filter((role) => role === "import")).toHaveLength(1);
});
