/** Tests that text is split into the same words as by FTS5, byte for byte. */
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../store/open-database.ts";
import { createSplitter } from "./unicode61.ts";

const SCHEMA = /* sql */ `
  CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance');`;
const INSERT = /* sql */ `INSERT INTO t (rowid, x) VALUES (:rowid, :text)`;
const CLEAR = /* sql */ `DELETE FROM t`;
const WORDS = /* sql */ `SELECT hex(CAST(term AS BLOB)) AS word, doc FROM v ORDER BY doc, offset`;

const split = createSplitter();

function ours(text: string): string[] {
  const found: string[] = [];
  split(text, (bytes, length) => {
    found.push(Buffer.from(bytes.subarray(0, length)).toString("hex"));
  });
  return found;
}

async function fts5() {
  const db = await openDatabase({ path: ":memory:" });
  onTestFinished(() => db.close());
  await db.exec(SCHEMA);
  return async (texts: readonly string[]): Promise<string[][]> => {
    await db.transaction(async (tx) => {
      await tx.run(CLEAR);
      for (const [rowid, text] of texts.entries()) await tx.run(INSERT, { rowid, text });
    });
    const found: string[][] = texts.map(() => []);
    for (const { word, doc } of await db.all<{ word: string; doc: number }>(WORDS)) {
      found[doc]?.push(word.toLowerCase());
    }
    return found;
  };
}

async function expectSame(texts: readonly string[]): Promise<void> {
  const theirs = await (await fts5())(texts);
  for (const [i, text] of texts.entries()) {
    const [got, expected] = [ours(text), theirs[i] ?? []];
    const first = got.findIndex((word, at) => word !== expected[at]);
    expect([first, got[first], got.length]).toEqual([-1, undefined, expected.length]);
  }
}

const readable = (text: string) => ours(text).map((hex) => Buffer.from(hex, "hex").toString());

test.each([
  [
    "folded, without diacritics, stemmed",
    "Ärger über CAFÉS, naïve Übungen",
    "arger uber cafe naiv ubungen",
  ],
  ["marks are left out, wherever they stand", "e\u0301le\u0300ve \u0301x", "elev x"],
  [
    "identifiers are one word, paths several",
    "openStore src/open_store.ts",
    "openstor src open store ts",
  ],
  ["CJK runs are one word", "数据库连接 東京タワー 서울", "数据库连接 東京タワー 서울"],
  ["digits, and letters beyond the first plane", "x86 𐐀𐐁 v2", "x86 𐐨𐐩 v2"],
  ["nothing", " \n\t-+*/\"'", ""],
])("%s", (_name, text, expected) =>
  expect(readable(text)).toEqual(expected.split(" ").filter(Boolean)),
);

test("splits like FTS5 at every character of the first plane, alone and inside a word", async () => {
  const codes = Array.from({ length: 0xffff }, (_, i) => i + 1).filter(
    (code) => code >> 11 !== 0x1b,
  );
  const chars = codes.map((code) => String.fromCharCode(code));
  await expectSame([chars.join(" "), chars.map((char) => `a${char}b`).join(" ")]);
});

test("splits like FTS5 at the ends of every range beyond the first plane", async () => {
  const codes = Array.from({ length: 0x11000 >> 2 }, (_, i) => 0x10000 + i * 61).filter(
    (code) => code < 0x110000,
  );
  await expectSame([codes.map((code) => `a${String.fromCodePoint(code)}`).join(" ")]);
});

test("stems every suffix on every kind of stem", async () => {
  const stems = "b a y sta tr hopp yy oy aya comm electr waxw boxx ll fizz 中 ø s t".split(" ");
  const suffixes = (
    "ed ing eed s es ies sses y ational tional enci anci izer logi bli alli entli eli ousli ization ation " +
    "ator alism iveness fulness ousness aliti iviti biliti ical ness icate iciti ful ative alize al ance " +
    "ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize e l ll at bl iz tion sion"
  ).split(" ");
  const pairs = ["", ...suffixes].flatMap((first) => suffixes.map((last) => first + last));
  await expectSame(stems.map((stem) => pairs.map((pair) => stem + pair).join(" ")));
});

test.each([
  ["a word that FTS5 cuts", `${"x".repeat(70_000)}ing next`],
  ["a word too long to be stemmed", `${"ab".repeat(31)}ing ${"ab".repeat(32)}ing`],
  ["a cut inside a character", "é中".repeat(12_000)],
  ["100 KB of one letter words", "a b ".repeat(25_000)],
  ["halves of pairs, and NUL", "a\ud800b \udc00c x\u0000y"],
])("%s", async (_name, text) => expectSame([text]));

test("property: splits any text like FTS5", async () => {
  const theirs = await fts5();
  const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdfglnrstzw "), maxLength: 80 });
  const anything = fc.string({ unit: "binary", maxLength: 40 });
  const texts = fc.array(fc.oneof(letters, anything), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      expect(some.map(ours)).toEqual(await theirs(some));
    }),
    { numRuns: 8 },
  );
});
