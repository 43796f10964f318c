/** Tests that headings, prose and code are distinguished, in three markups and in broken documents. */
import { expect, test } from "vitest";
import { blocksOf, mineDocument } from "./documents.ts";

const shown = (text: string) =>
  blocksOf(text).map(({ kind, level, text: own }) => `${kind}${level || ""}: ${own}`);

test.each([
  [
    "Markdown",
    "# One #\nfirst\nline\n\n## Two\nlast",
    ["heading1: One", "prose: first line", "heading2: Two", "prose: last"],
  ],
  [
    "a fence",
    "before\n```ts\n# no heading\n```\nafter",
    ["prose: before", "code: # no heading", "prose: after"],
  ],
  ["a fence in a fence", "````\n```\nx\n````\nafter", ["code: ```\nx", "prose: after"]],
  [
    "a fence that nothing closes",
    "before\n```\n# heading\nrest",
    ["prose: before", "heading1: heading", "prose: rest"],
  ],
  [
    "indented code",
    "before\n\n    a\n\n    b\n\nafter",
    ["prose: before", "code:     a\n\n    b", "prose: after"],
  ],
  [
    "reStructuredText",
    "Title\n=====\n\nPart\n----\n\nSee :ref:`the page <page>`.\n\n.. note:: no\n",
    [
      "heading1: Title",
      "heading2: Part", // The blank before a role's target stays.
      "prose: See the page .",
    ],
  ],
  [
    "AsciiDoc",
    "= Title\n== Part\n----\ncode\n----\ntext",
    ["heading1: Title", "heading2: Part", "code: code", "prose: text"],
  ],
  ["lists", "- one\n  more\n- two\n3. three", ["prose: one more", "prose: two", "prose: three"]],
  [
    "front matter, tables and tags",
    "---\ntitle: x\n---\n| a | b |\n<div>\ntext <b>bold</b> [link](u)",
    ["prose: text bold link"],
  ],
  ["nothing", "", []],
])("splits %s into blocks", (_name, text, expected) => expect(shown(text)).toEqual(expected));

const LONG =
  "The cache keeps every answer for an hour. It is emptied when the settings change again.";
const NEXT = "Nothing else in the program may write to the folder of the cache at that time.";

test("pairs a section with its heading and parent headings, sentences, neighbours and code", () => {
  const text = `# Guide\n## Cache\n${LONG}\n\n${NEXT}\n\n\`\`\`\ncache.clear(settings);\n\`\`\`\n`;
  const pairs = [...mineDocument(text, "a/b")];
  expect(pairs.map(({ k }) => k)).toEqual([
    "sentence_rest",
    "paragraph_next",
    "prose_code",
    "heading_section",
  ]);
  expect(pairs.at(-1)).toEqual({
    k: "heading_section",
    r: "a/b",
    a: "Guide > Cache",
    b: `${LONG} ${NEXT}`,
  });
  expect(pairs[2]?.b).toBe("cache.clear(settings);");
});

test("accepts a deep heading without parent headings", () => {
  const [pair] = [...mineDocument(`### Deep\n${NEXT}\n`, "a/b")];
  expect(pair?.a).toBe("Deep");
});
