/** Uses in C# and Java that are no calls: attributes, fields without `this`, and what usings of other files make visible. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

type Files = Readonly<Record<string, string>>;

const CACHE = "namespace L.Caching; public class Store { public void Put() { } }";
const USER =
  "namespace T; public class User { public void Use() { var s = new Store(); s.Put(); } }";

/** A title, files, an edge. */
const EDGES: readonly (readonly [string, Files, string])[] = [
  [
    "an attribute without its suffix",
    {
      "a.cs": "class MarkAttribute : System.Attribute { }\nclass A { [Mark] void Go() { } }",
    },
    "a.cs:A.Go instantiates a.cs:MarkAttribute",
  ],
  [
    "an attribute whose class has no suffix",
    { "a.cs": "class Mark : System.Attribute { }\n[Mark(1)] class A { }" },
    "a.cs:A instantiates a.cs:Mark",
  ],
  [
    "a field without this",
    {
      "a.cs":
        "class A { private readonly B _b = new(); void Go() { _b.Run(); } }\nclass B { public void Run() { } }",
    },
    "a.cs:A.Go references a.cs:A._b",
  ],
  [
    "a field in a text with expressions",
    { "a.cs": 'class A { private string _b = ""; string Go() => $"x {_b} {{_c}}"; }' },
    "a.cs:A.Go references a.cs:A._b",
  ],
  [
    "an inherited property of another file",
    {
      "a.cs": "class A : Base { int Go() { return Total + 1; } }",
      "b.cs": "class Base { protected int Total { get; set; } }",
    },
    "a.cs:A.Go references b.cs:Base.Total",
  ],
  [
    "a field of Java",
    { "a.java": "class A { private int count = 1; int go() { return count; } }" },
    "a.java:A.go references a.java:A.count",
  ],
  ...(
    [
      [
        "a global using in any file",
        { "test/T.csproj": "", "test/deep/any.cs": "global using L.Caching;" },
      ],
      [
        "a using of a project file",
        {
          "test/T.csproj":
            '<Project><ItemGroup><Using Include="L.Caching" /></ItemGroup></Project>',
        },
      ],
      ["a using for all projects", { "Directory.Build.props": "<Using Include='X;L.Caching'/>" }],
      [
        "a type's name of a project file",
        { "test/T.csproj": '<Using Include="L.Caching.Store" Alias="Store" />' },
      ],
    ] as const
  ).map(
    ([title, files]) =>
      [
        title,
        { ...files, "src/Store.cs": CACHE, "test/User.cs": USER },
        "test/User.cs:User.Use calls src/Store.cs:Store.Put",
      ] as const,
  ),
  [
    "a namespace that needs no using",
    {
      "src/Store.cs": CACHE.replace("L.Caching", "System.Threading"),
      "test/User.cs": USER,
    },
    "test/User.cs:User.Use calls src/Store.cs:Store.Put",
  ],
];

test.each(EDGES)("%s", async (_title, files, edge) => {
  tree = testTree(files);
  expect(await edgesOf(tree)).toContain(edge);
});

async function edgesOf(of: TestTree): Promise<string[]> {
  const edges = await of.edges(await of.session());
  return edges.map((item) => item.replace(/ [\d.]+$/, ""));
}

const ABSENT: typeof EDGES = [
  [
    "a class with the name of an attribute",
    {
      "a.cs":
        "class Mark { }\nclass MarkAttribute : System.Attribute { }\nclass A { [Mark] void Go() { } }",
    },
    "a.cs:A.Go instantiates a.cs:Mark",
  ],
  [
    "a member of what is made",
    {
      "a.cs":
        "class A { int Size { get; set; } object Go() { return new B { Size = 1 }; } }\nclass B { public int Size; }",
    },
    "a.cs:A.Go references a.cs:A.Size",
  ],
  [
    "a parameter with the name of a field",
    { "a.cs": "class A { int size = 1; int Go(int size) { return size; } }" },
    "a.cs:A.Go references a.cs:A.size",
  ],
  [
    "a using of another project",
    {
      "src/L.csproj": '<Using Include="L.Caching" />',
      "src/Store.cs": CACHE,
      "test/T.csproj": "",
      "test/User.cs": USER,
    },
    "test/User.cs:User.Use calls src/Store.cs:Store.Put",
  ],
];

test.each(ABSENT)("no edge: %s", async (_title, files, edge) => {
  tree = testTree(files);
  expect(await edgesOf(tree)).not.toContain(edge);
});

test("a file that is linked later finds the global usings of unchanged files", async () => {
  tree = testTree({
    "src/Store.cs": CACHE,
    "test/T.csproj": "",
    "test/any.cs": "global using L.Caching;",
  });
  const session = await tree.session();
  await session.fresh();
  tree.write("test/User.cs", USER);
  const edges = await tree.edges(await tree.session());
  expect(edges.join("\n")).toContain("test/User.cs:User.Use calls src/Store.cs:Store.Put");
});

test("a new global using reaches the files of its project", async () => {
  tree = testTree({ "src/Store.cs": CACHE, "test/T.csproj": "", "test/User.cs": USER });
  await (await tree.session()).fresh();
  tree.write("test/any.cs", "global using L.Caching;");
  const edges = await tree.edges(await tree.session());
  expect(edges.join("\n")).toContain("test/User.cs:User.Use calls src/Store.cs:Store.Put");
});

test("users of a class are listed for its field only if nothing is known to use the field, and are not certain", async () => {
  tree = testTree({
    "a.cs":
      "class A { public int _a = 1; public int _b = 2; int Go() { return _a; } }\nclass U { A Make() { return new A(); } }",
  });
  expect(await tree.reached("a.cs:A._a", "dependents", 1)).toEqual(["a.cs:A.Go"]);
  expect(await tree.reached("a.cs:A._b", "dependents", 1)).toEqual(["a.cs:U.Make"]);
});

const PARTS = {
  "Pt.cs": "namespace Q; public partial class Pt { public Pt(int n) { } public void A() { } }",
  "Pt.More.cs": "namespace Q; public partial class Pt { public void B() { } }",
  "Use.cs":
    "namespace Q; public class Use { public void Make() { var p = new Pt(3); } public void Take(Pt p) { } }",
};

test.each(["Pt.cs:Pt", "Pt.More.cs:Pt", "Pt.cs:Pt.Pt"])(
  "users of a class in two parts are users of each part: %s",
  async (target) => {
    tree = testTree(PARTS);
    expect(await tree.reached(target, "dependents", 1)).toContain("Use.cs:Use.Make");
  },
);

test.each([
  "class A { List<int> Items { get; } = []; }",
  "class A { int[] Go(int[] a) => a ?? []; void Do() { Go([]); } }",
])("an empty collection is read: %s", async (text) => {
  tree = testTree({ "a.cs": text });
  const session = await tree.session();
  await session.fresh();
  expect(session.unread().partly).toEqual([]);
});
