/** Known graphs in every language of full depth: a change reaches the users of the changed symbol, and not the reverse. */
import { afterEach, describe, expect, test } from "vitest";
import { exportedEdges } from "../../graph/export-graph.ts";
import { edgeTier } from "../../graph/graph.ts";
import { TIER_CONFIDENCE } from "../../link/value.ts";
import { type TestTree, testTree } from "../../live/testing-tree.ts";
import { KNOWN_JAVA } from "../kotlin/testing-java.ts";
import { KNOWN_KOTLIN } from "../kotlin/testing-kotlin.ts";
import { KNOWN_RUBY } from "../ruby/testing-ruby.ts";
import { KNOWN_SWIFT } from "../swift/testing-swift.ts";
import { KNOWN_COMPONENTS, type Known } from "./testing-components.ts";
import { KNOWN_CPP } from "./testing-cpp.ts";
import { KNOWN_CSHARP } from "./testing-csharp.ts";
import { KNOWN_PHP } from "./testing-php.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const KNOWN: readonly Known[] = [
  ...KNOWN_COMPONENTS,
  ...KNOWN_CPP,
  ...KNOWN_CSHARP,
  ...KNOWN_JAVA,
  ...KNOWN_KOTLIN,
  ...KNOWN_SWIFT,
  ...KNOWN_PHP,
  ...KNOWN_RUBY,
  {
    language: "typescript",
    files: {
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } } // comment',
      "src/store.ts": `export interface Disposable { close(): void }
        export class Store implements Disposable {
          private readonly items: Item[] = [];
          static open(path: string): Store { return new Store(); }
          all(): Item[] { return this.items; }
          close(): void {}
        }
        export class Item { print(): void {} }
        export const makeStore = async (): Promise<Store> => Store.open("x");`,
      "src/index.ts": 'export * from "./store.js"; export { Store as Default } from "./store.js";',
      "src/app.ts": `import { Default, makeStore, type Item } from "@app/index";
        import * as all from "./store";
        export class App {
          constructor(private readonly store: Default) {}
          async run(): Promise<void> {
            const other = await makeStore();
            other.close();
            for (const item of this.store.all()) item.print();
            this.store.all().map((one) => one.print());
            const { close } = { close: () => all.Store.open("y") };
            this.finish();
          }
          finish(): void { cleanUp(this.store); }
        }
        function cleanUp(store: Default) { store.close(); }`,
    },
    uses: [
      "src/app.ts:App.run → src/store.ts:makeStore",
      "src/app.ts:App.run → src/store.ts:Item.print",
      "src/app.ts:App.run → src/store.ts:Store.all",
      "src/app.ts:App.run → src/store.ts:Store.close",
      "src/app.ts:App.run → src/app.ts:App.finish",
      "src/app.ts:App.finish → src/app.ts:cleanUp",
      "src/app.ts:cleanUp → src/store.ts:Store.close",
      "src/store.ts:makeStore → src/store.ts:Store.open",
      "src/store.ts:Store → src/store.ts:Disposable",
    ],
  },
  {
    language: "javascript, CommonJS",
    files: {
      "lib/store.js": `class Store { close() {} }
        function open() { return new Store(); }
        module.exports = { open, Store };`,
      "app.js": `const { open } = require("./lib/store");
        const lib = require("./lib/store.js");
        function run() { open().close(); new lib.Store().close(); }`,
    },
    uses: ["app.js:run → lib/store.js:open", "app.js:run → lib/store.js:Store.close"],
  },
  {
    language: "tsx",
    files: {
      "button.tsx":
        "export function Button(props: { text: string }) { return <b>{props.text}</b>; }",
      "page.tsx":
        'import { Button } from "./button";\nexport const Page = () => <p><Button text="x" /></p>;',
    },
    uses: ["page.tsx:Page → button.tsx:Button"],
  },
  {
    language: "python",
    files: {
      "pkg/__init__.py": "from .store import Store as Public\n",
      "pkg/store.py": `from typing import Optional
class Base:
    def shut(self): pass
class Store(Base):
    def __init__(self, path: str):
        self.path = path
        self.log = Log()
    @classmethod
    def open(cls, path) -> "Store":
        return cls(path)
    @property
    def items(self) -> list["Item"]:
        return []
    def close(self):
        self.log.write()
        self.shut()
class Item:
    def print_it(self): pass
class Log:
    def write(self): pass
`,
      "pkg/sub/__init__.py": "",
      "pkg/sub/util.py": "from ..store import Item\ndef helper(item: Item):\n    item.print_it()\n",
      "main.py": `import pkg.sub.util as util
from pkg import Public
def run():
    with Public.open("x") as s:
        pass
    store = Public("x")
    for item in store.items:
        item.print_it()
        util.helper(item)
    store.close()
`,
    },
    uses: [
      "main.py:run → pkg/store.py:Store.open",
      "main.py:run → pkg/store.py:Store",
      "main.py:run → pkg/store.py:Item.print_it",
      "main.py:run → pkg/sub/util.py:helper",
      "main.py:run → pkg/store.py:Store.close",
      "pkg/store.py:Store.close → pkg/store.py:Log.write",
      "pkg/store.py:Store.close → pkg/store.py:Base.shut",
      "pkg/sub/util.py:helper → pkg/store.py:Item.print_it",
    ],
  },
  {
    language: "go",
    files: {
      "go.mod": "module example.com/m\n",
      "main.go": `package main
import st "example.com/m/store"
type App struct {
	store *st.Store
	helper
}
func (a *App) Run() error {
	s, err := st.Open("x")
	if err != nil { return err }
	a.store = s
	for _, it := range a.store.Items() { it.Print() }
	a.help()
	return a.store.Close()
}
func main() { app := &App{}; app.Run() }
`,
      "helper.go":
        "package main\ntype helper struct{}\nfunc (h helper) help() { util() }\nfunc util() {}\n",
      "store/store.go": `package store
type Store struct { items []*Item }
type Item struct { Name string }
func Open(path string) (*Store, error) { return &Store{}, nil }
func (s *Store) Close() error { return nil }
func (s *Store) Items() []*Item { return s.items }
`,
      "store/item.go": "package store\nfunc (i *Item) Print() {}\n",
    },
    uses: [
      "main.go:App.Run → store/store.go:Open",
      "main.go:App.Run → store/store.go:Store.Items",
      "main.go:App.Run → store/item.go:Item.Print",
      "main.go:App.Run → helper.go:helper.help",
      "main.go:App.Run → store/store.go:Store.Close",
      "main.go:main → main.go:App.Run",
      "helper.go:helper.help → helper.go:util",
    ],
  },
  {
    language: "rust",
    files: {
      "Cargo.toml": '[package]\nname = "my-crate"\n',
      "src/lib.rs": `pub mod store;
mod util;
use crate::store::{Store, Item as It};
use util::helper;
pub trait Run { fn run(&self) -> bool; fn twice(&self) { self.run(); } }
pub struct App { store: Store }
impl App {
    pub fn new() -> Self { App { store: Store::open("x").unwrap() } }
    pub fn go(&self) { for it in self.store.items() { it.print(); } helper(); crate::util::other(); self.twice(); }
}
impl Run for App { fn run(&self) -> bool { self.store.close(); true } }
pub fn start() { let app = App::new(); app.go(); let f = |x: It| x.print(); }
`,
      "src/util.rs": "pub fn helper() { super::store::free(); }\npub fn other() {}\n",
      "src/store.rs": `pub struct Store { items: Vec<Item> }
pub struct Item;
pub fn free() {}
impl Store {
    pub fn open(p: &str) -> Option<Self> { None }
    pub fn items(&self) -> &Vec<Item> { &self.items }
    pub fn close(&self) {}
}
impl Item { pub fn print(&self) {} }
`,
    },
    uses: [
      "src/lib.rs:App.new → src/store.rs:Store.open",
      "src/lib.rs:App.go → src/store.rs:Store.items",
      "src/lib.rs:App.go → src/store.rs:Item.print",
      "src/lib.rs:App.go → src/util.rs:helper",
      "src/lib.rs:App.go → src/util.rs:other",
      "src/lib.rs:App.go → src/lib.rs:Run.twice",
      "src/lib.rs:App.run → src/store.rs:Store.close",
      "src/lib.rs:start → src/lib.rs:App.go",
      "src/util.rs:helper → src/store.rs:free",
    ],
  },
];

