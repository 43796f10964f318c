/** Which of several methods with one name a C# call means, and which one an override replaces. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../../live/testing-tree.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

const LISTS = "using System; using System.Collections.Generic;";

/** A title, the call in `Use(B b, Given given)`, the overloads of B, of which the called one calls `Right`, and other types. */
const OVERLOADS: readonly (readonly [string, string, string, string])[] = [
  [
    "takes the written type arguments",
    "b.Map<int>(1)",
    "public int Map<X, Y>(X x) => 1; public void Map(int x) {} public void Map<T>(T t) { Right(); }",
    "class Given {}",
  ],
  [
    "takes a class, not a function",
    "b.Map(given, given)",
    "public void Map<X>(X x, Action<X> y) {} public void Map<X, Y>(X x, Y y) { Right(); }",
    "class Given {}",
  ],
  [
    "takes any object, if the class and its bases of the project are no list",
    "b.Take(given)",
    "public void Take(IEnumerable<int> some) {} public void Take(object one) { Right(); }",
    "class Given : Root {} class Root {}",
  ],
  [
    "takes a list, which a class from a library can be",
    "b.Take(given)",
    "public void Take(object one) {} public void Take(IEnumerable<int> some) { Right(); }",
    "class Given : List<int> {}",
  ],
  [
    "takes a list, which an interface of the project extends",
    "b.Take(given)",
    "public void Take(object one) {} public void Take(IEnumerable<int> some) { Right(); }",
    "class Given : IThings {} interface IThings : IReadOnlyList<int> {}",
  ],
];

test.each(OVERLOADS)("calls the overload that %s", async (_title, call, methods, types) => {
  tree = testTree({
    "a.cs": `class A { void Use(B b, Given given) { ${call}; } }`,
    "b.cs": `${LISTS} class B { ${methods} void Right() {} }\n${types}`,
  });
  expect(await tree.reached("b.cs:B.Right", "dependents", 2)).toContain("a.cs:A.Use");
});

/** A title, members of Base, of which the replaced one calls `Right`, the method of Sub, its base and whether one is replaced. */
const REPLACED: readonly (readonly [string, string, string, string, boolean])[] = [
  [
    "the type argument in place of the type parameter",
    "void Handle(T one, int n) {} void Handle(List<T> one) {} void Handle(T one) { Right(); }",
    "void Handle(Item one) {}",
    "Base<Item, string>",
    true,
  ],
  [
    "the type argument in a list",
    "void Handle(T one) {} void Handle(List<T> one) { Right(); }",
    "void Handle(List<Item> one) {}",
    "Base<Item, string>",
    true,
  ],
  [
    "an array of the type argument, of an indirect base",
    "void Handle(T one) {} void Handle(T[] one) { Right(); }",
    "void Handle(Item[] one) {}",
    "Between",
    true,
  ],
  [
    "the same type, not a type parameter",
    "void Handle(TLongName one) {} void Handle(Item one) { Right(); }",
    "void Handle(Item one) {}",
    "Base<int, string>",
    true,
  ],
  [
    "a namespace, and the keyword of a type",
    "void Handle(int n) {} void Handle(Item one, string text) { Right(); }",
    "void Handle(Data.Item one, String? text) {}",
    "Base<int, string>",
    true,
  ],
  [
    "another name of the method's type parameter",
    "void Handle(int n, int m) {} void Handle<X>(X x, List<X> all) { Right(); }",
    "void Handle<Z>(Z z, List<Z> all) {}",
    "Base<int, string>",
    true,
  ],
  [
    "a type that is not the type argument",
    "void Handle(T one) { Right(); } void Handle(T one, int n) {}",
    "void Handle(string one) {}",
    "Base<Item, string>",
    false,
  ],
  [
    "two type parameters by a method that has one",
    "void Handle(int n) {} void Handle<X, Y>(X x, Y y) { Right(); }",
    "void Handle<X>(object x, Action<X> y) {}",
    "Base<int, string>",
    false,
  ],
  [
    "the same parameters but no type parameter",
    "void Handle(object one) { Right(); } void Handle(int n) {}",
    "void Handle<X>(object one) {}",
    "Base<int, string>",
    false,
  ],
  [
    "parameters of other types",
    "void Handle(string one) { Right(); } void Handle(string one, int n) {}",
    "void Handle(int one) {}",
    "Base<int, string>",
    false,
  ],
];

test.each(REPLACED)("a method replaces the one with %s", async (_title, methods, own, base, is) => {
  tree = testTree({
    "a.cs": `namespace Data; ${LISTS} class Item {} class Between : Base<Item, int> {} class Sub : ${base} { ${own} }`,
    "b.cs": `namespace Data; ${LISTS} class Base<T, TLongName> { ${methods} void Right() {} }`,
  });
  const reached = await tree.reached("b.cs:Base.Right", "dependents", 2);
  expect(reached.includes("a.cs:Sub.Handle")).toBe(is);
});
