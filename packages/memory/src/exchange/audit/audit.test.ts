/** Findings of an audit and their examples, and no findings in a sound store. */
import { expect, test } from "vitest";
import { type AuditedMemory, type AuditTools, audit } from "./audit.ts";
import { namedCode } from "./named-code.ts";
import { findLikeTexts } from "./near-duplicates.ts";
import { findRecallLoops } from "./recall-loops.ts";

const TOOLS: AuditTools = {
  noiseReason: (text) => (text.length < 10 ? "too_short" : null),
  redaction: {},
  missingIn: (paths, symbols) => ({
    paths: new Set([...paths].filter((path) => path.startsWith("gone/"))),
    symbols: new Set([...symbols].filter((name) => name.startsWith("gone"))),
  }),
};

function memories(...contents: readonly string[]): AuditedMemory[] {
  return contents.map((content, i) => ({
    place: `row ${i + 1}`,
    content,
    files: [],
    project: null,
    isOfThisTree: true,
  }));
}

test("reports each kind of finding with its worst examples and their places", () => {
  const token = `ghp_${"A1b2C3d4E5f6G7h8I9j0".repeat(2).slice(0, 36)}`;
  const found = audit(
    memories(
      "ok",
      "The cart rounds once, and never per line.",
      "The cart rounds once, and never per line!",
      `The release needs ${token} in the environment.`,
      "Relevant memories: the cart rounds once.",
      "The reader in gone/reader.ts calls `goneParse()` first, in src/main.ts.",
      "Discounts apply before tax, always.",
    ),
    TOOLS,
  );
  expect(found).toMatchObject({
    memories: 7,
    sound: 2,
    junk: { count: 1, by: { too_short: 1 }, worst: [{ place: "row 1", text: "ok" }] },
    duplicates: { count: 1, worst: [{ place: "row 2", why: "the same text as row 3" }] },
    secrets: { count: 1, by: { "github-token": 1 }, worst: [{ place: "row 4" }] },
    recallLoops: { count: 1, worst: [{ place: "row 5" }] },
    stale: {
      count: 1,
      checked: 7,
      worst: [{ place: "row 6", why: "missing: gone/reader.ts, goneParse()" }],
    },
  });
  expect(JSON.stringify(found)).not.toContain(token);
});

test("checks no files without a tree or of other projects' memories", () => {
  const text = "The reader in gone/reader.ts comes first.";
  expect(audit(memories(text), { ...TOOLS, missingIn: () => null }).stale).toMatchObject({
    count: 0,
    checked: 0,
  });
  const [mine] = memories(text) as [AuditedMemory];
  expect(audit([{ ...mine, isOfThisTree: false }], TOOLS).stale).toMatchObject({
    count: 0,
    checked: 0,
  });
});

test("equal words in two projects are not duplicates", () => {
  const [a, b] = memories("The cart rounds once.", "The cart rounds once.") as [
    AuditedMemory,
    AuditedMemory,
  ];
  expect(audit([a, b], TOOLS).duplicates.count).toBe(1);
  expect(
    audit(
      [
        { ...a, project: "x" },
        { ...b, project: "y" },
      ],
      TOOLS,
    ).duplicates.count,
  ).toBe(0);
});

test("returns the requested number of examples, worst first", () => {
  const same = Array.from({ length: 4 }, () => "The cart rounds once, and never per line.");
  const two = Array.from({ length: 2 }, () => "Discounts apply before tax, always.");
  const { duplicates } = audit(memories(...two, ...same), TOOLS, 1);
  expect(duplicates).toMatchObject({ count: 4, worst: [{ place: "row 3" }] });
  expect(duplicates.worst).toHaveLength(1);
});

test.each([
  [
    "values tell statements apart",
    [3000, 4000].map(
      (port) =>
        `Always listen on port ${port} here by default and tell the others which one it was before you push to main.`,
    ),
    [],
  ],
  [
    "one word of many",
    [
      "Always run the whole big test suite here before you push to main.",
      "Always run the whole big test suite here before you push to main now.",
    ],
    [[0, 1]],
  ],
  [
    "another order of words",
    ["red green blue yellow black white", "white black yellow blue green red"],
    [[0, 1]],
  ],
  ["case and punctuation", ["The cart rounds once.", "the cart  rounds once!"], [[0, 1]]],
  ["different things", ["The cart rounds once.", "The order is sent twice."], []],
])("near duplicates: %s", (_name, texts, groups) =>
  expect(findLikeTexts(texts).map(({ group }) => group)).toEqual(groups),
);

test("property: finds every planted copy among many texts, and nothing else", () => {
  const word = (n: number) => `w${(n * 2654435761) % 9973}`;
  const text = (seed: number) =>
    Array.from({ length: 30 }, (_, i) => word(seed * 31 + i)).join(" ");
  const texts = Array.from({ length: 1000 }, (_, i) => text(i));
  // Adds a word to each tenth: a Jaccard index of 30 / 31.
  const copies = texts.filter((_, i) => i % 10 === 0).map((item) => `${item} more`);
  const found = findLikeTexts([...texts, ...copies]);
  expect(found.map(({ group }) => group)).toEqual(copies.map((_, i) => [i * 10, 1000 + i]));
});

test.each([
  ["a block of a context", ["<claude-mem-context>x</claude-mem-context>"], ["context_block"]],
  ["our own tag", ["so <tacit-memory>told</tacit-memory>"], ["context_block"]],
  ["an announcement", ["## Relevant Memories\n- cart"], ["announced"]],
  ["a word for it", ["According to my memory the cart rounds once."], ["announced"]],
  [
    "two others whole",
    [
      "the cart rounds its total only once",
      "discounts always apply before the tax is",
      "I know: the cart rounds its total only once, and discounts always apply before the tax is!",
    ],
    [undefined, undefined, "quotes_others"],
  ],
  [
    "one other whole",
    ["the cart rounds its total only once", "I know: the cart rounds its total only once."],
    [undefined, undefined],
  ],
  ["speaks of memory", ["The worker needs more memory than 2 GB."], [undefined]],
])("recall loops: %s", (_name, texts, signs) => {
  const found = findRecallLoops(texts);
  expect(texts.map((_, i) => found.get(i))).toEqual(signs);
});

test.each([
  ["See src/a/b.ts and ./lib/c.py, not https://x.dev/a/b.ts.", ["src/a/b.ts", "lib/c.py"], []],
  [
    "`parseRules` and readFile() and `Promise`, `value`, `API_KEY`",
    [],
    ["readFile", "parseRules", "API_KEY"],
  ],
  ["and/or, 1.5/2.5, node_modules/x/y.js, example.com/a.html", [], []],
])("named code: %j", (text, paths, symbols) => expect(namedCode(text)).toEqual({ paths, symbols }));

test("audits a store that repeats one text forty thousand times in linear time", () => {
  const startedAt = performance.now();
  const found = findLikeTexts(Array.from({ length: 40_000 }, () => "The cart rounds once."));
  expect(found.map(({ group }) => group.length)).toEqual([40_000]);
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

test("property: audits pathological texts in linear time", () => {
  const startedAt = performance.now();
  audit(
    memories(
      "a/".repeat(50_000),
      "`".repeat(100_000),
      "x ".repeat(50_000),
      "<system-reminder".repeat(10_000),
    ),
    TOOLS,
  );
  expect(performance.now() - startedAt).toBeLessThan(3000);
});
