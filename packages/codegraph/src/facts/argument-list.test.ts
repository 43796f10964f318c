/** The form of an argument list that overload resolution uses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ARGUMENT_SEPARATOR, argumentsOf } from "./argument-list.ts";
import type { Dialect } from "./text-scanner.ts";

const JAVA: Dialect = {
  lineComment: "//",
  hasNew: true,
  hasPrefixCasts: true,
  hasTypeArguments: true,
};

test.each([
  ["()", ""],
  ["( )", ""],
  ["(a)", "a"],
  ["(a, b.c())", "a;b.c()"],
  [
    "('a', '\\n', 1, 2L, 0xFF, 1.5f, 1e3, -1, true)",
    "<char>;<char>;<int>;<long>;<int>;<float>;<double>;<int>;<boolean>",
  ],
  ['("a, b)", "x" + y, null)', "<String>;<String>;null"],
  ["(() -> 1, x -> x, (x, y) -> { return f(x, y); })", "->0;->1;->2"],
  ["(Foo::bar, Foo.class, new int[] { 1, 2 }, new Foo[3][4])", "::;<Class>;<int[]>;<Foo[][]>"],
  ["((double[]) null, (Object) new Short[] { 2 }, (a + b) * c)", "<double[]>;<Object>;?"],
  ["(new HashMap<String, Integer>(), a < b, c > d)", "HashMap<String, Integer>^;?;?"],
  ["(xs.length, s.length(), o.toString(), !done)", "<int>;<int>;<String>;<boolean>"],
  ["(a /* , */, b // )\n)", "a;b"],
])("%s becomes %s", (text, expected) => {
  expect(argumentsOf(text, JAVA)).toBe(expected);
});

test("property: any text gives a list with at most one part per comma-separated segment", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const parts = argumentsOf(`(${text})`, JAVA).split(ARGUMENT_SEPARATOR);
      const maxParts = text.split(/[,;]/).length;
      expect(parts.length).toBeLessThanOrEqual(maxParts);
    }),
  );
});
