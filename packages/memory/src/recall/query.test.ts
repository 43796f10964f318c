/** Tests that any question is parsed and turned into an index query that cannot fail. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullText } from "../search/lexical.ts";
import { phrase } from "../search/phrase.ts";
import { foundPhrases, weigh } from "../search/term-weights.ts";
import { insertMemory } from "../store/memories/memories.ts";
import { openTestStore, PROJECT, someMemory } from "../testing/testing-life.ts";
import { understandQuery } from "./query.ts";
import { RECALL } from "./tuning.ts";

const FRAGMENTS = [
  '"',
  "'",
  "`",
  "*",
  "-",
  "^",
  ":",
  "(",
  ")",
  "{",
  "+",
  " NEAR ",
  "NEAR(a b, 2)",
  " AND ",
  " OR ",
  " NOT ",
  "title:",
  "src/store/open-store.ts",
  "C:\\work\\a.ts:12",
  "2026-09-01T10:00:00Z",
  "🚀",
  "👩‍👩‍👧",
  "数据库连接",
  "データ",
  "한국어",
  "\u0000",
  "\ud800",
  "\u202e",
  "camelCase",
  "snake_case",
  "$_",
  "__proto__",
  "%",
  ";--",
  "word",
  " ",
  "\n",
];

async function index() {
  const { db, place } = await openTestStore();
  for (const content of ["The word in a camelCase store.", "数据库连接 is set in snake_case."]) {
    await insertMemory(db, someMemory(place, { content }), place.moment());
  }
  const ask = async (raw: string) => {
    const { terms } = understandQuery(raw);
    const lexical = fullText(db);
    const weighed = await weigh(lexical, terms);
    expect(weighed.length).toBeLessThanOrEqual(RECALL.maxTerms.value);
    // Includes terms that are not found, because the whole expression must be valid.
    const all = weighed.map((term) => term.phrase);
    await lexical.search(all, { projectId: PROJECT }, 5);
    return foundPhrases(weighed);
  };
  return { ask };
}

test("property: never throws for 10,000 strings that break query builders", async () => {
  const { ask } = await index();
  const strings = fc.oneof(
    fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(strings, async (raw) => {
      await ask(raw);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ["one word of 100 KB", "x".repeat(100_000)],
  ["100 KB of words", "word camelCase ".repeat(7000)],
  ["100 KB of quotes", '"'.repeat(100_000)],
  ["100 KB of CJK", "数据".repeat(25_000)],
  ["100 KB of dots", "a.".repeat(50_000)],
  ["100 KB of slashes", "/a".repeat(50_000)],
  ["100 KB of line breaks", "\n".repeat(100_000)],
  ["100 KB of NUL", "\0".repeat(100_000)],
])("answers %s within the time limit", async (_name, raw) => {
  const { ask } = await index();
  const startedMs = performance.now();
  await ask(raw);
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

test.each([
  ["a plain word", "store", '"store"'],
  ["an identifier", "open_store", '"open_store"'],
  ["syntax", '"a" OR b*', '"a OR b"'],
  ["nothing but signs", "$_", ""],
  ["nothing", "", ""],
])("builds a phrase from %s", (_name, text, expected) => expect(phrase(text)).toBe(expected));

describe("terms of a question", () => {
  const terms = (raw: string) => understandQuery(raw).terms.map((term) => term.text);
  test.each([
    ["stop words leave", "how do I open the store", ["open", "store"]],
    ["an identifier, whole and in parts", "what does openStore do", ["openstore", "open", "store"]],
    ["a path", "src/open-store.ts", ["src open store ts", "src", "open", "store", "ts"]],
    ["not what we injected", "<tacit-memory>old</tacit-memory> fresh", ["fresh"]],
    ["CJK in pairs", "数据库", ["数据", "据库"]],
  ])("%s", (_name, raw, expected) => expect(terms(raw).sort()).toEqual([...expected].sort()));

  test("keeps identifiers and the longest words when there are too many", () => {
    const raw = `${Array.from({ length: 80 }, (_, i) => `w${i}`).join(" ")} keptBecauseCode extraordinarily`;
    expect(terms(raw)).toHaveLength(RECALL.maxTerms.value);
    expect(terms(raw)).toContain("keptbecausecode");
    expect(terms(raw)).toContain("extraordinarily");
  });

  test.each([
    ["openStore readConfig", "identifier"],
    ["who calls openStore", "structural"],
    ["why does the build fail on a fresh clone", "semantic"],
    ["", "semantic"],
  ])("classifies %s as %s", (raw, expected) =>
    expect(understandQuery(raw).queryClass).toBe(expected),
  );

  test("removes line numbers from paths and takes the fingerprint of a pasted error", () => {
    expect(understandQuery("look at ./src/a.ts:12:5 now").paths).toEqual(["src/a.ts"]);
    expect(understandQuery("Error: cannot find module left-pad").fingerprints).toHaveLength(1);
    expect(understandQuery("the weather is fine").fingerprints).toEqual([]);
  });
});

test("property: an ASCII phrase is the same next to other letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 20 }), (text) => {
      const alone = phrase(`x ${text}`).slice(1, -1);
      expect(phrase(`ж ${text}`)).toBe(`"ж${alone.slice(1)}"`);
    }),
  );
});

test("drops a word that does not fit completely", () => {
  const before = "word ".repeat(RECALL.maxQueryChars / 5 - 2);
  const { text } = understandQuery(`${before}ghp_16C7e42F292c6912E7710c838347Ae178B4a and more`);
  expect(text).toBe(before);
  expect(understandQuery(`${before}fits`).text).toBe(`${before}fits`);
});
