/** Meaning of specifiers, types and names: small trees, each checking that a call reaches its target. */
import { afterEach, describe, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { parseType } from "./types/type-text.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

/** Returns whether `user` in the first file calls the target. Every case also has `used` in some file. */
async function calls(files: Files, target: string): Promise<boolean> {
  tree = testTree(files);
  const [user = ""] = Object.keys(files);
  const found = await tree.reached(target, "dependents", 1);
  return found.some((item) => item === `${user}:user` || item.startsWith(`${user}:user.`));
}

const LIB =
  "export class Lib { static make(): Lib { return new Lib(); } used(): Lib { return this; } }\n";

const IMPORTS: readonly (readonly [string, Files])[] = [
  ["a relative path", { "a.ts": 'import { Lib } from "./lib/lib";', "lib/lib.ts": LIB }],
  [
    "the extension of what is built",
    { "a.ts": 'import { Lib } from "./lib/lib.js";', "lib/lib.ts": LIB },
  ],
  ["the index of a folder", { "a.ts": 'import { Lib } from "./lib";', "lib/index.ts": LIB }],
  [
    "another name",
    {
      "a.ts": 'import { Other as Lib } from "./i";',
      "i.ts": 'export { Lib as Other } from "./lib";',
      "lib.ts": LIB,
    },
  ],
  ["the default", { "a.ts": 'import Lib from "./lib";', "lib.ts": `${LIB}export default Lib;` }],
  ["a whole module", { "a.ts": 'import * as l from "./lib";\nconst Lib = l.Lib;', "lib.ts": LIB }],
  [
    "a circle of files passing all on",
    {
      "a.ts": 'import { Lib } from "./i";',
      "i.ts": 'export * from "./j";',
      "j.ts": 'export * from "./i"; export * from "./lib";',
      "lib.ts": LIB,
    },
  ],
  [
    "paths of a tsconfig it extends",
    {
      "a.ts": 'import { Lib } from "~/lib";',
      "tsconfig.json": '{"extends":"./tsconfig.base"}',
      "tsconfig.base.json":
        '{"compilerOptions":{"baseUrl":".","paths":{"~/*":["src/*"],}}} // trailing',
      "src/lib.ts": LIB,
    },
  ],
  [
    "a package of the workspace, through its exports to its source",
    {
      "a.ts": 'import { Lib } from "@w/lib/sub";',
      "packages/lib/package.json":
        '{"name":"@w/lib","exports":{"./*":{"types":"./dist/*.d.ts","import":"./dist/*.js"}}}',
      "packages/lib/src/sub.ts": LIB,
    },
  ],
  [
    "a package by its main file, which is not built",
    {
      "a.ts": 'import { Lib } from "lib";',
      "lib/package.json": '{"name":"lib","main":"lib/index.js"}',
      "lib/src/index.ts": LIB,
    },
  ],
  [
    "the package's own imports",
    {
      "pkg/a.ts": 'import { Lib } from "#lib";',
      "pkg/package.json": '{"name":"p","imports":{"#lib":"./src/lib.ts"}}',
      "pkg/src/lib.ts": LIB,
    },
  ],
  ["a dynamic import", { "a.ts": 'const { Lib } = await import("./lib");', "lib.ts": LIB }],
];

describe.each(IMPORTS)("import by %s", (_name, files) => {
  test("reaches the class and its members", async () => {
    const [path = "", head = ""] = Object.entries(files)[0] ?? [];
    const target = Object.keys(files).find((item) => files[item]?.includes("class Lib")) ?? "";
    const user = `${head}\nexport function user() { Lib.make().used(); }\n`;
    expect(await calls({ ...files, [path]: user }, `${target}:Lib.used`)).toBe(true);
  });
});

const RECEIVERS: readonly (readonly [string, string])[] = [
  ["a parameter's type", "export function user(l: Lib) { l.used(); }"],
  ["a union with nothing", "export function user(l: Lib | null | undefined) { l?.used(); }"],
  ["what is made", "export function user() { const l = new Lib(); l.used(); }"],
  ["a chain of calls that give the object", "export function user() { new Lib().used().used(); }"],
  [
    "what a function gives without saying its type",
    "const make = () => new Lib();\nexport function user() { make().used(); }",
  ],
  [
    "a promise",
    "async function make(): Promise<Lib> { return new Lib(); }\nexport async function user() { (await make()).used(); }",
  ],
  [
    "then of a promise",
    "declare function make(): Promise<Lib>;\nexport function user() { make().then((l) => l.used()); }",
  ],
  ["the elements of a list", "export function user(ls: Lib[]) { for (const l of ls) l.used(); }"],
  [
    "a callback over a list",
    "export function user(ls: readonly Lib[]) { ls.filter(Boolean).map((l) => l.used()); }",
  ],
  ["a map's values", "export function user(ls: Map<string, Lib>) { ls.get('x')?.used(); }"],
  [
    "a destructured parameter",
    "interface P { own: Lib }\nexport function user({ own }: P) { own.used(); }",
  ],
  [
    "a destructured result",
    "interface P { own: Lib }\ndeclare function make(): P;\nexport function user() { const { own: l } = make(); l.used(); }",
  ],
  [
    "a callback's parameter, as the callee declares it",
    "type Handler = (l: Lib) => void;\ndeclare function on(name: string, handler: Handler): void;\nexport function user() { on('x', (l) => l.used()); }",
  ],
  [
    "a type parameter of a class",
    "class Box<T> { get(): T { throw 1; } }\nexport function user(b: Box<Lib>) { b.get().used(); }",
  ],
  [
    "an inherited type parameter",
    "class Box<T> { item!: T }\nclass Libs extends Box<Lib> {}\nexport function user(b: Libs) { b.item.used(); }",
  ],
  [
    "a property of this",
    "export class user { private readonly l = new Lib(); go() { this.l.used(); } }",
  ],
  [
    "a parameter that is a property",
    "export class user { constructor(private readonly l: Lib) {} go() { this.l.used(); } }",
  ],
  [
    "a getter",
    "class Box { get l() { return new Lib(); } }\nexport function user(b: Box) { b.l.used(); }",
  ],
  ["an alias", "type L = Readonly<Lib>;\nexport function user(l: L) { l.used(); }"],
  [
    "an object that holds it",
    "const all = { l: new Lib(), go() {} };\nexport function user() { const { l } = { l: new Lib() }; box(all).used(); }\nfunction box(_: unknown) { return new Lib(); }",
  ],
  [
    "what it was given",
    "class A { own<T extends object>(x: T): T { return x; } }\nexport class user extends A { l = this.own(new Lib()); go() { this.l.used(); } }",
  ],
  [
    "what a token for it was given to",
    "interface Token<T> { (x: any): void; type: T }\ndeclare function token<T>(id: string): Token<T>;\nconst LibToken = token<Lib>('lib');\nclass Services { get<T>(id: Token<T>): T { throw 1; } }\nexport function user(s: Services) { s.get(LibToken).used(); }",
  ],
  [
    "what a class that was handed over makes",
    "class Maker { make<T>(x: Set<T>): T; make<C extends new (...args: any[]) => unknown, R extends InstanceType<C>>(c: C, ...rest: any[]): R; make(c: any): any {} }\nexport function user(m: Maker) { m.make(Lib, 1).used(); }",
  ],
  ["a type parameter with a bound", "export function user<T extends Lib>(x: T) { x.used(); }"],
  ["a part of a type", "export function user(l: Pick<Lib, 'used'>) { l.used(); }"],
  ["a cast", "export function user(l: unknown) { (l as Lib).used(); }"],
  ["typeof a value", "const l = new Lib();\nexport function user(x: typeof l) { x.used(); }"],
  [
    "this, handed through an arrow function",
    "export class user extends Lib { go() { [1].forEach(() => this.used()); } }",
  ],
  ["super", "export class user extends Lib { used() { return super.used(); } }"],
];

describe.each(RECEIVERS)("a member of %s", (_name, code) => {
  test("is resolved", async () => {
    const files = { "a.ts": `import { Lib } from "./lib";\n${code}\n`, "lib.ts": LIB };
    expect(await calls(files, "lib.ts:Lib.used")).toBe(true);
  });
});

const OTHERS: readonly (readonly [string, string])[] = [
  [
    "a local function hides an import",
    "export function user() { function Lib() { return { used() {} }; } Lib().used(); }",
  ],
  ["a parameter hides an import", "export function user(Lib: any) { Lib.make().used(); }"],
  [
    "somebody else's class of the same name",
    'import { Lib as Theirs } from "theirs";\nexport function user(l: Theirs) { l.used(); }',
  ],
  ["a type that is not known", "export function user(l: Unknown) { l.used(); }"],
];

test.each(OTHERS)("does not resolve: %s", async (_name, code) => {
  const files = { "a.ts": `import { Lib } from "./lib";\n${code}\n`, "lib.ts": LIB };
  expect(await calls(files, "lib.ts:Lib.used")).toBe(false);
});

test.each([
  ["Map<string, Foo[]>", "Map"],
  ["readonly Foo[]", "Array"],
  ["Optional['Foo']", "Optional"],
  ["ns.Foo<Bar>", "ns.Foo"],
  ["&'a mut Foo", "Foo"],
  ["*pkg.Foo", "pkg.Foo"],
  ["null | Foo", "Foo"],
])("parses the type %s as %s", (text, name) => {
  expect(parseType(text)).toMatchObject({ kind: "name", name });
});

test("finds no members of two variables assigned to each other and links the rest", async () => {
  const files = {
    "a.py":
      "from lib import used\nfirst = second\nsecond = first\ndef user():\n    first.run()\n    used()\n",
    "lib.py": "def used():\n    pass\n",
  };
  tree = testTree(files);
  const { notes } = await (await tree.session()).index(false, () => undefined);
  // No use was left out for being too deep.
  expect(notes).toEqual([]);
  expect(await tree.reached("lib.py:used", "dependents", 1)).toContain("a.py:user");
});

test("does not cache a class's members found while its bases are being resolved", async () => {
  const files = {
    "z.py": "from lib import A\ndef user():\n    A().used()\n",
    "lib.py": "class A(A.Inner):\n    class Inner:\n        def used(self):\n            pass\n",
  };
  expect(await calls(files, "lib.py:A.Inner.used")).toBe(true);
});

test("resolves from a nearer file what is too deep from another, in any order", async () => {
  const length = 16;
  const input = (i: number, imports: string, body: string) =>
    [`f${i}.ts`, `${imports}\nexport function v${i}() { ${body} }`] as const;
  const step = (i: number) =>
    input(i, `import { v${i + 1} } from "./f${i + 1}";`, `const x = v${i + 1}(); return x;`);
  // Both classes are visible, because otherwise the method name alone would be unambiguous.
  const use = (i: number) =>
    `import { v${i} } from "./f${i}";\nimport { Other } from "./other";\nexport const o = new Other();\n` +
    `export function user() { const y = v${i}(); y.used(); }`;
  tree = testTree({
    "a.ts": use(0),
    ...Object.fromEntries(Array.from({ length }, (_, i) => step(i))),
    ...Object.fromEntries([input(length, 'import { Lib } from "./lib";', "return new Lib();")]),
    "lib.ts": LIB,
    "other.ts": LIB.replaceAll("Lib", "Other"),
    "y.ts": use(length / 2),
    "z.ts": use(length - 2),
  });
  // From the first file, which is linked first, the target is too deep.
  expect(await tree.reached("lib.ts:Lib.used", "dependents", 1)).toEqual([
    "y.ts:user",
    "z.ts:user",
  ]);
});

test("distinguishes an alias from its target although both come first in their files", async () => {
  const other = LIB.replaceAll("Lib", "Other");
  const files = {
    // Another class with the same method is visible, because otherwise the name alone would be unambiguous.
    "a.ts":
      'const Mine = Theirs;\nimport { Theirs } from "./b";\nimport { Other } from "./other";\nexport const o = new Other();\nexport function user() { const y = new Mine(); y.used(); }',
    "b.ts": 'export const Theirs = Lib;\nimport { Lib } from "./lib";',
    "lib.ts": LIB,
    "other.ts": other,
  };
  expect(await calls(files, "lib.ts:Lib.used")).toBe(true);
});
