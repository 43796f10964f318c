/** Names and calls that may stand for one of several objects: each of them is reached, and an unknown one is reported. */
import { afterEach, expect, test } from "vitest";
import { unknownCallsOf } from "../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

const GO_MOD = { "go.mod": "module example.com/m\n" };
const TS_CLASSES = "export class A { run() {} }\nexport class B { run() {} only() {} }\n";
const GO_CLASSES =
  "package m\ntype A struct{}\nfunc (a *A) Run() {}\ntype B struct{}\nfunc (b *B) Run() {}\nfunc NewA() *A { return &A{} }\nfunc NewB() *B { return &B{} }\n";

/** Name, files, targets, and the place that must reach each of them. */
const BOTH: readonly (readonly [string, Files, readonly string[], string])[] = [
  [
    "TS: a name in two blocks",
    {
      "c.ts": TS_CLASSES,
      "a.ts":
        'import { A, B } from "./c";\nexport function user(x: boolean) { if (x) { const c = new A(); c.run(); } else { const c = new B(); c.only(); c.run(); } }\n',
    },
    ["c.ts:A.run", "c.ts:B.run", "c.ts:B.only"],
    "a.ts:user",
  ],
  [
    "TS: what a method of a name in two blocks returns",
    {
      "c.ts": `${TS_CLASSES}export class X { get() { return new A(); } }\nexport class Y { get() { return new B(); } }\n`,
      "a.ts":
        'import { X, Y } from "./c";\nexport function user(x: boolean) { if (x) { const c = new X(); c.get().run(); } else { const c = new Y(); c.get().run(); } }\n',
    },
    ["c.ts:A.run", "c.ts:B.run"],
    "a.ts:user",
  ],
  [
    "Go: a name in two cases",
    {
      ...GO_MOD,
      "c.go": GO_CLASSES,
      "a.go":
        'package m\nfunc user(k string) {\n\tswitch k {\n\tcase "a":\n\t\tc := NewA()\n\t\tc.Run()\n\tcase "b":\n\t\tc := NewB()\n\t\tc.Run()\n\t}\n}\n',
    },
    ["c.go:A.Run", "c.go:B.Run"],
    "a.go:user",
  ],
  [
    "C#: a name in two blocks",
    {
      "c.cs":
        "class A { public void Run() {} }\nclass B { public void Run() {} }\nclass U { void User(bool x) { if (x) { var c = new A(); c.Run(); } else { var c = new B(); c.Run(); } } }\n",
    },
    ["c.cs:A.Run", "c.cs:B.Run"],
    "c.cs:U.User",
  ],
  [
    "Java: a name in two blocks",
    {
      "U.java":
        "class U {\n  static class A { void run() {} }\n  static class B { void run() {} }\n  void user(boolean x) { if (x) { A c = new A(); c.run(); } else { B c = new B(); c.run(); } }\n}\n",
    },
    ["U.java:U.A.run", "U.java:U.B.run"],
    "U.java:U.user",
  ],
  [
    "Rust: a name that is declared again",
    {
      "src/lib.rs":
        "struct A;\nstruct B;\nimpl A { fn run(&self) {} fn next(self) -> B { B } }\nimpl B { fn run(&self) {} fn last(&self) {} }\nfn user() { let c = A; c.run(); let c = c.next(); c.run(); c.last(); }\n",
    },
    ["src/lib.rs:A.run", "src/lib.rs:B.run", "src/lib.rs:B.last"],
    "src/lib.rs:user",
  ],
];

const SVC = "export class Svc { go() {} go2() {} }\nexport class Other { go() {} }\n";

/** The class that a function of a library is given is a possible result. */
const FROM_ARGUMENT: typeof BOTH = [
  [
    "TS: a class that a library is given",
    {
      "s.ts": SVC,
      "a.ts":
        'import { inject } from "@angular/core";\nimport { Svc } from "./s";\nexport function user() { inject(Svc).go(); const s = inject(Svc); s.go2(); }\n',
    },
    ["s.ts:Svc.go", "s.ts:Svc.go2"],
    "a.ts:user",
  ],
  [
    "TS: a type argument of a library's function",
    {
      "s.ts": SVC,
      "a.ts":
        'import { container } from "tsyringe";\nimport { Svc } from "./s";\nexport function user() { container.resolve<Svc>("x").go(); }\n',
    },
    ["s.ts:Svc.go"],
    "a.ts:user",
  ],
  [
    "Python: a class that a library is given, also in `with`",
    {
      "s.py": "class Svc:\n    def go(self): pass\n    def go2(self): pass\n",
      "a.py":
        "from lib import resolve\nfrom s import Svc\ndef user():\n    resolve(Svc).go()\n    with resolve(Svc) as s:\n        s.go2()\n",
    },
    ["s.py:Svc.go", "s.py:Svc.go2"],
    "a.py:user",
  ],
  [
    "Java: a class that a library is given",
    {
      "p/U.java":
        "package p;\nimport ext.Lib;\nclass U {\n  static class Svc { void go() {} void go2() {} }\n  void user() { Lib.get(Svc.class).go(); var s = Lib.get(Svc.class); s.go2(); }\n}\n",
    },
    ["p/U.java:U.Svc.go", "p/U.java:U.Svc.go2"],
    "p/U.java:U.user",
  ],
  [
    "PHP: a class that a function of a framework is given",
    {
      "s.php":
        "<?php\nnamespace App;\nclass Svc { public function go() {} public function go2() {} }\n",
      "a.php":
        "<?php\nnamespace App;\nfunction user() { app(Svc::class)->go(); app()->make(Svc::class)->go2(); }\n",
    },
    ["s.php:Svc.go", "s.php:Svc.go2"],
    "a.php:user",
  ],
];