describe.each(KNOWN)("$language", ({ files, uses, absent = [] }) => {
  test("impact leads from the used symbol to its user, and dependencies lead back", async () => {
    tree = testTree(files);
    for (const line of uses) {
      const [user = "", used = ""] = line.split(" → ");
      expect(await tree.reached(used, "dependents", 1), `impact of ${used}`).toContain(user);
      expect(await tree.reached(user, "dependencies", 1), `deps of ${user}`).toContain(used);
      expect(await tree.reached(user, "dependents", 1), `impact of ${user}`).not.toContain(used);
    }
    for (const line of absent) {
      const [user = "", used = ""] = line.split(" → ");
      expect(await tree.reached(used, "dependents", 1), `impact of ${used}`).not.toContain(user);
    }
  });
});

/** Per language: code, a test of it according to the language's conventions, and a file that is not a test. */
const TESTED: readonly (readonly [string, Readonly<Record<string, string>>, string, string])[] = [
  [
    "typescript",
    { "src/store.ts": "export const f = 1;", "src/store.test.ts": 'import { f } from "./store";' },
    "src/store.ts",
    "src/store.test.ts",
  ],
  [
    "tsx",
    {
      "src/b.tsx": "export const B = () => <b/>;",
      "src/b.spec.tsx": 'import { B } from "./b";\nconst p = <B/>;',
    },
    "src/b.tsx",
    "src/b.spec.tsx",
  ],
  [
    "javascript",
    { "lib/a.js": "exports.f = 1;", "lib/__tests__/a.js": 'require("../a");' },
    "lib/a.js",
    "lib/__tests__/a.js",
  ],
  [
    "python",
    {
      "pkg/__init__.py": "",
      "pkg/a.py": "def f(): pass\n",
      "tests/test_a.py": "from pkg.a import f\nf()\n",
    },
    "pkg/a.py",
    "tests/test_a.py",
  ],
  [
    "go",
    {
      "go.mod": "module m\n",
      "a/a.go": "package a\nfunc F() {}\n",
      "a/a_test.go": 'package a_test\nimport "m/a"\nfunc TestF() { a.F() }\n',
    },
    "a/a.go",
    "a/a_test.go",
  ],
  [
    "rust",
    {
      "Cargo.toml": '[package]\nname = "c"\n',
      "src/lib.rs": "pub fn f() {}\n",
      "tests/f.rs": "use c::f;\nfn works() { f(); }\n",
    },
    "src/lib.rs",
    "tests/f.rs",
  ],
  [
    "java",
    {
      "src/main/java/a/A.java": "package a;\npublic class A { public void f() {} }",
      "src/test/java/a/ATest.java":
        "package a;\nimport a.A;\nclass ATest { void works() { new A().f(); } }",
    },
    "src/main/java/a/A.java",
    "src/test/java/a/ATest.java",
  ],
  [
    "php",
    {
      "src/Store.php": "<?php\nnamespace A;\nclass Store { function f() {} }",
      "tests/StoreTest.php":
        "<?php\nnamespace T;\nuse A\\Store;\nclass StoreTest { function works() { (new Store())->f(); } }",
    },
    "src/Store.php",
    "tests/StoreTest.php",
  ],
  [
    "kotlin",
    {
      "src/main/kotlin/A.kt": "package a\nclass A { fun f() {} }",
      "src/test/kotlin/ATest.kt": "package a\nclass ATest { fun works() { A().f() } }",
    },
    "src/main/kotlin/A.kt",
    "src/test/kotlin/ATest.kt",
  ],
  [
    "csharp",
    {
      "src/A.cs": "namespace A;\npublic class Store { public void F() {} }",
      "test/StoreTests.cs":
        "using A;\nnamespace A.Tests;\nclass StoreTests { void Works() { new Store().F(); } }",
    },
    "src/A.cs",
    "test/StoreTests.cs",
  ],
];

