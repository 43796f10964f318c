/** Names used without a call: constants, and the receiver of an inherited method. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

/** Each case has a `user` and a target whose change must reach it; `!` marks a target whose change must not. */
const CASES: readonly (readonly [string, Files, string])[] = [
  [
    "a class whose method is its base's",
    {
      "app/__init__.py": "",
      "app/views.py":
        "class View:\n    @classmethod\n    def as_view(cls): pass\nclass Home(View): pass\n",
      "app/urls.py": "from . import views\ndef user():\n    views.Home.as_view()\n",
    },
    "app/views.py:Home",
  ],
  [
    "a class whose base nobody has installed",
    {
      "app/__init__.py": "",
      "app/views.py": "from flask.views import MethodView\nclass Home(MethodView): pass\n",
      "app/urls.py": "from . import views\ndef user():\n    views.Home.as_view()\n",
    },
    "app/views.py:Home",
  ],
  [
    "a variable of a module that the package passes on by its own name",
    {
      "app/__init__.py": "from app import signals\n",
      "app/signals.py": "class Signal:\n    def send(self): pass\nsaved = Signal()\n",
      "main.py": "from app import signals\ndef user():\n    signals.saved.send()\n",
    },
    "app/signals.py:saved",
  ],
  [
    "a function in a list",
    {
      "app/__init__.py": "",
      "app/checks.py": "def used(): pass\n",
      "app/run.py": "from . import checks\ndef user():\n    return [checks.used]\n",
    },
    "app/checks.py:used",
  ],
  [
    "a constant that is compared with",
    {
      "go.mod": "module example.com/app\n",
      "a/codes.go": "package a\nconst Used = 2\n",
      "main.go":
        'package main\nimport "example.com/app/a"\nfunc user(x int) bool { return x == a.Used }\n',
    },
    "a/codes.go:Used",
  ],
  [
    "a constant that is handed over",
    {
      "src/codes.ts": "export const USED = 2;\n",
      "src/main.ts":
        'import { USED } from "./codes.ts";\nexport function user() { process.exit(USED); }\n',
    },
    "src/codes.ts:USED",
  ],
  [
    "no constant, where a parameter has its name",
    {
      "src/codes.ts": "export const USED = 2;\n",
      "src/main.ts":
        'import { USED } from "./codes.ts";\nexport function user(USED: number) { process.exit(USED); }\n',
    },
    "!src/codes.ts:USED",
  ],
  [
    "a constant of a class",
    {
      "src/a/Codes.java": "package a;\npublic class Codes { public static final int USED = 2; }\n",
      "src/a/Main.java": "package a;\nclass Main { int user() { return Codes.USED; } }\n",
    },
    "src/a/Codes.java:Codes.USED",
  ],
  [
    "a class by its literal",
    {
      "src/a/Used.java": "package a;\npublic class Used {}\n",
      "src/a/Main.java": "package a;\nclass Main { Object user() { return Used.class; } }\n",
    },
    "src/a/Used.java:Used",
  ],
  [
    "a variant that is matched",
    {
      "Cargo.toml": '[package]\nname = "one"\n',
      "src/lib.rs":
        "mod m;\nfn user(x: m::E) -> bool { match x { m::E::Used(_) => true, _ => false } }",
      "src/m.rs": "pub enum E { Used(u8), Other }",
    },
    "src/m.rs:E.Used",
  ],
  [
    "a type by its whole path",
    {
      "Cargo.toml": '[package]\nname = "one"\n',
      "other/Cargo.toml": '[package]\nname = "other"\n',
      "other/src/lib.rs": "pub mod m;",
      "other/src/m.rs": "pub struct Used;",
      "src/lib.rs": "fn user(x: &other::m::Used) {}",
    },
    "other/src/m.rs:Used",
  ],
];

test.each(CASES)("%s", async (_name, files, expected) => {
  tree = testTree(files);
  const target = expected.replace("!", "");
  const found = await tree.reached(target, "dependents", 1);
  const isReached = found.some((item) => /:(?:Main\.)?user$/.test(item));
  expect(isReached, `${target}: ${found}`).toBe(!expected.startsWith("!"));
});
