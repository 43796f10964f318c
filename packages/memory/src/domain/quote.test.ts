/** What is put before an agent stays quoted data, and stays text, whatever a memory says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { stripInjected } from "./injected-text.ts";
import { frame, quoteBlock, quoteLine } from "./quote.ts";

const TAG = /<[\s\p{Cc}]*\/?[\s\p{Cc}]*tacit-memory/giu;

/** Texts out of what a tag is made of. */
const hostile = fc
  .array(
    fc.constantFrom(
      "<",
      "/",
      ">",
      " ",
      "\n",
      "\r",
      "\u2028",
      "\u0000",
      "tacit-",
      "memory",
      "TACIT-MEMORY",
      "a",
      "🚀",
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

test("whatever it says, our tag opens once and closes once, and all of it is known as ours", () => {
  fc.assert(
    fc.property(
      hostile,
      hostile,
      hostile,
      fc.integer({ min: 2, max: 40 }),
      (about, line, text, most) => {
        const told = frame(about, [line, quoteLine(line, most), quoteBlock(text)]);
        expect(told.match(TAG)).toHaveLength(2);
        expect(stripInjected(told)).toBe("");
      },
    ),
  );
});

test("a quoted line is one line of at most so many characters, and no half of one", () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 2, max: 40 }), (text, most) => {
      const line = quoteLine(text, most);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(line.length).toBeLessThanOrEqual(most);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});

test("every line of a block is marked, and none ends where a reader would see two", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const line of quoteBlock(text).split(/[\n\r\u2028\u2029]/)) expect(line).toMatch(/^> /);
    }),
  );
});

test("what names our tag without opening it is left as it is", () => {
  const text = "a < b, tacit-memory/README.md, <code>tacit-memory</code>";
  expect(quoteLine(text)).toBe(text);
});

test.each([
  ["blanks after an opening", `<${" ".repeat(200_000)}y`],
  ["blanks and no end of line", `x${" ".repeat(200_000)}y`],
  ["openings", "<".repeat(200_000)],
  ["names after blanks", `<${" ".repeat(100)}tacit-memory`.repeat(2_000)],
])("a long run of %s takes no longer than any other text", (_, text) => {
  expect(quoteLine(text)).toHaveLength(text.length);
  expect(frame("All.", [quoteBlock(text)])).toContain(text.slice(-1));
});
