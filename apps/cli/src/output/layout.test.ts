/** Text fits its width, whatever the words. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { clipLines, columns, plural, printable, wrap } from "./layout.ts";

test("aligns columns by their visible width", () => {
  expect(
    columns([
      ["a", "bb", "c"],
      ["\u001b[1maaa\u001b[22m", "b", "c"],
    ]),
  ).toEqual(["a    bb  c", "\u001b[1maaa\u001b[22m  b   c"]);
});

test.each([
  ["a b c", 3, ["a b", "c"]],
  ["abcdef gh", 4, ["abcd", "ef", "gh"]],
  ["  two\n lines ", 20, ["two lines"]],
  ["", 5, []],
])("wraps %j at %i", (input, width, lines) => expect(wrap(input, width)).toEqual(lines));

test("marks clipped text", () => {
  expect(clipLines(["a b", "c d", "e"], 2)).toEqual(["a b", "c …"]);
  expect(clipLines(["a"], 2)).toEqual(["a"]);
});

test("removes terminal control sequences from other people's text", () => {
  expect(printable("a\u001b[31mb\u001b]0;title\u0007c\rd\u0000")).toBe("abcd");
});

test("writes counts with their noun", () => {
  expect([plural(1, "memory", "memories"), plural(1200, "event")]).toEqual([
    "1 memory",
    "1,200 events",
  ]);
});

test("property: keeps lines within the width and loses only white space", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (input, width) => {
      const lines = wrap(input, width);
      expect(lines.every((line) => line.length <= width && line !== "")).toBe(true);
      expect(lines.join("").replace(/\s/g, "")).toBe(input.replace(/\s/g, ""));
    }),
  );
});
