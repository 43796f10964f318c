/** Finds the calls among the tokens of a macro. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { calleesIn } from "./token-calls.ts";

test.each([
  ["(a(), b)", ["a"]],
  ["(a.b(c(1)), 2)", ["a.b", "c"]],
  ["(a::B::c(x).d()?.e[0].f())", ["a::B::c", "a::B::c(x).d", "a::B::c(x).d()?.e[0].f"]],
  ['("f(x) {}", self.g(\')\'), r#"h("#)', ["self.g"]],
  ["(parse::<u8>(x), Some(y), if (z) { w() })", ["parse::<u8>", "w"]],
  ["(x, |y| y.z(), /* q( */ fn_like(1))", ["y.z", "fn_like"]],
  ["[f(1), &mut g(2), !h(3)]", ["f", "g", "h"]],
  ["(fn inner() { f() })", ["f"]],
  ["()", []],
])("%s contains the calls %s", (text, expected) => {
  expect(calleesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test("property: each span is within the text and ends with a name or its type arguments", () => {
  const piece = fc.constantFrom(
    "a",
    ".",
    "::",
    "(",
    ")",
    "[",
    "]",
    "?",
    '"',
    "'",
    " ",
    "b<",
    ">",
    "//",
    "\n",
    "r#",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      for (const { start, end } of calleesIn(text)) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(text.slice(start, end)).toMatch(/[\w>]$/);
      }
    }),
  );
});
