/** Calls at the end of chains whose links have computed types: what they reach, and what stays unknown. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

const LONG = "{ a: A, b: B, c: C, d: D }, ".repeat(14);
const APP = 'import { App } from "./lib";\n';
const TABLE = "package table\ntype Table struct{}\n";

/** A title, files, and an edge without its confidence. */
const REACHED: readonly (readonly [string, Files, string])[] = [
  [
    "TS: a result type that is too long to be stored",
    {
      "lib.ts": `export class App<T> { get(): App<[${LONG}T]> { return this as any; } run(): void {} }\n`,
      "a.ts": `${APP}export function user() { new App().get().run(); }\n`,
    },
    "a.ts:user calls lib.ts:App.run",
  ],
  [
    "TS: either result of a conditional type",
    {
      "lib.ts":
        "export class App { use<T>(): T extends string ? App : never { return this as any; } run(): void {} }\n",
      "a.ts": `${APP}export function user() { new App().use().run(); }\n`,
    },
    "a.ts:user calls lib.ts:App.run",
  ],
  [
    "TS: the result of an interface's call signatures",
    {
      "lib.ts":
        "export interface Get { (path: string): App; (path: string, more: number): App }\nexport class App { get!: Get; run(): void {} }\n",
      "a.ts": `${APP}export function user() { new App().get("/").run(); }\n`,
    },
    "a.ts:user calls lib.ts:App.run",
  ],
  [
    "TS: a callback's parameter that a later overload declares",
    {
      "lib.ts":
        "export class Ctx { json(): void {} }\nexport class App { get(path: string): void; get(path: string, run: (c: Ctx) => void): void; get() {} }\n",
      "a.ts": `${APP}export function user(app: App) { app.get("/", (c) => c.json()); }\n`,
    },
    "a.ts:user calls lib.ts:Ctx.json",
  ],
  [
    "TS: a callback among the rest of the arguments",
    {
      "lib.ts":
        "export class Ctx { json(): void {} }\ntype H = (c: Ctx) => void;\nexport class App { get(path: string, ...all: H[]): void {} }\n",
      "a.ts": `${APP}export function user(app: App, h: any) { app.get("/", h, h, h, (c) => c.json()); }\n`,
    },
    "a.ts:user calls lib.ts:Ctx.json",
  ],
  [
    "TS: a name in the object of a constant",
    {
      "lib.ts": "export function load() {}\n",
      "api.ts": 'import { load } from "./lib";\nexport const api = { load } as const;\n',
      "a.ts": 'import { api } from "./api";\nexport function user() { api.load(); }\n',
    },
    "a.ts:user calls lib.ts:load",
  ],
  [
    "TS: a value that is cast through unknown",
    {
      "lib.ts": "export class App { run(): void {} }\n",
      "a.ts": `${APP}export function user(x: string) { (x as unknown as App).run(); }\n`,
    },
    "a.ts:user calls lib.ts:App.run",
  ],
  [
    "TS: a member of an intersection with a type from outside",
    {
      "lib.ts": "export const own = { run() {} };\n",
      "a.ts":
        'import type { Far } from "far";\nimport { own } from "./lib";\nexport function user(x: Far & typeof own) { x.run(); }\n',
    },
    "a.ts:user calls lib.ts:own.run",
  ],
  [
    "TS: a method beside a static one of the same name",
    {
      "lib.ts":
        "class A { used() {} }\nclass B { used() {} }\nexport class App { static run(): A {} run(): B {} }\n",
      "a.ts": `${APP}export function user() { new App().run().used(); }\n`,
    },
    "a.ts:user calls lib.ts:B.used",
  ],
  [
    "TS: a global function of a declaration file",
    {
      "package.json": "{}",
      "types/expect.d.ts":
        "declare function expect(x: any): Root;\ninterface Root { toBe(x: any): void }\n",
      "a.ts": "export function user() { expect(1).toBe(1); }\n",
    },
    "a.ts:user calls types/expect.d.ts:Root.toBe",
  ],
  [
    "TS: declare global in a module",
    {
      "types.d.ts": 'import "x";\ndeclare global { function ping(): void }\nexport {};\n',
      "a.ts": "export function user() { ping(); }\n",
    },
    "a.ts:user calls types.d.ts:ping",
  ],
  [
    "TS: a module that a declaration file declares",
    {
      "types.d.ts":
        'declare function check(): void;\ndeclare module "check" { export = check }\ndeclare module "other" { function ping(): void }\n',
      "a.ts":
        'import check from "check";\nimport { ping } from "other";\nexport function user() { check(); ping(); }\n',
    },
    "a.ts:user calls types.d.ts:other.ping",
  ],
  [
    "Python: the elements of enumerate and sorted",
    {
      "lib.py": "class Item:\n    def run(self): ...\n",
      "a.py":
        "from lib import Item\ndef user(items: list[Item]):\n    for i, item in enumerate(sorted(items)):\n        item.run()\n",
    },
    "a.py:user calls lib.py:Item.run",
  ],
  [
    "Python: a type variable from a class that is passed",
    {
      "lib.py":
        'from typing import TypeVar\nT = TypeVar("T")\nclass Item:\n    def run(self): ...\ndef find(name: str, kind: type[T]) -> T: ...\n',
      "a.py": 'from lib import Item, find\ndef user():\n    find("x", Item).run()\n',
    },
    "a.py:user calls lib.py:Item.run",
  ],
  [
    "Python: a base that is a class beside it in a class",
    {
      "a.py":
        "class Outer:\n    class Base:\n        def run(self): ...\n    class Inner(Base): ...\ndef user(x: Outer.Inner):\n    x.run()\n",
    },
    "a.py:user calls a.py:Outer.Base.run",
  ],
  [
    "Python: a function in a getter",
    {
      "lib.py": "def used(): ...\n",
      "a.py":
        "from lib import used\nclass A:\n    @property\n    def user(self):\n        def inner():\n            used()\n        return inner()\n",
    },
    "a.py:A.user calls a.py:A.user.inner",
  ],
  [
    "Python: a class with type arguments that is called",
    {
      "lib.py": "class Box: ...\n",
      "a.py": "from lib import Box\ndef user():\n    Box[int](1)\n",
    },
    "a.py:user instantiates lib.py:Box",
  ],
  [
    "Go: a type whose methods are also in another file of the package",
    {
      "go.mod": "module m\n",
      "table/a.go": "package table\nfunc (t *Table) Other() {}\n",
      "table/table.go": `${TABLE}func (t *Table) Run() {}\n`,
      "a.go": 'package m\nimport "m/table"\nfunc user(tables []*table.Table) { tables[0].Run() }\n',
    },
    "a.go:user calls table/table.go:Table.Run",
  ],
  [
    "Go: a type of a package whose name a variable has",
    {
      "go.mod": "module m\n",
      "table/table.go": `${TABLE}func (t *Table) Run() {}\n`,
      "a.go": 'package m\nimport "m/table"\nfunc user(table *table.Table) { table.Run() }\n',
    },
    "a.go:user calls table/table.go:Table.Run",
  ],
  [
    "Go: a method that a test declares",
    {
      "go.mod": "module m\n",
      "db.go": "package m\ntype DB struct{}\n",
      "db_test.go": "package m\nfunc (d *DB) check() {}\nfunc user(d *DB) { d.check() }\n",
    },
    "db_test.go:user calls db_test.go:DB.check",
  ],
  [
    "Go: what a channel gives",
    {
      "go.mod": "module m\n",
      "a.go":
        "package m\ntype Job struct{}\nfunc (j *Job) Run() {}\nfunc user(jobs <-chan *Job) {\n\tselect {\n\tcase job := <-jobs:\n\t\tjob.Run()\n\t}\n}\n",
    },
    "a.go:user calls a.go:Job.Run",
  ],
  [
    "Go: the result of a field that is a function",
    {
      "go.mod": "module m\n",
      "a.go":
        'package m\ntype DB struct{}\nfunc (d *DB) Run() {}\ntype Opener struct{ open func(name string) *DB }\nfunc user(o Opener) { o.open("x").Run() }\n',
    },
    "a.go:user calls a.go:DB.Run",
  ],
];

