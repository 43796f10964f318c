/** Edits that affect files two or more imports away: the graph equals that of a fresh index. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "./testing-tree.ts";

const trees: TestTree[] = [];
afterEach(async () => {
  for (const tree of trees.splice(0)) await tree.close();
});

function plant(files: Readonly<Record<string, string>>): TestTree {
  const tree = testTree(files);
  trees.push(tree);
  return tree;
}

async function freshEdges(tree: TestTree): Promise<string[]> {
  const entries = readdirSync(tree.root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(tree.root.length + 1));
  const fresh = plant(
    Object.fromEntries(files.map((path) => [path, readFileSync(`${tree.root}/${path}`, "utf8")])),
  );
  return fresh.edges(await fresh.session());
}

/** The third file depends on the first only through the second. */
const EDITS: readonly (readonly [string, Record<string, string>, string, string])[] = [
  [
    "what a function two files away returns",
    {
      "k.ts": "export class K { go() {} }\nexport class L { go() {} }\n",
      "a.ts": 'import { K, L } from "./k";\nexport function make() { return new K(); }\n',
      "b.ts": 'import { make } from "./a";\nexport function again() { return make(); }\n',
      "c.ts": 'import { again } from "./b";\nexport const use = () => again().go();\n',
    },
    "a.ts",
    'import { K, L } from "./k";\nexport function make() { return new L(); }\n',
  ],
  [
    "a method added to what is inherited from",
    {
      "a.ts": "export class Base { one() {} }\n",
      "b.ts": 'import { Base } from "./a";\nexport class Mid extends Base {}\n',
      "c.ts": 'import { Mid } from "./b";\nexport const use = () => new Mid().two();\n',
    },
    "a.ts",
    "export class Base { one() {} two() {} }\n",
  ],
  [
    "a name behind a star",
    {
      "a.ts": "export function one() {}\n",
      "b.ts": 'export * from "./a";\n',
      "c.ts": 'import { two } from "./b";\nexport const use = () => two();\n',
    },
    "a.ts",
    "export function one() {}\nexport function two() {}\n",
  ],
  [
    "a constructor that was not there",
    {
      "a.ts": "export class A {}\n",
      "b.ts": 'import { A } from "./a";\nexport class B extends A { constructor() { super(); } }\n',
    },
    "a.ts",
    "export class A { constructor() {} }\n",
  ],
  [
    "what a local holds that a function returns",
    {
      "k.ts": "export class K { go() {} }\nexport class L { go() {} }\n",
      "a.ts": 'import { K, L } from "./k";\nexport function make() { return new K(); }\n',
      "b.ts":
        'import { make } from "./a";\nexport function again() { const one = make(); return one; }\n',
      "c.ts": 'import { again } from "./b";\nexport const use = () => again().go();\n',
    },
    "a.ts",
    'import { K, L } from "./k";\nexport function make() { return new L(); }\n',
  ],
  [
    "what a local holds in the file that is edited",
    {
      "k.ts": "export class K { go() {} }\nexport class L { go() {} }\n",
      "a.ts":
        'import { K, L } from "./k";\nexport function make() { const one = new K(); return one; }\n',
      "b.ts": 'import { make } from "./a";\nexport const again = () => make();\n',
      "c.ts": 'import { again } from "./b";\nexport const use = () => again().go();\n',
    },
    "a.ts",
    'import { K, L } from "./k";\nexport function make() { const one = new L(); return one; }\n',
  ],
  [
    "what a class defined in a function has",
    {
      "k.ts": "export class K { go() {} }\nexport class L { go() {} }\n",
      "a.ts":
        'import { K, L } from "./k";\nexport function make() { class In { give() { return new K(); } } return new In(); }\n',
      "c.ts": 'import { make } from "./a";\nexport const use = () => make().give().go();\n',
    },
    "a.ts",
    'import { K, L } from "./k";\nexport function make() { class In { give() { return new L(); } } return new In(); }\n',
  ],
  [
    "where an imported name comes from",
    {
      "k.ts": "export class K { go() {} }\n",
      "l.ts": "export class K { go() {} }\n",
      "a.ts": 'import { K } from "./k";\nexport function make() { return new K(); }\n',
      "c.ts": 'import { make } from "./a";\nexport const use = () => make().go();\n',
    },
    "a.ts",
    'import { K } from "./l";\nexport function make() { return new K(); }\n',
  ],
  [
    "a function of the same file that what is exported calls",
    {
      "k.ts": "export class K { go() {} }\nexport class L { go() {} }\n",
      "a.ts":
        'import { K, L } from "./k";\nfunction own() { return new K(); }\nexport function make() { return own(); }\n',
      "c.ts": 'import { make } from "./a";\nexport const use = () => make().go();\n',
    },
    "a.ts",
    'import { K, L } from "./k";\nfunction own() { return new L(); }\nexport function make() { return own(); }\n',
  ],
  [
    "what an import is called in the file between",
    {
      "k.ts": "export class K { go() {} }\nexport class L { go() {} }\n",
      "a.ts": 'import { K, L } from "./k";\nexport function make() { return new K(); }\n',
      "b.ts": 'import { make as öffne } from "./a";\nexport const again = () => öffne();\n',
      "c.ts": 'import { again } from "./b";\nexport const use = () => again().go();\n',
    },
    "a.ts",
    'import { K, L } from "./k";\nexport function make() { return new L(); }\n',
  ],
  [
    "where everything that is passed on comes from",
    {
      "k.ts": "export function make() { return new K(); }\nexport class K { go() {} }\n",
      "l.ts": "export function make() { return new L(); }\nexport class L { go() {} }\n",
      "a.ts": 'export * from "./k";\n',
      "b.ts": 'import { make } from "./a";\nexport const again = () => make();\n',
      "c.ts": 'import { again } from "./b";\nexport const use = () => again().go();\n',
    },
    "a.ts",
    'export * from "./l";\n',
  ],
  [
    "a Python name passed on by a package",
    {
      "pkg/a.py": "def one():\n    pass\n",
      "pkg/__init__.py": "from .a import one, two\n",
      "use.py": "from pkg import two\n\ndef run():\n    two()\n",
    },
    "pkg/a.py",
    "def one():\n    pass\n\ndef two():\n    pass\n",
  ],
  [
    "a file that goes before the one that was meant",
    {
      "a/index.ts": "export function one() {}\n",
      "c.ts": 'import { one } from "./a";\nexport const use = () => one();\n',
    },
    "a.ts",
    "export function one() {}\n",
  ],
  [
    "a folder of Python that becomes a package: its scripts' neighbours are found by their full names only",
    {
      "app/ssl.py": "def one():\n    pass\n",
      "app/use.py": "from ssl import one\n\ndef use():\n    one()\n",
    },
    "app/__init__.py",
    "",
  ],
  [
    "a package of Python with its own folder of sources",
    {
      "src/app/use.py": "from app.ssl import one\n\ndef use():\n    one()\n",
      "src/app/ssl.py": "def one():\n    pass\n",
    },
    "src/app/__init__.py",
    "",
  ],
  [
    "a function of another file of the Go package",
    {
      "go.mod": "module m\n",
      "p/a.go": "package p\n\nfunc One() {}\n",
      "p/b.go": "package p\n\nfunc Use() { Two() }\n",
    },
    "p/a.go",
    "package p\n\nfunc One() {}\n\nfunc Two() {}\n",
  ],
  [
    "a class of Ruby that a file uses for the first time",
    { "a.rb": "class A\n  def go; end\nend\n", "b.rb": "def use; end\n" },
    "b.rb",
    "def use; A.new.go; end\n",
  ],
  [
    "a class of Kotlin that a file uses for the first time",
    { "a.kt": "package p\nclass A { fun go() {} }\n", "b.kt": "package p\nfun use() {}\n" },
    "b.kt",
    "package p\nfun use() { A().go() }\n",
  ],
  [
    "a class of Swift that a file uses for the first time",
    { "a.swift": "class A { func go() {} }\n", "b.swift": "func use() {}\n" },
    "b.swift",
    "func use() { A().go() }\n",
  ],
  [
    "the name of a type of Rust that has its methods from another file",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs": "mod a;\nmod b;\nmod c;\n",
      "src/a.rs": "pub struct Old {}\n\npub fn make() -> Old {\n    Old {}\n}\n",
      "src/b.rs": "use crate::a::Old;\n\nimpl Old {\n    pub fn go(&self) {}\n}\n",
      "src/c.rs": "use crate::a::make;\n\npub fn run() {\n    make().go();\n}\n",
    },
    "src/a.rs",
    "pub struct New {}\n\npub fn make() -> New {\n    New {}\n}\n",
  ],
  [
    "the name of a type of Go that has its methods from another file",
    {
      "go.mod": "module m\n",
      "p/a.go": "package p\n\ntype Old struct{}\n\nfunc Make() Old { return Old{} }\n",
      "p/b.go": "package p\n\nfunc (Old) Run() {}\n",
      "p/c.go": "package p\n\nfunc Use() { Make().Run() }\n",
    },
    "p/a.go",
    "package p\n\ntype New struct{}\n\nfunc Make() New { return New{} }\n",
  ],
];

