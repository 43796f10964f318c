/** Tests uses that are found through a type, a branch or a member: a change of `used` must reach `user`. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

const LIB =
  "export class Lib { used() { return 1; } }\nexport class Other { used() { return 2; } }\n";
const IMPORT = 'import { Lib, Other } from "./lib";\n';

/** Cases: name, files, the changed symbol and the user that the change must reach. */
const CASES: readonly (readonly [string, Files, string, string])[] = [
  [
    "TS: infers a type argument from a constructor's argument",
    {
      "lib.ts": `${LIB}export class Box<T> { constructor(private value: T) {} unwrap(): T { return this.value; } }\n`,
      "a.ts": `${IMPORT}import { Box } from "./lib";\nexport function user(lib: Lib) { new Box(lib).unwrap().used(); }\n`,
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  [
    "TS: infers a type argument from an object that is constructed in the call",
    {
      "lib.ts": `${LIB}export class Box<T> { constructor(private value: T) {} unwrap(): T { return this.value; } }\n`,
      "a.ts": `${IMPORT}import { Box } from "./lib";\nexport function user() { const box = new Box(new Lib()); box.unwrap().used(); }\n`,
    },
    "lib.ts:Lib.used",
    "a.ts:user",
  ],
  ...(["Lib", "Other"] as const).flatMap((name): (typeof CASES)[number][] => [
    [
      `TS: follows both branches of a conditional: ${name}`,
      {
        "lib.ts": LIB,
        "a.ts": `${IMPORT}export function user(x: boolean) { const one = x ? new Lib() : new Other(); one.used(); }\n`,
      },
      `lib.ts:${name}.used`,
      "a.ts:user",
    ],
    [
      `TS: follows both branches of an if: ${name}`,
      {
        "lib.ts": LIB,
        "a.ts": `${IMPORT}export function user(x: boolean) { let one; if (x) one = new Lib(); else { one = new Other(); } one.used(); }\n`,
      },
      `lib.ts:${name}.used`,
      "a.ts:user",
    ],
    [
      `TS: follows both sides of ??: ${name}`,
      {
        "lib.ts": LIB,
        "a.ts": `${IMPORT}export function user(lib: Lib | null) { const one = lib ?? new Other(); one.used(); }\n`,
      },
      `lib.ts:${name}.used`,
      "a.ts:user",
    ],
    [
      `TS: follows each of several returns: ${name}`,
      {
        "lib.ts": LIB,
        "a.ts": `${IMPORT}function make(x: boolean) { if (x) return new Lib(); return new Other(); }\nexport function user() { make(true).used(); }\n`,
      },
      `lib.ts:${name}.used`,
      "a.ts:user",
    ],
    [
      `TS: follows each of several returned members: ${name}`,
      {
        "lib.ts": LIB,
        "a.ts": `${IMPORT}class Pair { constructor(private left: Lib, private right: Other) {}\n pick(x: boolean) { if (x) return this.left; return this.right; } }\nexport function user(pair: Pair) { pair.pick(true).used(); }\n`,
      },
      `lib.ts:${name}.used`,
      "a.ts:user",
    ],
    [
      `Python: follows both branches of a conditional: ${name}`,
      {
        "lib.py": "class Lib:\n    def used(self): pass\nclass Other:\n    def used(self): pass\n",
        "a.py":
          "from lib import Lib, Other\ndef user(x):\n    one = Lib() if x else Other()\n    one.used()\n",
      },
      `lib.py:${name}.used`,
      "a.py:user",
    ],
    [
      `Python: follows both branches of an if: ${name}`,
      {
        "lib.py": "class Lib:\n    def used(self): pass\nclass Other:\n    def used(self): pass\n",
        "a.py":
          "from lib import Lib, Other\ndef user(x):\n    if x:\n        one = Lib()\n    else:\n        one = Other()\n    one.used()\n",
      },
      `lib.py:${name}.used`,
      "a.py:user",
    ],
    [
      `Python: follows both branches of an if at the top of a module: ${name}`,
      {
        "lib.py": "class Lib:\n    def used(self): pass\nclass Other:\n    def used(self): pass\n",
        "a.py":
          "import sys\nfrom lib import Lib, Other\nif sys.x:\n    Kind = Lib\nelse:\n    Kind = Other\ndef user(x):\n    Kind().used()\n",
      },
      `lib.py:${name}.used`,
      "a.py:user",
    ],
  ]),
  [
    "Python: a class method that returns cls() first gives the class that it is called on",
    {
      "lib.py":
        "class Base:\n    @classmethod\n    def make(cls, x):\n        if x:\n            return cls()\n        return Base()\nclass Lib(Base):\n    def used(self): pass\n",
      "a.py": "from lib import Lib\ndef user():\n    Lib.make(1).used()\n",
    },
    "lib.py:Lib.used",
    "a.py:user",
  ],
  [
    "CommonJS: follows an exported class with a name",
    {
      "lib.js": "module.exports = class Store { used() {} };\n",
      "a.js": 'const Store = require("./lib");\nfunction user() { new Store().used(); }\n',
    },
    "lib.js:Store.used",
    "a.js:user",
  ],
  [
    "CommonJS: follows an exported class without a name",
    {
      "lib.js": "module.exports = class { used() {} };\n",
      "a.js": 'const Store = require("./lib");\nfunction user() { new Store().used(); }\n',
    },
    "lib.js:default.used",
    "a.js:user",
  ],
  [
    "CommonJS: follows an exported function",
    {
      "lib.js": "module.exports = function used() {};\n",
      "a.js": 'const run = require("./lib");\nfunction user() { run(); }\n',
    },
    "lib.js:used",
    "a.js:user",
  ],
  [
    "CommonJS: follows a class that is exported under a name",
    {
      "lib.js": "exports.Store = class { used() {} };\n",
      "a.js": 'const { Store } = require("./lib");\nfunction user() { new Store().used(); }\n',
    },
    "lib.js:Store.used",
    "a.js:user",
  ],
  [
    "Rust: follows the content of a variant in an arm",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "struct T; impl T { fn used(&self) {} }\nenum E { One(T), Two { t: T } }\nfn user(e: E) { match e { E::One(t) => t.used(), _ => {} } }\n",
    },
    "src/lib.rs:T.used",
    "src/lib.rs:user",
  ],
  [
    "Rust: follows the field of a variant in an arm",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "struct T; impl T { fn used(&self) {} }\nenum E { One(T), Two { t: T } }\nfn user(e: E) { match e { E::Two { t } => t.used(), _ => {} } }\n",
    },
    "src/lib.rs:T.used",
    "src/lib.rs:user",
  ],
  [
    "Rust: follows `Some(ref t)` in an arm",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "struct T; impl T { fn used(&self) {} }\nfn user(e: &Option<T>) { match e { Some(ref t) => t.used(), None => {} } }\n",
    },
    "src/lib.rs:T.used",
    "src/lib.rs:user",
  ],
  [
    "Rust: follows a name that binds the whole value",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "struct T; impl T { fn used(&self) {} fn new() -> T { T } }\nfn user() { match T::new() { t => t.used() } }\n",
    },
    "src/lib.rs:T.used",
    "src/lib.rs:user",
  ],
];