const edgesOf = async (files: Files) => {
  tree = testTree(files);
  const edges = await tree.edges(await tree.session());
  return edges.map((item) => item.replace(/ [\d.]+$/, ""));
};

test.each(REACHED)("%s", async (_name, files, edge) => {
  expect(await edgesOf(files)).toContain(edge);
});

/** A title, files, and the text of an edge that must not exist. */
const UNKNOWN: readonly (readonly [string, Files, string])[] = [
  [
    "TS: a global name of another package",
    {
      "one/package.json": "{}",
      "one/types.d.ts": "declare function ping(): void;\n",
      "two/package.json": "{}",
      "two/a.ts": "export function user() { ping(); }\n",
    },
    "ping",
  ],
  [
    "TS: call signatures with different results",
    {
      "a.ts":
        "class A { run() {} }\nclass B { run() {} }\ninterface Get { (x: string): A; (x: number): B }\nexport function user(o: { get: Get }) { o.get(1).run(); }\n",
    },
    "user calls a.ts:A.run",
  ],
  [
    "TS: a name of a namespace beside the class is no member of its objects",
    {
      "a.ts":
        "export class App {}\nexport namespace App { export namespace query { export type X = 1 } }\nexport function user(a: App) { a.query(); }\n",
    },
    "user calls a.ts:App.query",
  ],
];

test.each(UNKNOWN)("%s stays unknown", async (_name, files, edge) => {
  const edges = await edgesOf(files);
  expect(edges.filter((item) => item.includes(edge) && item.includes("user"))).toEqual([]);
});

test("TS: an alias of a condition that names itself ends", async () => {
  const edges = await edgesOf({
    "a.ts":
      "type Deep<T> = T extends string ? Deep<T[]> : Deep<T>;\nclass A { run() {} }\nexport function user(a: Deep<A> & A) { a.run(); }\n",
  });
  expect(edges).toContain("a.ts:user calls a.ts:A.run");
});

test("TS: a global name is followed after edits of its file and of its users", async () => {
  tree = testTree({
    "types.d.ts": "declare function ping(): void;\n",
    "a.ts": "export function user() { ping(); }\n",
    "b.ts": "export function other() {}\n",
  });
  const session = await tree.session();
  const calls = async () =>
    ((await tree?.edges(session)) ?? []).filter((item) => item.includes("user calls"));
  expect(await calls()).toHaveLength(1);
  tree.write("a.ts", "export function user() { const x = 1; ping(); return x; }\n");
  expect(await calls()).toHaveLength(1);
  tree.write("types.d.ts", "declare function pong(): void;\n");
  expect(await calls()).toHaveLength(0);
  tree.write("types.d.ts", "declare function pong(): void;\ndeclare function ping(): void;\n");
  expect(await calls()).toHaveLength(1);
});