test.each(EDITS)("%s", async (_name, files, path, text) => {
  const tree = plant(files);
  const session = await tree.session();
  await session.index(false, () => undefined);
  const before = await tree.edges(session);
  tree.write(path, text);
  const after = await tree.edges(session);
  expect(after).toEqual(await freshEdges(tree));
  expect(after).not.toEqual(before);
});

const NAMES = ["a", "b", "c", "d"];
const SHAPE = fc.record({
  file: fc.constantFrom(...NAMES),
  base: fc.constantFrom("", ...NAMES),
  gives: fc.constantFrom(...NAMES),
  asks: fc.constantFrom(...NAMES),
  passes: fc.constantFrom("", ...NAMES),
  through: fc.constantFrom("", ...NAMES),
  holds: fc.constantFrom("nothing", "local", "inner", "property"),
  methods: fc.uniqueArray(fc.constantFrom("m", "n", "o"), { minLength: 1, maxLength: 3 }),
  called: fc.constantFrom("", "", "New"),
  chained: fc.constantFrom("", ...NAMES),
});

test("property: gives the graph of a fresh index after edits of dependent files", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(SHAPE, { minLength: 3, maxLength: 9 }), async (steps) => {
      const tree = plant({ "a.ts": "export class Ka { m() {} }\nexport function fa() {}\n" });
      const session = await tree.session();
      await session.index(false, () => undefined);
      for (const step of steps) {
        tree.write(`${step.file}.ts`, textOf(step));
        await session.fresh();
      }
      expect(await tree.edges(session)).toEqual(await freshEdges(tree));
    }),
    { numRuns: 12 },
  );
});