test.each(TESTED)(
  "%s: links code to its test, and a change of the code reaches the test",
  async (_language, files, code, of) => {
    tree = testTree(files);
    const session = await tree.session();
    const edges = await tree.edges(session);
    expect(edges).toContain(`${code} tested_by ${of} 0.95`);
    expect(edges.filter((edge) => edge.startsWith(`${of} tested_by`))).toEqual([]);
    expect((await tree.reached(code, "dependents", 1)).some((item) => item.startsWith(of))).toBe(
      true,
    );
    expect((await tree.reached(of, "dependencies", 1)).some((item) => item.startsWith(code))).toBe(
      true,
    );
  },
);

test.each(KNOWN)("$language: every edge has a source and a confidence", async ({ files }) => {
  tree = testTree(files);
  const { graph } = await (await tree.session()).fresh();
  const edges = [...exportedEdges(graph)];
  expect(edges.length).toBeGreaterThan(5);
  for (const { source, confidence } of edges) {
    expect(["ast", "scip", "checker"]).toContain(source);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
  for (const kind of graph.outKinds) expect(TIER_CONFIDENCE[edgeTier(kind)]).toBeGreaterThan(0);
});

test.each([
  ["a.c", '#include "b.h"\nint main() { return 0; }', "b.h", "int f();"],
  ["a.sh", "source ./b.sh\nrun() { true; }", "b.sh", "other() { true; }"],
])("resolves imports of an outlined language: %s", async (path, text, imported, other) => {
  tree = testTree({ [path]: text, [imported]: other });
  expect(await tree.reached(imported, "dependents")).toEqual([path]);
});