test.each(CASES)("%s", async (_name, files, target, user) => {
  tree = testTree(files);
  const reached = await tree.reached(target, "dependents", 1);
  expect(reached).toContain(user);
});

/** Cases: name, files, the changed symbol and the user that the change must not reach. */
const NOT_REACHED: typeof CASES = [
  [
    "TS: the declared type of a variable that gets another value",
    {
      "lib.ts": LIB,
      "a.ts": `${IMPORT}export function user(lib: Lib, other: Other) { let one: Lib = lib; one = other; one.used(); }\n`,
    },
    "lib.ts:Other.used",
    "a.ts:user",
  ],
  [
    "TS: another variable in the branches of an if",
    {
      "lib.ts": LIB,
      "a.ts": `${IMPORT}export function user(x: boolean, lib: Lib, other: Other) { let one; let two; if (x) one = lib; else two = other; one.used(); return two; }\n`,
    },
    "lib.ts:Other.used",
    "a.ts:user",
  ],
  [
    "TS: the condition of a conditional",
    {
      "lib.ts": LIB,
      "a.ts": `${IMPORT}export function user(lib: Lib, other: Other) { const one = other ? lib : lib; one.used(); }\n`,
    },
    "lib.ts:Other.used",
    "a.ts:user",
  ],
  [
    "Python: the condition of a conditional",
    {
      "lib.py": "class Lib:\n    def used(self): pass\nclass Other:\n    def used(self): pass\n",
      "a.py":
        "from lib import Lib, Other\ndef user(lib: Lib, other: Other):\n    one = lib if other else lib\n    one.used()\n",
    },
    "lib.py:Other.used",
    "a.py:user",
  ],
  [
    "CommonJS: another class of the same module",
    {
      "lib.js":
        "exports.Store = class { used() {} };\nexports.Other = class Other { used() {} };\n",
      "a.js": 'const { Store } = require("./lib");\nfunction user() { new Store().used(); }\n',
    },
    "lib.js:Other.used",
    "a.js:user",
  ],
  [
    "Rust: the content of another variant",
    {
      "Cargo.toml": '[package]\nname = "m"\n',
      "src/lib.rs":
        "struct T; impl T { fn used(&self) {} }\nstruct U; impl U { fn used(&self) {} }\nenum E { One(T), Two(U) }\nfn user(e: E) { match e { E::One(t) => t.used(), _ => {} } }\n",
    },
    "src/lib.rs:U.used",
    "src/lib.rs:user",
  ],
];

