/** Tests which text of a memory is embedded, with and without the line before it. */
import { expect, test } from "vitest";
import { FIXED_TIME, someMemory } from "../../testing/testing-life.ts";
import { textOf } from "./text-of.ts";

const content = "The dev server listens on port 8081 because the proxy holds 8080.";
const files = Array.from({ length: 12 }, (_, i) => `src/file-${i}.ts`);

test.each<[string, Parameters<typeof someMemory>[1], boolean, string]>([
  ["the content alone", { content }, false, content],
  ["a title that says more", { content, title: "Ports" }, false, `Ports\n${content}`],
  ["a title cut from the content", { content, title: "The dev server listens…" }, false, content],
  ["its type, in words", { content, type: "dead_end" }, true, `Type: dead end\n${content}`],
  [
    "eight of its files and its module",
    { content, files, payload: { module: "proxy" } },
    true,
    `Files: ${files.slice(0, 8).join(", ")} | Module: proxy | Type: fact\n${content}`,
  ],
])("%s", (_name, input, withPrefix, expected) => {
  expect(textOf(someMemory(FIXED_TIME, input), { withPrefix })).toBe(expected);
});

test("cuts a longer text, never within a character", () => {
  const memory = {
    ...someMemory(FIXED_TIME, { content }),
    title: "",
    content: `${"a".repeat(7999)}😀`,
  };
  const text = textOf(memory, { withPrefix: false });
  expect(text).toHaveLength(8000);
  expect(text.isWellFormed()).toBe(true);
});
