/** Names that need no import of their file: what a call reaches, what it must not reach, and what stays unknown. */
import { afterEach, expect, test } from "vitest";
import { unknownCallsOf } from "../graph/unknown-calls.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

const CSHARP_LIB = `namespace Lib {
  public class Store { public void Save() {} public void Save(int many) {} public Store Next { get; set; } }
  public static class More { public static void Pack(this Store store) {} }
}`;

/** A title, files of which the first has `Use`, and the target of its call. */
const REACHED: readonly (readonly [string, Files, string])[] = [
  [
    "a namespace around the file's own",
    {
      "a.cs": "namespace Lib.Sub; class A { void Use() { new Store().Save(); } }",
      "lib.cs": CSHARP_LIB,
    },
    "lib.cs:Store.Save",
  ],
  [
    "a relative namespace in a namespace",
    {
      "a.cs": "namespace Top { using Lib; class A { void Use(Store s) { s.Save(); } } }",
      "lib.cs": CSHARP_LIB.replace("namespace Lib", "namespace Top.Lib"),
    },
    "lib.cs:Store.Save",
  ],
  [
    "a qualified name",
    { "a.cs": "class A { void Use(Lib.Store s) { s.Next.Save(); } }", "lib.cs": CSHARP_LIB },
    "lib.cs:Store.Save",
  ],
  [
    "a using for all files",
    {
      "src/a.cs": "class A { void Use(Store s) { s.Pack(); } }",
      "src/Usings.cs": "global using Lib;",
      "lib.cs": CSHARP_LIB,
    },
    "lib.cs:More.Pack",
  ],
  [
    "a name for a type in all files",
    {
      "src/a.cs": "class A { void Use(S s) { s.Save(); } }",
      "src/Usings.cs": "global using S = Lib.Store;",
      "lib.cs": CSHARP_LIB,
    },
    "lib.cs:Store.Save",
  ],
  [
    "the nearest of two types with one name",
    {
      "app/a.cs": "using Lib; class A { void Use(Store s) { s.Save(); } }",
      "app/lib.cs": CSHARP_LIB,
      "other/lib.cs": CSHARP_LIB,
    },
    "app/lib.cs:Store.Save",
  ],
  [
    "a type outside of the namespace in its file",
    {
      "a.cs": "class A { void Use() { Guard.Check(); } }",
      "g.cs": "namespace X { class Y {} }\nstatic class Guard { public static void Check() {} }",
    },
    "g.cs:Guard.Check",
  ],
  [
    "a static member of a type with type arguments",
    {
      "a.cs": "class A { void Use() { Box<int>.Make(); } }",
      "b.cs": "class Box<T> { public static void Make() {} }",
    },
    "b.cs:Box.Make",
  ],
  [
    "the type with this number of type parameters",
    {
      "a.cs": "class A { void Use() { new Box<int>().Open(); } }",
      "b.cs": "class Box { } class Box<T> { public void Open() {} }",
    },
    "b.cs:Box.Open",
  ],
  [
    "a parameter of a lambda, from the constructor and the type of the function",
    {
      "a.cs": "class A { B Use() => new(b => b.Map(c => c.Go())); }",
      "b.cs":
        "using System; class B { public B(Action<B> set) {} public void Map(int x) {} public void Map(Action<C> set) {} }\nclass C { public void Go() {} }",
    },
    "b.cs:C.Go",
  ],
  [
    "an extension of lists, called on a list of a type parameter",
    {
      "a.cs":
        "using System.Collections.Generic; class A { void Use<T>(List<T> s) { s.Dump(); } }\nstatic class More { public static void Dump<X>(this IEnumerable<X> s) {} }",
    },
    "a.cs:More.Dump",
  ],
  [
    "an extension of lists, called on a read-only list",
    {
      "a.cs":
        "using System.Collections.ObjectModel; class A { void Use(ReadOnlyCollection<int> s) { s.Dump(); } }\nstatic class More { public static void Dump<X>(this IEnumerable<X> s) {} }",
    },
    "a.cs:More.Dump",
  ],
  [
    "an extension with the name of a property",
    {
      "a.cs":
        "class A { void Use(B b) { b.Height(1).Height(2); } } class B { public int Height; }\nstatic class More { public static B Height(this B b, int n) => b; }",
    },
    "a.cs:More.Height",
  ],
  [
    "a PHP class under another name in a group",
    {
      "a.php":
        "<?php\nnamespace X;\nuse Lib\\{Other, Store as S};\nclass A { function Use(?S $s) { $s?->save(); } }",
      "lib.php": "<?php\nnamespace Lib { class Store { function save() {} } class Other {} }",
    },
    "lib.php:Store.save",
  ],
  [
    "a call after a condition of the preprocessor",
    {
      "a.cs":
        "class A { int B()\n#if X\n => 1;\n#else\n { return 2; }\n#endif\n void Use() { new C().Go(); } }",
      "c.cs": "class C { public void Go() {} }",
    },
    "c.cs:C.Go",
  ],
];

