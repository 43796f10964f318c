/** Types that are not written at the call itself: in each case, `user` must reach `used`. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

async function users(files: Files, target: string): Promise<string[]> {
  tree = testTree(files);
  return tree.reached(target, "dependents", 1);
}

const GO_MOD = { "go.mod": "module example.com/m\n" };
const LIB =
  "export class Lib { used() { return 1; } other(): Other { return new Other(); } }\nexport class Other { deep() {} }\n";

const CASES: readonly (readonly [string, Files, string, string])[] = [
  [
    "Go: named results in brackets",
    {
      ...GO_MOD,
      "a.go":
        "package m\ntype T struct{}\nfunc (t *T) Used() {}\nfunc open() (t *T, err error) { return }\nfunc user() { t, _ := open(); t.Used() }\n",
    },
    "a.go:T.Used",
    "a.go:user",
  ],
  [
    "Go: the second of several results",
    {
      ...GO_MOD,
      "a.go":
        "package m\ntype T struct{}\nfunc (t *T) Used() {}\nfunc open() (err error, t *T) { return }\nfunc user() { _, t := open(); t.Used() }\n",
    },
    "a.go:T.Used",
    "a.go:user",
  ],
  [
    "Go: a named result is a name of the function",
    {
      ...GO_MOD,
      "a.go":
        "package m\ntype T struct{}\nfunc (t *T) Used() {}\nfunc user() (t *T) { t.Used(); return }\n",
    },
    "a.go:T.Used",
    "a.go:user",
  ],
  [
    "Go: a conversion to an interface",
    {
      ...GO_MOD,
      "a.go": "package m\ntype I interface { Used() }\nfunc user(x any) { w := I(x); w.Used() }\n",
    },
    "a.go:I.Used",
    "a.go:user",
  ],
  [
    "Go: every variant under build tags",
    {
      ...GO_MOD,
      "a_linux.go": "package m\nfunc used() {}\n",
      "a_windows.go": "package m\nfunc used() {}\n",
      "main.go": "package m\nfunc user() { used() }\n",
    },
    "a_windows.go:used",
    "main.go:user",
  ],
  [
    "TS: a type beside a constant of its name",
    {
      "lib.ts":
        "export interface Node { kind: string }\nexport const Node = freeze({ used(): Node { return { kind: '' }; } });\n",
      "a.ts": 'import { Node } from "./lib";\nexport function user() { Node.used(); }\n',
    },
    "lib.ts:Node.used",
    "a.ts:user",
  ],
  [
    "TS: a constant of a type: what the type declares",
    {
      "lib.ts":
        "type Factory = Readonly<{ used(): void }>;\nexport const Node: Factory = freeze<Factory>({ used() {} });\n",
      "a.ts": 'import { Node } from "./lib";\nexport function user() { Node.used(); }\n',
    },
    "lib.ts:Factory.used",
    "a.ts:user",
  ],
  [
    "TS: and what the constant itself has, which is what runs",
    {
      "lib.ts":
        "type Factory = Readonly<{ used(): void }>;\nexport const Node: Factory = freeze<Factory>({ used() {} });\n",
      "a.ts": 'import { Node } from "./lib";\nexport function user() { Node.used(); }\n',
    },
    "lib.ts:Node.used",
    "a.ts:user",
  ],
  [
    "TS: an indexed access type",
    {
      "lib.ts": `${LIB}export class App { lib: Lib = new Lib(); }\n`,
      "a.ts":
        'import { App } from "./lib";\nexport function user(lib: App["lib"]) { lib.used(); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: a type written out in place",
    {
      "lib.ts": LIB,
      "a.ts":
        'import { Lib } from "./lib";\nexport function user({ lib }: { lib: Lib }) { lib.used(); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: the type of a function says what its parameters are",
    {
      "lib.ts": `${LIB}export type Handler = (lib: Lib) => void;\n`,
      "a.ts":
        'import type { Handler } from "./lib";\nexport const user: Handler = (lib) => { lib.used(); };\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: what an arrow function says that it gives",
    {
      "lib.ts": LIB,
      "a.ts":
        'import { Lib } from "./lib";\nconst make = (x: any): Lib => x;\nexport function user() { make(1).used(); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: ReturnType",
    {
      "lib.ts": `${LIB}export function make() { return new Lib(); }\n`,
      "a.ts":
        'import { make } from "./lib";\nexport function user(lib: ReturnType<typeof make>) { lib.used(); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: a factory that gives an object",
    {
      "lib.ts": "export function make() { return { used() {} }; }\n",
      "a.ts":
        'import { make } from "./lib";\nexport function user() { const made = make(); made.used(); }\n',
    },
    "lib.ts:make.used",
    "a.ts:user",
  ],
  [
    "TS: a factory that gives its own functions by name",
    {
      "lib.ts": "export function make() { function used() {} return { used }; }\n",
      "a.ts": 'import { make } from "./lib";\nexport function user() { make().used(); }\n',
    },
    "lib.ts:make.used",
    "a.ts:user",
  ],
  [
    "TS: instanceof",
    {
      "lib.ts": LIB,
      "a.ts":
        'import { Lib } from "./lib";\nexport function user(x: unknown) { if (x instanceof Lib) x.used(); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: a predicate",
    {
      "lib.ts": `${LIB}export function isLib(x: unknown): x is Lib { return true; }\n`,
      "a.ts":
        'import { isLib } from "./lib";\nexport function user(x: unknown) { if (isLib(x)) { x.used(); } }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: a later member of a union",
    {
      "lib.ts": `${LIB}export class First { one() {} }\n`,
      "a.ts":
        'import { First, Lib } from "./lib";\nexport function user(x: First | Lib) { x.used(); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: then",
    {
      "lib.ts": `${LIB}export async function load(): Promise<Lib> { return new Lib(); }\n`,
      "a.ts":
        'import { load } from "./lib";\nexport function user() { load().then((lib) => lib.used()); }\n',
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: then of a module",
    {
      "lib.ts": "export function used() {}\n",
      "a.ts": 'export function user() { import("./lib").then((m) => m.used()); }\n',
    },
    "lib.ts:used",
    "a.ts:user",
  ],
  [
    "TSX: a function handed to a component",
    {
      "lib.ts": "export function used() {}\n",
      "a.tsx":
        'import { used } from "./lib";\nexport function user() { return <button onClick={used} />; }\n',
    },
    "lib.ts:used",
    "a.tsx:user",
  ],
  [
    "Python: isinstance",
    {
      "lib.py": "class Lib:\n    def used(self): pass\n",
      "a.py": "from lib import Lib\ndef user(x):\n    if isinstance(x, Lib):\n        x.used()\n",
    },
    "lib.py:Lib.used",
    "a.py:user",
  ],
  [
    "Python: items of a dict",
    {
      "lib.py": "class Lib:\n    def used(self): pass\n",
      "a.py":
        "from lib import Lib\ndef user(d: dict[str, Lib]):\n    for k, v in d.items():\n        v.used()\n",
    },
    "lib.py:Lib.used",
    "a.py:user",
  ],
  [
    "Python: a generator",
    {
      "lib.py": "class Lib:\n    def used(self): pass\ndef each():\n    yield Lib()\n",
      "a.py": "from lib import each\ndef user():\n    for one in each():\n        one.used()\n",
    },
    "lib.py:Lib.used",
    "a.py:user",
  ],
  [
    "Python: two values at once",
    {
      "lib.py": "class Other: pass\nclass Lib:\n    def used(self): pass\n",
      "a.py": "from lib import Lib, Other\ndef user():\n    a, b = Other(), Lib()\n    b.used()\n",
    },
    "lib.py:Lib.used",
    "a.py:user",
  ],
  [
    "Python: with",
    {
      "lib.py":
        "class Lib:\n    def used(self): pass\n@contextmanager\ndef opened():\n    yield Lib()\n",
      "a.py":
        "from lib import opened\ndef user():\n    with opened() as one:\n        one.used()\n",
    },
    "lib.py:Lib.used",
    "a.py:user",
  ],
  [
    "Rust: what a mutex holds",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "pub struct Lib {}\nimpl Lib { pub fn used(&self) {} }\npub fn user(x: Arc<Mutex<Lib>>) { x.lock().unwrap().used(); }\n",
    },
    "src/lib.rs:Lib.used",
    "src/lib.rs:user",
  ],
  [
    "Rust: a closure over an Option",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "pub struct Lib {}\nimpl Lib { pub fn used(&self) {} }\npub fn user(x: Option<Lib>) { x.map(|one| one.used()); }\n",
    },
    "src/lib.rs:Lib.used",
    "src/lib.rs:user",
  ],
  [
    "TS: a value of an enum is read",
    {
      "lib.ts": "export enum Shape { Used, Other }\n",
      "a.ts":
        'import { Shape } from "./lib";\nexport function user(x: number) { return x + Shape.Used; }\n',
    },
    "lib.ts:Shape.Used",
    "a.ts:user",
  ],
  [
    "TS: an imported constant is read",
    {
      "lib.ts": "export const USED = 1;\n",
      "a.ts":
        'import { USED } from "./lib";\nexport function user(x: number) { return x > USED ? 1 : 2; }\n',
    },
    "lib.ts:USED",
    "a.ts:user",
  ],
  [
    "Python: an imported constant is read",
    {
      "lib.py": "USED = 1\n",
      "a.py": "from lib import USED\ndef user(x):\n    return x + USED\n",
    },
    "lib.py:USED",
    "a.py:user",
  ],
  [
    "Python: a decorator is a use by what it decorates",
    {
      "lib.py": "def used(f): return f\n",
      "a.py": "from lib import used\n@used\ndef user(): pass\n",
    },
    "lib.py:used",
    "a.py:user",
  ],
  [
    "TS: a decorator of a method",
    {
      "lib.ts": "export function used(): any {}\n",
      "a.ts": 'import { used } from "./lib";\nexport class A { @used() user() {} }\n',
    },
    "lib.ts:used",
    "a.ts:A.user",
  ],
];

test.each(CASES)("%s", async (_name, files, target, user) => {
  expect(await users(files, target)).toContain(user);
});

test("TS: does not bind an object's method as a name", async () => {
  const files = {
    "lib.ts": "export function render() {}\n",
    "a.ts":
      'import { render } from "./lib";\nconst o = { render() {} };\nexport function user() { render(); }\nexport default o;\n',
  };
  expect(await users(files, "lib.ts:render")).toContain("a.ts:user");
});

test("TS: does not bind a method of a default-exported object as a name", async () => {
  const files = {
    "lib.ts": "export function render() {}\n",
    "a.ts":
      'import { render } from "./lib";\nexport default { render() {}, user() { render(); } };\n',
  };
  expect(await users(files, "lib.ts:render")).toContain("a.ts:user");
});

test("Go: matches an interface only with the same parameters and results", async () => {
  tree = testTree({
    ...GO_MOD,
    "a.go": `package m
type I interface { Read(p []byte, n int) (k int, err error) }
type Same struct{}
func (s Same) Read(q []byte, m int) (int, error) { return 0, nil }
type Fewer struct{}
func (s Fewer) Read(q []byte) (int, error) { return 0, nil }
type OtherResult struct{}
func (s OtherResult) Read(q []byte, m int) (string, error) { return "", nil }
type OtherParameter struct{}
func (s OtherParameter) Read(q string, m int) (int, error) { return 0, nil }
`,
  });
  const edges = await tree.edges(await tree.session());
  expect(
    edges.filter((edge) => edge.includes(" implements ")).map((edge) => edge.split(" ")[0]),
  ).toEqual(["a.go:Same"]);
});