test("property: gives the graph of a fresh index after deletes, moves and renamed exports", async () => {
  const place = fc.constantFrom(...NAMES, "a/index", "b/index");
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ shape: SHAPE }) },
    { weight: 1, arbitrary: fc.record({ gone: place }) },
    { weight: 2, arbitrary: fc.record({ from: place, to: place }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const tree = plant({ "a.ts": "export class Ka { m() {} }\nexport function fa() {}\n" });
      const session = await tree.session();
      await session.index(false, () => undefined);
      const there = new Set(["a"]);
      for (const item of steps) {
        act(tree, there, item);
        await session.fresh();
      }
      expect(await tree.edges(session)).toEqual(await freshEdges(tree));
    }),
    { numRuns: 12 },
  );
});

type Step =
  | { readonly shape: Shape }
  | { readonly gone: string }
  | { readonly from: string; readonly to: string };

/** Applies a step to the tree. `there`: paths of existing files without `.ts`. */
function act(tree: TestTree, there: Set<string>, step: Step): void {
  if ("shape" in step) {
    there.add(step.shape.file);
    tree.write(`${step.shape.file}.ts`, textOf(step.shape));
  } else if ("gone" in step) {
    if (there.delete(step.gone)) tree.remove(`${step.gone}.ts`);
    dropEmpty(tree, step.gone);
  } else if (step.from !== step.to && there.delete(step.from)) {
    there.add(step.to);
    tree.move(`${step.from}.ts`, `${step.to}.ts`);
    dropEmpty(tree, step.from);
  }
}

