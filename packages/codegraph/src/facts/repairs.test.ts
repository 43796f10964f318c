/** Repairs keep the length of a text, and write only what the grammar does not know in another way. */
import { expect, test } from "vitest";
import { ARGUMENT_SEPARATOR } from "./argument-list.ts";
import { KOTLIN } from "./kotlin/kotlin.ts";
import type { Language } from "./languages/language.ts";
import { SWIFT } from "./swift/swift.ts";
import { labelledArguments } from "./text/labelled-arguments.ts";

function repaired(language: Language, text: string): string {
  const made = language.repairs?.(text)[0]?.() ?? text;
  expect(made.length).toBe(text.length);
  return made;
}

test.each([
  ['let a = #"x "y" z"#', 'let a = "         "'],
  ['let a = #"""\nx\n"""# + #"""\ny\n"""#', "let a = [   \n \n   ] + [   \n \n   ]"],
  ['let a = #"""\nx', 'let a = #"""\nx'],
  ["init(a: __owned A)", "init(a:         A)"],
  [`a ${"#".repeat(30)}"b"`, `a ${" ".repeat(30)}"b"`],
])("Swift: %j", (text, expected) => {
  expect(repaired(SWIFT, text)).toBe(expected);
});

test.each([
  ["  open(a)", "  xxxx(a)"],
  ["{ data(); value()", "{ xxxx(); xxxxx()"],
  ["x -> inner(y)", "x -> xxxxx(y)"],
  ["a.open(b)", "a.open(b)"],
  ["open fun a()", "open fun a()"],
  ["actual constructor(a: A)", "       constructor(a: A)"],
  ["class A<T>\n  private constructor(a: T)", "class A<T>\n  @rivate constructor(a: T)"],
  ["class A\n  internal class B", "class A\n  internal class B"],
  ["a.insert { } get Id", "a.insert { } xxx Id"],
  ["val a by b<C>()\nget(1)", "val a by b<C>()\nxxx(1)"],
  ["val a: B get() = 1", "val a: B get() = 1"],
  ["f(where = a, set: B)", "f(xxxxx = a, xxx: B)"],
  ["fun <T> f() where T : A {}", "fun <T> f() where T : A {}"],
  ["val a: dynamic", "val a: xxxxxxx"],
  [`a($$"b$c")`, `a(  "   ")`],
  ["val a @B(c::class) get() = 1", "val a              get() = 1"],
  ["context(_: A)\nprivate fun f() {}", "             \nprivate fun f() {}"],
  ["a = suspend { }", "a =         { }"],
  ["is A if (\n b) -> c", "is A ,  (\n b) -> c"],
])("Kotlin: %j", (text, expected) => {
  expect(repaired(KOTLIN, text)).toBe(expected);
});

test.each([
  ["(a<B, C<D>>(1), 2)", 2],
  ["(a < b, c > d)", 2],
  ["(a<B, C>{ it }, 2)", 2],
  ["(a<B, C> (1))", 1],
])("%s has its number of arguments", (text, count) => {
  expect(labelledArguments(text, false, KOTLIN.dialect).split(ARGUMENT_SEPARATOR)).toHaveLength(
    count,
  );
});

test("strings that are nested deeper than twenty times are not followed", () => {
  const nested = (depth: number) => `(${'"${'.repeat(depth)}a()${'}"'.repeat(depth)})`;
  expect(labelledArguments(nested(20), false, KOTLIN.dialect)).toBe("<String>");
  expect(labelledArguments(nested(5_000), false, KOTLIN.dialect)).not.toBe("<String>");
});
