/** Overload resolution by Java's rules, one call per case. */
import { expect, test } from "vitest";
import { extractFacts } from "../../facts/extract.ts";
import type { FileFacts } from "../../facts/facts.ts";
import { JAVA } from "../../facts/languages/java.ts";
import { loadLanguage } from "../../facts/parser/parser.ts";
import { openLinker } from "../../graph/relink.ts";

const SHAPES = `package a;
interface Shape {}
interface Maker { Shape make(); }
interface Judge { boolean judge(Shape a, Shape b); }
class Circle implements Shape {}
class Ring extends Circle {}
class Target {
`;

/** Returns the index of the chosen method, or -1. `methods` has one method per line, counted from 0. */
async function chosen(methods: readonly string[], call: string, setUp = ""): Promise<number> {
  const text = `${SHAPES}${methods.join("\n")}\nvoid user(Target t) { ${setUp} t.${call}; }\n}\n`;
  const facts = extractFacts(await loadLanguage(JAVA), text);
  if (facts === null) throw new Error("not parsed");
  const factsByPath = new Map<string, FileFacts>([["a/Target.java", facts]]);
  const config = { paths: [], read: () => undefined };
  const { linker } = await openLinker(
    { paths: [...factsByPath.keys()], config },
    async () => factsByPath,
  );
  const name = /^\w+/.exec(call)?.[0] ?? "";
  const site = linker.sitesOf(0).find((linkedSite) => linkedSite.call.callee === `t.${name}`);
  const line = facts.definitions[site?.to?.definition ?? -1]?.nameLine;
  return line === undefined ? -1 : line - SHAPES.split("\n").length;
}

const NUMBERS = [
  "void f(double x) {}",
  "void f(long x) {}",
  "void f(Object x) {}",
  "void f(char x) {}",
];
const LISTS = [
  "void f(Object x) {}",
  "void f(int[] x) {}",
  "void f(Object[] x) {}",
  "void f(byte[] x) {}",
];
const COUNTS = [
  "void f(String a, Object... rest) {}",
  "void f(String a) {}",
  "void f(String a, String b) {}",
];
const NULLS = ["void f(Object x) {}", "void f(CharSequence s) {}"];
const CLASSES = ["void f(Shape s) {}", "void f(Circle c) {}", "void f(String s) {}"];
const FUNCTIONS = ["void f(Judge j) {}", "void f(Maker m) {}", "void f(String s) {}"];
const TEXTS = [
  "void f(int code) {}",
  "void f(CharSequence s) {}",
  "void f(java.util.List<String> l) {}",
];

test.each([
  ["the nearest wider number", NUMBERS, "f(1)", "", 1],
  ["a letter is a letter", NUMBERS, "f('a')", "", 3],
  ["a number that needs boxing goes last", NUMBERS, "f(done)", "boolean done = true;", 2],
  ["a list of numbers is of its numbers", LISTS, "f(xs)", "int[] xs = {};", 1],
  ["another list of numbers is only an object", LISTS, "f(xs)", "long[] xs = {};", 0],
  ["a list of objects", LISTS, "f(xs)", "String[] xs = {};", 2],
  ["a cast says what it is", LISTS, "f((byte[]) null)", "", 3],
  ["as many as are given", COUNTS, 'f("a", "b")', "", 2],
  ["one of many only when nothing else fits", COUNTS, 'f("a", "b", "c")', "", 0],
  ["nothing for many", COUNTS, 'f("a")', "", 1],
  ["the nearest class above", CLASSES, "f(r)", "Ring r = new Ring();", 1],
  ["what is made", CLASSES, "f(new Circle())", "", 1],
  ["what a call gives", CLASSES, "f(m.make())", "Maker m = null;", 0],
  ["a function with as many parameters", FUNCTIONS, "f((a, b) -> true)", "", 0],
  ["a function without parameters", FUNCTIONS, "f(() -> null)", "", 1],
  ["a text is a sequence of letters", TEXTS, 'f("a" + 1)', "", 1],
  ["of two that fit equally well, the first", FUNCTIONS.slice(0, 2), "f(unknown)", "", 0],
  ["null is rather a class than an object", NULLS, "f(null)", "", 1],
  ["too few for one of many: the first", COUNTS.toReversed().slice(0, 3), "f()", "", 0],
  ["a list of the library", TEXTS, "f(l)", "java.util.ArrayList<String> l = null;", 2],
])("%s", async (_name, methods, call, setUp, expected) => {
  expect(await chosen(methods, call, setUp)).toBe(expected);
});

test("takes the method without parameters, even if another can infer the type argument from its own", async () => {
  const methods = [
    "static <T> Shape of() { return null; }",
    "static <T> Shape of(T one) { return null; }",
  ];
  expect(await chosen(methods, "of()")).toBe(0);
  expect(await chosen(methods, "of(1)")).toBe(1);
});

test("takes the nearest method if none takes the number of arguments", async () => {
  const methods = ["void f(int a) {}", "void f(int a, int b) {}"];
  expect(await chosen(methods, "f(1, 2, 3)")).toBe(0);
});

test("does not call a field with the method's name", async () => {
  expect(
    await chosen(["int f = 1;", "int f() { return f; }", "int f(int x) { return x; }"], "f()"),
  ).toBe(1);
});
