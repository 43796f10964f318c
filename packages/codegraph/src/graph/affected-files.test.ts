/** Files to link again after a change of what needs no import of its file. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const silent = () => undefined;

type Files = Readonly<Record<string, string>>;

const CSHARP_LIB = `namespace Lib {
  public class Store { public void Save() {} public void Save(int many) {} public Store Next { get; set; } }
  public static class More { public static void Pack(this Store store) {} }
}`;
const USER = "class A { void Use(Store s) { s.Save(); s.Save(1); s.Pack(); new Late().Go(); } }";
const FILES = { "a.cs": `using Lib; ${USER}`, "lib.cs": CSHARP_LIB };
const OPEN = { "a.cs": USER, "lib.cs": CSHARP_LIB };
const SHARED = { ...OPEN, "Usings.cs": "global using Lib;" };
const ALIAS = { "a.cs": "class A { void Use(S s) { s.Save(); } }", "lib.cs": CSHARP_LIB };
test.each<readonly [string, Files, (tree: TestTree) => void, string, boolean]>([
  [
    "a type appears in a new file",
    FILES,
    (at) => at.write("late.cs", "namespace Lib; class Late { public void Go() {} }"),
    "late.cs:Late.Go",
    true,
  ],
  [
    "the namespace of a type changes",
    FILES,
    (at) => at.write("lib.cs", CSHARP_LIB.replace("namespace Lib", "namespace Far")),
    "lib.cs:Store.Save",
    false,
  ],
  [
    "a second extension of that name is deleted",
    {
      ...FILES,
      "more.cs": "namespace Lib; static class Others { static void Pack(this Store s) {} }",
    },
    (at) => at.remove("more.cs"),
    "lib.cs:More.Pack",
    true,
  ],
  [
    "a global using comes in a new file",
    OPEN,
    (at) => at.write("Usings.cs", "global using Lib;"),
    "lib.cs:Store.Save",
    true,
  ],
  [
    "a global using is added to a file",
    { ...OPEN, "Usings.cs": "global using Far;" },
    (at) => at.write("Usings.cs", "global using Far; global using Lib;"),
    "lib.cs:Store.Save",
    true,
  ],
  [
    "a global using is removed from a file",
    SHARED,
    (at) => at.write("Usings.cs", "global using Far;"),
    "lib.cs:Store.Save",
    false,
  ],
  [
    "a file with a global using is deleted",
    SHARED,
    (at) => at.remove("Usings.cs"),
    "lib.cs:Store.Save",
    false,
  ],
  [
    "a file with a global using moves to another folder",
    SHARED,
    (at) => at.move("Usings.cs", "far/Usings.cs"),
    "lib.cs:Store.Save",
    false,
  ],
  [
    "a global name of a type comes in a new file",
    ALIAS,
    (at) => at.write("Usings.cs", "global using S = Lib.Store;"),
    "lib.cs:Store.Save",
    true,
  ],
  [
    "a global name of a type is deleted",
    { ...ALIAS, "Usings.cs": "global using S = Lib.Store;" },
    (at) => at.remove("Usings.cs"),
    "lib.cs:Store.Save",
    false,
  ],
])(
  "after a change, other files are linked as in a new index: %s",
  async (_title, files, change, target, isReached) => {
    tree = testTree(files);
    const session = await tree.session();
    await session.fresh();
    change(tree);
    expect((await tree.reached(target, "dependents", 1)).includes("a.cs:A.Use")).toBe(isReached);
    expect(await tree.edges(session)).toEqual(await tree.edges(await tree.session()));
  },
);

test.each<readonly [string, string, "some" | "all"]>([
  ["in a file whose name does not say so", "Program.cs", "all"],
  ["of another folder", "tests/GlobalUsings.cs", "some"],
  ["of all files", "GlobalUsings.cs", "all"],
])(
  "only files that a global using can apply to are linked again: one %s",
  async (_title, path, linked) => {
    const many = Array.from({ length: 60 }, (_, at) => [`src/f${at}.cs`, `class F${at} {}`]);
    tree = testTree({ ...Object.fromEntries(many), "lib.cs": CSHARP_LIB, [path]: "class P {}" });
    const session = await tree.session();
    await session.index(false, silent);
    tree.write(path, "global using Lib; class P {}");
    expect((await session.index(false, silent)).wasLinked).toBe(linked);
  },
);
