/** How far a changed block of code reaches, in languages that open blocks differently. */
import { expect, test } from "vitest";
import { lengthAt } from "./anchored-code.ts";

test.each([
  ["a brace on the same line", "function f() {\n  a();\n}\nb();", 3],
  ["a brace on its own line", "int f(int a)\n{\n  return a;\n}\nint g;", 4],
  ["a `where` clause", "fn f<T>(x: T)\nwhere\n    T: Copy,\n{\n    x\n}\nfn g() {}", 6],
  ["a head of several lines in Python", "def f(\n    a,\n    b,\n):\n    return a\n\nx = 1", 5],
  ["the same with a result", "def f(\n    a,\n) -> int:\n    return a\nx = 1", 4],
  ["`end`", "def f\n  1\nend\ndef g", 3],
  ["a single line", "const a = 1;\nconst b = 2;", 1],
  ["else branches", "if (a) {\n  b();\n} else {\n  c();\n}\nd();", 5],
])("%s", (_name, text, lines) => {
  expect(lengthAt(text, 1)).toBe(lines);
});