test.each(REACHED)("%s", async (_title, files, target) => {
  tree = testTree(files);
  const [user = ""] = Object.keys(files);
  expect(await tree.reached(target, "dependents", 1)).toContain(`${user}:A.Use`);
});

test.each<readonly [string, Files, string]>([
  [
    "C#: a variable of top-level statements",
    {
      "a.cs": "using Lib; var store = new Store(); store.Save();",
      "lib.cs": CSHARP_LIB,
    },
    "lib.cs:Store.Save",
  ],
  [
    "C#: a variable of a loop in top-level statements",
    {
      "a.cs": "using Lib; foreach (Store store in new Store[0]) { store.Save(); }",
      "lib.cs": CSHARP_LIB,
    },
    "lib.cs:Store.Save",
  ],
  [
    "PHP: a variable of catch outside of functions",
    {
      "a.php": "<?php\ntry { run(); } catch (Failure $failure) { $failure->show(); }",
      "lib.php": "<?php\nclass Failure { function show() {} }",
    },
    "lib.php:Failure.show",
  ],
])("outside of types and functions, %s", async (_title, files, target) => {
  tree = testTree(files);
  const [user = ""] = Object.keys(files);
  const edges = await tree.edges(await tree.session());
  expect(edges.filter((edge) => edge.startsWith(`${user} calls ${target} `))).toHaveLength(1);
});

test.each<readonly [string, Files]>([
  [
    "TypeScript: a library's Task is not what it contains",
    {
      "lib.ts": "export class Lib { used() {} }\n",
      "a.ts":
        'import type { Lib } from "./lib";\nexport async function user(task: Task<Lib>) { (await task).used(); }\n',
    },
  ],
  [
    "TypeScript: members of lists have no capital letter",
    {
      "lib.ts": "export class Lib { used() {} }\n",
      "a.ts":
        'import type { Lib } from "./lib";\nexport function user(list: Lib[]) { list.First().used(); }\n',
    },
  ],
  [
    "TypeScript: a library's Func does not state the type of a parameter",
    {
      "lib.ts": "export class Lib { used() {} }\n",
      "a.ts":
        'import type { Lib } from "./lib";\nfunction each(one: Func<Lib, void>) {}\nexport function user() { each((item) => item.used()); }\n',
    },
  ],
  [
    "Java: Stack is not a list",
    {
      "Lib.java": "class Lib { void used() {} }",
      "A.java":
        "import java.util.Stack;\nclass A { void user(Stack<Lib> all) { all.pop().used(); } }",
    },
  ],
  [
    "Java: SortedSet is not a list",
    {
      "Lib.java": "class Lib { void used() {} }",
      "A.java":
        "import java.util.SortedSet;\nclass A { void user(SortedSet<Lib> all) { for (Lib one : all) {} all.first().used(); } }",
    },
  ],
  [
    "Python: Task is not what it contains",
    {
      "lib.py": "class Lib:\n    def used(self): pass\n",
      "a.py":
        "from lib import Lib\n\nasync def user(task: Task[Lib]):\n    (await task).used()\n    task.result().used()\n",
    },
  ],
])("C#'s types mean nothing in %s", async (_title, files) => {
  tree = testTree(files);
  const [library = ""] = Object.keys(files);
  expect(await tree.reached(`${library}:Lib.used`, "dependents", 1)).toEqual([]);
});

test("Rust: a call through Self refers to the type", async () => {
  tree = testTree({
    "Cargo.toml": '[package]\nname = "c"\n',
    "src/lib.rs": "mod a;\npub trait Known { fn known() -> bool { true } }\n",
    "src/a.rs":
      "use crate::Known;\npub struct A;\nimpl Known for A {}\nimpl A { fn user() -> bool { Self::known() } }\n",
  });
  const edges = await tree.edges(await tree.session());
  expect(edges.filter((edge) => edge.includes(" references "))).toEqual([
    "src/a.rs:A.user references src/a.rs:A 0.95",
  ]);
});