/** Removes a folder without files, as git does; it is not watched. */
function dropEmpty(tree: TestTree, left: string): void {
  const [folder = "", file] = left.split("/");
  if (file !== undefined) rmSync(`${tree.root}/${folder}`, { recursive: true, force: true });
}

interface Shape {
  readonly file: string;
  readonly base: string;
  readonly gives: string;
  readonly asks: string;
  readonly passes: string;
  /** The file from which the names are imported, if not from their own file. */
  readonly through: string;
  /** What lies between the result of `f` and the place where it is created. */
  readonly holds: "nothing" | "local" | "inner" | "property";
  readonly methods: readonly string[];
  /** Suffix of the exported names to call; other files ask for names without a suffix. */
  readonly called: string;
  /** The file whose names are re-exported one by one. */
  readonly chained: string;
}

function textOf(shape: Shape): string {
  const { file, base, gives, asks, passes, through, methods, called, chained } = shape;
  const others = [...new Set([base, gives, asks])].filter((item) => item !== "" && item !== file);
  const lines = others.map((other) => {
    const from = through === "" || through === file ? other : through;
    return `import { K${other}, f${other} } from "./${from}";`;
  });
  if (passes !== "" && passes !== file) lines.push(`export * from "./${passes}";`);
  if (chained !== "" && chained !== file) {
    lines.push(`export { K${chained}, f${chained} as g${chained} } from "./${chained}";`);
  }
  const heritage = base === "" || base === file ? "" : ` extends K${base}`;
  const members = methods.map((name) => `${name}() { return f${asks}(); }`);
  lines.push(`export class K${file}${called}${heritage} { ${members.join(" ")} }`);
  lines.push(...givingLines(shape));
  lines.push(`export const u${file} = () => f${asks}().m().n().o();`);
  return `${lines.join("\n")}\n`;
}

function givingLines({ file, gives, holds, called }: Shape): string[] {
  const name = `f${file}${called}`;
  const made = `new K${gives}()`;
  switch (holds) {
    case "nothing":
      return [`export function ${name}() { return ${made}; }`];
    case "local":
      return [`export function ${name}() { const one = ${made}; const two = one; return two; }`];
    case "inner":
      return [`export function ${name}() { function own() { return ${made}; } return own(); }`];
    case "property":
      return [
        `class P${file} { constructor() { const one = ${made}; this.held = one; } }`,
        `export function ${name}() { return new P${file}().held; }`,
      ];
  }
}

test("links everything once for a name that most of the tree uses, then follows edits again", async () => {
  const lib = (name: string) => `export function ${name}() {}\nexport function other() {}\n`;
  const users = Array.from({ length: 60 }, (_value, i) => [
    `u${i}.ts`,
    `import { used, other } from "./lib";\nexport const u${i} = () => ${i < 50 ? "used" : "other"}();\n`,
  ]);
  const tree = plant({ ...Object.fromEntries(users), "lib.ts": lib("used") });
  const session = await tree.session();
  await session.index(false, () => undefined);
  tree.write("lib.ts", lib("renamed"));
  expect((await session.index(false, () => undefined)).wasLinked).toBe("all");
  expect(await tree.edges(session)).toEqual(await freshEdges(tree));
  tree.write("u59.ts", 'import { renamed } from "./lib";\nexport const u59 = () => renamed();\n');
  expect((await session.index(false, () => undefined)).wasLinked).toBe("some");
  expect(await tree.edges(session)).toEqual(await freshEdges(tree));
});
