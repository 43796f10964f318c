/** The edges of small trees with their confidence, including edges that must not exist. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

/** Edges for containment and imports. */
const TRIVIAL = / (?:childof|imports|imports_symbol) /;

const CASES: readonly (readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  expected: readonly string[],
])[] = [
  [
    "a function that calls itself has no edge to itself",
    {
      "a.ts":
        "export function walk(n: number): number { return n > 0 ? walk(n - 1) + leaf() : 0; }\nfunction leaf() { return 1; }\n",
    },
    ["a.ts:walk calls a.ts:leaf 0.98"],
  ],
  [
    "a constructor and a private member override nothing",
    {
      "a.ts":
        "export class Base { constructor() {} run() {} #own() {} }\nexport class Child extends Base { constructor() { super(); } run() {} #own() {} }\n",
    },
    [
      "a.ts:Child extends a.ts:Base 0.95",
      "a.ts:Child.constructor calls a.ts:Base.constructor 0.97",
      "a.ts:Child.run overrides a.ts:Base.run 0.95",
    ],
  ],
  [
    "nor does __init__",
    {
      "a.py":
        "class Base:\n    def __init__(self): pass\n    def run(self): pass\nclass Child(Base):\n    def __init__(self): pass\n    def run(self): pass\n",
    },
    [
      "a.py:Child calls a.py:Base 0.7",
      "a.py:Child extends a.py:Base 0.95",
      "a.py:Child.run overrides a.py:Base.run 0.95",
    ],
  ],
  [
    "nor does __construct",
    {
      "a.php":
        "<?php\nclass Base { function __construct() {} function run() {} }\nclass Child extends Base { function __construct() {} function run() {} }\n",
    },
    ["a.php:Child extends a.php:Base 0.95", "a.php:Child.run overrides a.php:Base.run 0.95"],
  ],
  [
    "an interface that extends another one, and a class that implements it",
    {
      "a.ts":
        "export interface Small { run(): void }\nexport interface Large extends Small { stop(): void }\nexport class Both implements Large { run() {} stop() {} }\n",
    },
    [
      "a.ts:Both implements a.ts:Large 0.95",
      "a.ts:Both.run overrides a.ts:Small.run 0.95",
      "a.ts:Both.stop overrides a.ts:Large.stop 0.95",
      "a.ts:Large extends a.ts:Small 0.95",
    ],
  ],
  [
    "two calls of one function are one edge, and a call in a lambda is of the function around it",
    {
      "a.ts": "export function user() { used(); [1].map(() => used()); }\nfunction used() {}\n",
    },
    ["a.ts:user calls a.ts:used 0.98"],
  ],
  [
    "a class is instantiated",
    {
      "a.ts": "export function user() { return new Made(); }\nclass Made {}\n",
    },
    ["a.ts:user instantiates a.ts:Made 0.98"],
  ],
  [
    "the only method of a name is a guess",
    {
      "a.ts":
        'import { Lib } from "./lib";\nexport function user(x) { x.refreshAll(); }\nexport const l = new Lib();\n',
      "lib.ts": "export class Lib { refreshAll() {} }\n",
    },
    ["a.ts:l instantiates lib.ts:Lib 0.97", "a.ts:user calls lib.ts:Lib.refreshAll 0.4"],
  ],
  [
    "of two methods of the name none is",
    {
      "a.ts":
        'import { Lib } from "./lib";\nexport function user(x) { x.refreshAll(); }\nexport const l = new Lib();\n',
      "lib.ts": "export class Lib { refreshAll() {} }\nexport class Other { refreshAll() {} }\n",
    },
    ["a.ts:l instantiates lib.ts:Lib 0.97"],
  ],
  [
    "nor the method of a file that is not in sight",
    {
      "a.ts": "export function user(x) { x.refreshAll(); }\n",
      "lib.ts": "export class Lib { refreshAll() {} }\n",
    },
    [],
  ],
  [
    "nor that of a receiver whose type is known and has no such method",
    {
      "a.ts":
        'import { Lib } from "./lib";\nclass Known {}\nexport function user() { const k = new Known(); k.refreshAll(); }\nexport const l = new Lib();\n',
      "lib.ts": "export class Lib { refreshAll() {} }\n",
    },
    ["a.ts:l instantiates lib.ts:Lib 0.97", "a.ts:user instantiates a.ts:Known 0.98"],
  ],
  [
    "nor a name that many types have",
    {
      "a.ts":
        'import { Lib } from "./lib";\nexport function user(x) { x.refresh.remove(); }\nexport const l = new Lib();\n',
      "lib.ts": "export class Lib { remove() {} }\n",
    },
    ["a.ts:l instantiates lib.ts:Lib 0.97"],
  ],
  [
    "nor a member of what is not ours",
    {
      "a.ts":
        'import { Lib } from "./lib";\nexport function user() { JSON.parseAll(); }\nexport const l = new Lib();\n',
      "lib.ts": "export class Lib { parseAll() {} }\n",
    },
    ["a.ts:l instantiates lib.ts:Lib 0.97"],
  ],
  [
    "a method that is passed on by name is no guess",
    {
      "a.ts":
        'import { Lib } from "./lib";\nexport function user(x) { [1].map(x.refreshAll); new x.refreshAll(); }\nexport const l = new Lib();\n',
      "lib.ts": "export class Lib { refreshAll() {} }\n",
    },
    ["a.ts:l instantiates lib.ts:Lib 0.97"],
  ],
  [
    "a Go type is no interface whose method gives something that its own does not",
    {
      "a.go":
        "package a\ntype Runner interface { Run() (int, error) }\ntype Silent struct{}\nfunc (s Silent) Run() {}\ntype Loud struct{}\nfunc (l Loud) Run() (int, error) { return 0, nil }\n",
    },
    [
      "a.go:Loud implements a.go:Runner 0.95",
      "a.go:Loud.Run overrides a.go:Runner.Run 0.95",
      "a.go:Loud.Run typed_as a.go:Loud 0.98",
      "a.go:Silent.Run typed_as a.go:Silent 0.98",
    ],
  ],
  [
    "super() is the constructor above",
    {
      "a.ts":
        "export class Base { constructor() {} }\nexport class Child extends Base { constructor() { super(); } }\n",
    },
    [
      "a.ts:Child extends a.ts:Base 0.95",
      "a.ts:Child.constructor calls a.ts:Base.constructor 0.97",
    ],
  ],
];

test.each(CASES)("%s", async (_name, files, expected) => {
  tree = testTree(files);
  const edges = await tree.edges(await tree.session());
  expect(edges.filter((edge) => !TRIVIAL.test(edge))).toEqual(expected);
});
