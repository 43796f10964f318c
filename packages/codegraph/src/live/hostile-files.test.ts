/** A file crafted to be slow costs seconds at most, is reported as not read, and the rest of the tree is indexed. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "./testing-tree.ts";

let tree: TestTree;
afterEach(() => tree.close());

const LIMIT_MS = 15_000;
const silent = () => undefined;
/** Several lines, because one long line would count as minified. */
const rows = (unit: string, count: number) =>
  Array.from({ length: count / 20 }, () => unit.repeat(20)).join("\n");

/** An override whose type no type argument gives, with many ways to try. */
const MANY_ARGUMENTS = `class Base<T> { void H(X<${"T,".repeat(40)}T> a) {} void H(int n) {} }
class Sub : Base { void H(X<${"a,".repeat(100)}a>[] b) {} }
`;
const numbered = (unit: string, count: number) =>
  Array.from({ length: count }, (_, at) => unit.replace("#", String(at))).join("\n");
const overloads = (type: string) => `void f(${type} a) {}\n`.repeat(10_000);

test.each<readonly [string, string, string, boolean]>([
  ["30,000 nested arrays", "a.py", `x=${rows("[", 30_000)}${rows("]", 30_000)}`, false],
  ["a chain of 30,000 calls", "a.ts", `a${rows(".b()", 30_000)}`, false],
  ["20,000 functions of one name", "a.ts", "function f(){f()}\n".repeat(20_000), true],
  ["20,000 definitions of one name", "a.py", "def f(): f()\n".repeat(20_000), true],
  ["a type with many type arguments", "a.cs", MANY_ARGUMENTS, true],
  [
    "10,000 overloads of one name in a class and its base",
    "a.cs",
    `class Base<T> {\n${overloads("T")}}\nclass Sub : Base<int> {\n${overloads("Q")}}`,
    true,
  ],
  [
    "6,000 calls of a method with 6,000 overloads",
    "a.cs",
    `class A {\n${numbered("void F(T# a) {}", 6_000)}\n${numbered("class T# {}", 6_000)}\nvoid Use() {\n${numbered("F(new T#());", 6_000)}\n} }`,
    true,
  ],
  [
    "3,000 calls of an extension that 3,000 types have",
    "a.cs",
    `static class E {\n${numbered("static void F(this T# a) {}", 3_000)}\n}\n${numbered("class T# {}", 3_000)}\nclass U { void Use() {\n${numbered("new T#().F();", 3_000)}\n} }`,
    true,
  ],
  [
    "10,000 namespaces and as many usings",
    "a.cs",
    `${numbered("using A#;", 10_000)}\n${numbered("namespace N# {}", 10_000)}\nclass A { void M() {\n${numbered("B#.Run();", 5_000)}\n} }`,
    true,
  ],
  [
    "1,000 namespaces in each other",
    "a.cs",
    `${rows("namespace Na {", 1_000)}class A {}${rows("}", 1_000)}`,
    true,
  ],
  [
    "1,000 calls of a function with 5,000 overloads",
    "a.cc",
    `${numbered("struct T# {};", 3_000)}\n${numbered("void f(T# a);", 5_000)}\nvoid use() {\n${numbered("f(T#());", 1_000)}\n}`,
    true,
  ],
  [
    "2,000 macros that name each other, and an open list of arguments",
    "a.c",
    `${numbered("#define M#(x) M(x) + F(x)", 2_000)}\n${numbered("M# (", 2_000)}`,
    true,
  ],
  [
    "100 templates in each other, 200 times",
    "a.cc",
    `${"A<".repeat(100)}int${">".repeat(100)} x;\n`.repeat(200),
    true,
  ],
  [
    "3,000 methods outside of their class, and as many conditions",
    "a.cc",
    `struct A {\n${numbered("void f#();", 3_000)}\n};\n${numbered("#if X\nvoid A::f#() { f#(); }\n#else", 3_000)}\n${numbered("#endif", 3_000)}`,
    true,
  ],
  ["a chain of 30,000 calls in Ruby", "a.rb", `a${rows(".b", 30_000)}`, false],
  [
    "3,000 modules that include each other",
    "a.rb",
    `${numbered("module M#; include M1; include M2999; include M7; def f; g; end; end", 3_000)}\n${numbered("class C#; include M#; def go; f; super; x; end; end", 3_000)}`,
    true,
  ],
  [
    "3,000 modules that are included at the top level",
    "a.rb",
    `${numbered("module M#; end", 3_000)}\n${numbered("include M#", 3_000)}\nclass C; def go\n${numbered("X#.f", 6_000)}\nend; end`,
    true,
  ],
  [
    "a class that is opened 5,000 times, with 5,000 calls",
    "a.rb",
    `${numbered("class A < B; def m#(x = A.new); m1; @v = x.m2; A::X.go; end; end", 5_000)}`,
    true,
  ],
  [
    "500 classes in each other",
    "a.rb",
    `${numbered("class A#", 500)}\n${rows("X.go;", 500)}\n${rows("end;", 500)}`,
    true,
  ],
  [
    "2,000 variables with each other's values",
    "a.rb",
    `def f\n${numbered("a# = b# || a1 || a2\n@v = a#\nb# = a#.m(a#) { |x| x.y }", 2_000)}\nend`,
    true,
  ],
  [
    "a run of 80,000 signs in Swift",
    "a.swift",
    `${"let b = 1\n".repeat(20_000)}let a = )\n${"#".repeat(80_000)}\n`,
    true,
  ],
  [
    "3,000 strings in each other in Kotlin",
    "a.kt",
    `fun f() { a(${'"${'.repeat(3_000)}${'}"'.repeat(3_000)}) }\n${numbered("val b# = 1", 100)}`,
    true,
  ],
  [
    "an argument with 60 pairs of angle brackets in Kotlin",
    "a.kt",
    `fun f() { a(b<${"<c>".repeat(60)}; d) }\n`,
    true,
  ],
  [
    "100,000 spaces before a word in Kotlin",
    "a.kt",
    `${"val b = 1\n".repeat(20_000)}val a = )\n${" ".repeat(100_000)}\n`,
    true,
  ],
  [
    "a result of 400,000 brackets",
    "a.cc",
    `auto f() -> decltype(R"(${rows("[[", 200_000)})") { return ""; }`,
    true,
  ],
  [
    "a result after 300,000 arrows",
    "a.cc",
    `auto f() -> decltype(R"()${rows("->", 300_000)};)") { return ""; }`,
    true,
  ],
])("%s", async (_name, path, text, isRead) => {
  tree = testTree({
    [path]: text,
    "other.ts": "export function near() {}\nexport function far() { near(); }\n",
  });
  const before = process.cpuUsage();
  const session = await tree.session();
  const report = await session.index(false, silent);
  // Not the time that passes, which other processes make longer.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  expect(report.skipped).toEqual(isRead ? {} : { too_slow: 1 });
  expect(await tree.edges(session)).toContain("other.ts:far calls other.ts:near 0.98");
});

test("commands of a compiler whose paths are very deep cost seconds at most", async () => {
  const file = `/${"a/".repeat(400_000)}x.c`;
  const commands = [{ directory: "/w", file, command: "cc -Iodd -c x.c" }];
  tree = testTree({
    "compile_commands.json": JSON.stringify(commands),
    "odd/x.h": "",
    "x.h": "",
    "x.c": '#include "x.h"\n',
  });
  const before = process.cpuUsage();
  await (await tree.session()).index(false, silent);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
});