test.each(NOT_REACHED)("finds no use through %s", async (_name, files, target, user) => {
  tree = testTree(files);
  expect(await tree.reached(target, "dependents", 1)).not.toContain(user);
});

/** A constructor call also depends on the members of the class, so these rows check the edge itself. */
const READS: readonly (readonly [string, Files, string])[] = [
  [
    "TS: a getter of a parameter's type",
    {
      "lib.ts": "export class Box { get size() { return 1; } }\n",
      "a.ts":
        'import type { Box } from "./lib";\nexport function user(box: Box) { return box.size + 1; }\n',
    },
    "a.ts:user references lib.ts:Box.size",
  ],
  [
    "TS: a getter of the object itself",
    { "a.ts": "export class Box { get size() { return 1; }\n user() { return this.size; } }\n" },
    "a.ts:Box.user references a.ts:Box.size",
  ],
  [
    "TS: a property in the middle of a call",
    {
      "lib.ts": `${LIB}export class App { lib = new Lib(); }\n`,
      "a.ts":
        'import type { App } from "./lib";\nexport function user(app: App) { app.lib?.used(); }\n',
    },
    "a.ts:user references lib.ts:App.lib",
  ],
  [
    "TS: a destructured property",
    {
      "lib.ts": "export interface Props { size: number }\n",
      "a.ts":
        'import type { Props } from "./lib";\nexport function user({ size }: Props) { return 1; }\n',
    },
    "a.ts:user references lib.ts:Props.size",
  ],
  [
    "Python: a property of a parameter's type",
    {
      "lib.py": "class Box:\n    @property\n    def size(self):\n        return 1\n",
      "a.py": "from lib import Box\ndef user(box: Box):\n    return box.size\n",
    },
    "a.py:user references lib.py:Box.size",
  ],
  [
    "Python: a property of the object itself",
    {
      "lib.py":
        "class Box:\n    @property\n    def size(self):\n        return 1\n    def user(self):\n        return self.size\n",
    },
    "lib.py:Box.user references lib.py:Box.size",
  ],
  [
    "TS: a class as a value",
    { "lib.ts": LIB, "a.ts": `${IMPORT}export const user = [Lib];\n` },
    "a.ts:user references lib.ts:Lib",
  ],
  [
    "TS: a class as a value through its module",
    {
      "lib.ts": LIB,
      "a.ts": 'import * as lib from "./lib";\nexport const user = new Map([[lib.Lib, 1]]);\n',
    },
    "a.ts:user references lib.ts:Lib",
  ],
  [
    "Python: a class in except",
    {
      "lib.py": "class Failed(Exception): pass\n",
      "a.py": "from lib import Failed\ndef user():\n    try: pass\n    except Failed: pass\n",
    },
    "a.py:user references lib.py:Failed",
  ],
  ...["new(Lib)", "make(map[string]*Lib)", "map[string]Lib{}", "any(1).(Lib)"].map(
    (made): (typeof READS)[number] => [
      `Go: a type in ${made}`,
      {
        "go.mod": "module m\n",
        "lib.go": "package m\ntype Lib struct { size int }\n",
        "a.go": `package m\nfunc user() { _ = ${made} }\n`,
      },
      "a.go:user typed_as lib.go:Lib",
    ],
  ),
  ...[
    "func user(lib *Lib) int { return lib.size }",
    "func user() *Lib { return &Lib{size: 1} }",
  ].map((code): (typeof READS)[number] => [
    `Go: a field in ${code}`,
    {
      "go.mod": "module m\n",
      "lib.go": "package m\ntype Lib struct { size int }\n",
      "a.go": `package m\n${code}\n`,
    },
    "a.go:user references lib.go:Lib.size",
  ]),
];

test.each(READS)("%s", async (_name, files, edge) => {
  tree = testTree(files);
  const edges = await tree.edges(await tree.session());
  expect(edges.map((item) => item.replace(/ [\d.]+$/, ""))).toContain(edge);
});