/** As `REACHED`, but the call must not reach the target. */
const NOT_REACHED: typeof REACHED = [
  [
    "a namespace that is not visible",
    { "a.cs": "class A { void Use(Store s) { s.Save(); } }", "lib.cs": CSHARP_LIB },
    "lib.cs:Store.Save",
  ],
  [
    "a PHP class of another namespace without use",
    {
      "a.php": "<?php\nnamespace X;\nclass A { function Use(Store $s) { $s->save(); } }",
      "lib.php": "<?php\nclass Store { function save() {} }",
    },
    "lib.php:Store.save",
  ],
  [
    "a member of another type",
    {
      "a.cs":
        "using Lib; class A { void Use(Other o) { o.Save(); } } class Other { public void Go() {} }",
      "lib.cs": CSHARP_LIB,
    },
    "lib.cs:Store.Save",
  ],
  [
    "an extension of a list of another type",
    {
      "a.cs":
        "using System.Collections.Generic; class A { void Use(List<int> s) { s.Add(1); } }\nclass Other {} static class More { public static void Add(this List<Other> s, int one) {} }",
    },
    "a.cs:More.Add",
  ],
  [
    "an extension of lists, called on a type with type arguments that is no list",
    {
      "a.cs":
        "using System.Collections.Generic; using System.Threading.Tasks; class A { void Use(Task<int> s) { s.Dump(); } }\nstatic class More { public static void Dump<T>(this IEnumerable<T> s) {} }",
    },
    "a.cs:More.Dump",
  ],
  [
    "an extension of another type",
    { "a.cs": "using Lib; class A { void Use(string s) { s.Pack(); } }", "lib.cs": CSHARP_LIB },
    "lib.cs:More.Pack",
  ],
];

test.each(NOT_REACHED)("no edge: %s", async (_title, files, target) => {
  tree = testTree(files);
  const [user = ""] = Object.keys(files);
  expect(await tree.reached(target, "dependents", 1)).not.toContain(`${user}:A.Use`);
});

/** Files of which the first has an unresolved call, its name, and a file that declares it. */
const UNKNOWN: readonly (readonly [string, Files, string, string])[] = [
  [
    "a member of an unknown value",
    { "a.cs": "class A { void Use(dynamic s) { s.Save(); } }", "lib.cs": CSHARP_LIB },
    "Save",
    "lib.cs",
  ],
  [
    "a member of an unknown variable of PHP",
    {
      "a.php": "<?php\nfunction a() { global $s; $s->save(); }",
      "lib.php": "<?php\nclass S { function save() {} }",
    },
    "save",
    "lib.php",
  ],
  [
    "a member of what a class may inherit from outside",
    { "a.cs": "class A : Page { void Use() { Request.Save(); } }", "lib.cs": CSHARP_LIB },
    "Save",
    "lib.cs",
  ],
];

test.each(UNKNOWN)("counted as unknown: %s", async (_title, files, name, path) => {
  tree = testTree(files);
  const { graph } = await (await tree.session()).fresh();
  const [user = ""] = Object.keys(files);
  const found = unknownCallsOf(graph, new Set([name]), path);
  expect(found.map((call) => call.path)).toEqual([user]);
});

test.each<readonly [string, string, string]>([
  [
    "a.php",
    "<?php\nclass A extends \\Exception { function __construct() { parent::__construct(); } }",
    "__construct",
  ],
  [
    "a.py",
    "from lib import Far\nclass A(Far):\n    def __init__(self):\n        super().__init__()\n",
    "__init__",
  ],
])(
  "the constructor of a base class from outside is no unknown call: %s",
  async (path, text, name) => {
    tree = testTree({ [path]: text });
    const { graph } = await (await tree.session()).fresh();
    expect(unknownCallsOf(graph, new Set([name]), path)).toEqual([]);
  },
);

test("a constant is not used where it is defined", async () => {
  tree = testTree({ "a.ts": "const P = 1;\nconst Q = P;\nuse(Q);\n" });
  const session = await tree.session();
  await session.fresh();
  const reads = (await session.factsOf("a.ts"))?.calls.filter(({ callee }) => callee === "Q");
  expect(reads?.map(({ line }) => line)).not.toContain(2);
});