/** A method that is passed or stored as a value is used. */
const VALUES: typeof BOTH = [
  [
    "Go: methods of a local object as values",
    {
      ...GO_MOD,
      "h.go":
        "package m\ntype H struct{}\nfunc (h *H) one() {}\nfunc (h *H) two() {}\nfunc (h *H) three() {}\nfunc (h *H) four() {}\n",
      "a.go":
        'package m\nfunc wrap(f func()) func() { return f }\nfunc user() func() {\n\th := &H{}\n\twrap(h.one)\n\tg := h.two\n\tm := map[string]func(){"a": h.three}\n\t_ = m\n\tg()\n\treturn h.four\n}\n',
    },
    ["h.go:H.one", "h.go:H.two", "h.go:H.three", "h.go:H.four"],
    "a.go:user",
  ],
  [
    "TS: methods of a local object as values",
    {
      "h.ts": "export class H { one() {} two() {} three = () => {}; four() {} }\n",
      "a.ts":
        'import { H } from "./h";\nexport function user() { const h = new H(); const wrap = (f: () => void) => f; wrap(h.one); const g = h.two; const m = { a: h.three }; setTimeout(h.four.bind(h)); return [g, m]; }\n',
    },
    ["h.ts:H.one", "h.ts:H.two", "h.ts:H.three", "h.ts:H.four"],
    "a.ts:user",
  ],
  [
    "TS: methods of imported objects as values",
    {
      "h.ts": "export class Ctrl { list() {} }\nexport const helper = { run() {} };\n",
      "a.ts":
        'import { Ctrl, helper } from "./h";\nconst ctrl = new Ctrl();\nexport function user(app: any) { app.get("/", ctrl.list); app.get("/h", helper.run); }\n',
    },
    ["h.ts:Ctrl.list", "h.ts:helper.run"],
    "a.ts:user",
  ],
  [
    "Python: a method of a local object as a value",
    {
      "h.py": "class H:\n    def one(self): pass\n",
      "a.py": "from h import H\ndef user(xs):\n    h = H()\n    return {1: h.one}\n",
    },
    ["h.py:H.one"],
    "a.py:user",
  ],
];

for (const [name, files, targets, user] of [...BOTH, ...FROM_ARGUMENT, ...VALUES]) {
  test(`${name}: reaches each`, async () => {
    tree = testTree(files);
    for (const target of targets)
      expect(await tree.reached(target, "dependents", 1), target).toContain(user);
  });
}

async function unknownUses(files: Files, name: string, path: string): Promise<string[]> {
  tree = testTree(files);
  const { graph } = await (await tree.session()).fresh();
  return unknownCallsOf(graph, new Set([name]), path).map((call) => `${call.path}:${call.line}`);
}

/** Name, files, the called name, the file that defines it, and the calls that may mean it. */
const OPEN: readonly (readonly [string, Files, string, string, readonly string[]])[] = [
  [
    "TS: one declaration of a name is not understood",
    {
      "c.ts": TS_CLASSES,
      "a.ts":
        'import { A } from "./c";\nexport function user(x: any) { if (x) { const c = new A(); c.run(); } else { const c = x.some;\n c.run(); } }\n',
    },
    "run",
    "c.ts",
    ["a.ts:2", "a.ts:3"],
  ],
  [
    "Python: one value of a variable is not understood",
    {
      "c.py": "class A:\n    def run(self): pass\n",
      "a.py": "from c import A\ndef user(x):\n    c = x.some\n    c = A()\n    c.run()\n",
    },
    "run",
    "c.py",
    ["a.py:5"],
  ],
  [
    "TS: a library returns something",
    {
      "s.ts": SVC,
      "a.ts":
        'import { lookup } from "lib";\nexport function user() { lookup("svc").go();\n const { go } = lookup("svc");\n go(); }\n',
    },
    "go",
    "s.ts",
    ["a.ts:2", "a.ts:4"],
  ],
  [
    "TS: a library is given another class",
    {
      "s.ts": SVC,
      "a.ts":
        'import { inject } from "@angular/core";\nimport { Other } from "./s";\nexport function user() { inject(Other).go(); inject(Other).go2(); }\n',
    },
    "go2",
    "s.ts",
    ["a.ts:3"],
  ],
  [
    "TS: the language's own library returns something",
    {
      "s.ts": SVC,
      "a.ts":
        'import { createHash } from "node:crypto";\nexport function user() { createHash("x").go(); }\n',
    },
    "go",
    "s.ts",
    [],
  ],
  [
    "Go: a library returns something, and the standard library does",
    {
      ...GO_MOD,
      "c.go": GO_CLASSES,
      "a.go":
        'package m\nimport "example.org/lib"\nimport "net/http"\nfunc user() {\n\tlib.Get("s").Run()\n\thttp.NewServeMux().Run()\n}\n',
    },
    "Run",
    "c.go",
    ["a.go:5"],
  ],
  [
    "PHP: a function of a framework returns something",
    {
      "s.php": "<?php\nnamespace App;\nclass Svc { public function go() {} }\n",
      "a.php": "<?php\nnamespace App;\nfunction user() { app('svc')->go(); }\n",
    },
    "go",
    "s.php",
    ["a.php:3"],
  ],
  [
    "TS: all declarations of a name are understood",
    {
      "c.ts": TS_CLASSES,
      "a.ts":
        'import { A, B } from "./c";\nexport function user(x: any) { if (x) { const c = new A(); c.run(); } else { const c = new B(); c.run(); } }\n',
    },
    "run",
    "c.ts",
    [],
  ],
];

for (const [title, files, name, path, expected] of OPEN) {
  test(`${title}: reports ${expected.length === 0 ? "nothing" : "possible uses"}`, async () => {
    expect(await unknownUses(files, name, path)).toEqual(expected);
  });
}
