/** Text comparison: words, identifiers, CJK, similarity. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clip,
  identifierColumn,
  identifiers,
  isNegated,
  jaccard,
  looksLikeIdentifier,
  normaliseText,
  splitIdentifier,
  words,
} from "./text.ts";

test.each([
  ["identifiers", identifiers],
  ["the normal form", normaliseText],
])("%s: time on one long line of signs is linear", (_name, read) => {
  const startedMs = performance.now();
  read(`a${".".repeat(60_000)}/ x`);
  expect(performance.now() - startedMs).toBeLessThan(300);
});

describe("splitIdentifier", () => {
  test.each([
    ["camelCase", "parseHttpHeader", "parse http header"],
    ["an acronym inside", "parseHTTPHeader_v2", "parse http header v2"],
    ["an acronym first", "XMLParser", "xml parser"],
    ["snake_case", "max_retry_count", "max retry count"],
    ["a path", "src/store/open-store.ts", "src store open store ts"],
    ["a namespace", "std::vec::Vec", "std vec vec"],
    ["a digit before a capital", "utf8Decoder", "utf8 decoder"],
    ["letters of other alphabets", "größeÄndern", "größe ändern"],
    ["one part adds nothing", "parser", ""],
    ["nothing at all", "", ""],
  ])("%s", (_name, word, expected) => expect(splitIdentifier(word).join(" ")).toBe(expected));
});

describe("identifiers", () => {
  test.each([
    ["call it with openStore() please", "openStore"],
    ["in ./src/a.ts, or ../b/c.ts...", "./src/a.ts ../b/c.ts"],
    ["see src/a/b.ts:12 and --no-cache", "src/a/b.ts:12 --no-cache"],
    ["set TACIT_HOME, then run it", "TACIT_HOME"],
    ["obj.method.name is called", "obj.method.name"],
    ["plain words, nothing else. End of it!", ""],
    ["`quotedName` and (innerCall)", "quotedName innerCall"],
    ["twice fooBar and fooBar", "fooBar"],
  ])("%s", (text, expected) => expect(identifiers(text).join(" ")).toBe(expected));

  test.each([
    ["snake_case", true],
    ["camelCase", true],
    ["SHOUTING", true],
    ["-v", true],
    ["--verbose-mode", true],
    ["Capital", false],
    ["word", false],
    ["3.14", false],
  ])("%s looks like code: %s", (word, expected) =>
    expect(looksLikeIdentifier(word)).toBe(expected),
  );
});

describe("words", () => {
  test.each([
    ["lower case, punctuation dropped", "The Store, opened!", "the store opened"],
    ["CJK in pairs", "数据库连接", "数据 据库 库连 连接"],
    ["one CJK character", "库", "库"],
    ["kana and latin", "データ and data", "デー ータ and data"],
    ["full-width letters folded", "ＡＢＣ", "abc"],
    ["emoji are no words", "🚀 launch 🚀", "launch"],
  ])("%s", (_name, text, expected) => expect(words(text).join(" ")).toBe(expected));

  test("the index column contains the parts of identifiers and CJK pairs, each once", () => {
    expect(identifierColumn("openStore opens 数据库; openStore again").split(" ").sort()).toEqual(
      ["open", "store", "数据", "据库"].sort(),
    );
  });
});

describe("normaliseText", () => {
  test.each([
    ["case and spaces", "  Use   PNPM  ", "use pnpm"],
    ["a closing full stop", "Use pnpm.", "use pnpm"],
    ["a ligature", "ﬁle", "file"],
    ["line breaks", "a\n\tb", "a b"],
  ])("%s", (_name, text, expected) => expect(normaliseText(text)).toBe(expected));
});

describe("clip", () => {
  test.each([
    ["short enough stays", "abc", 3, "abc"],
    ["at a word boundary", "one two three four", 15, "one two three…"],
    ["not through an emoji", "abcdef🚀gh", 8, "abcdef…"],
    ["inside a long word", "abcdefghijklmnop", 8, "abcdefg…"],
  ])("%s", (_name, text, limit, expected) => expect(clip(text, limit)).toBe(expected));
});

test("property: words, identifiers and the index column accept any string", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of words(text)) expect(word).toBe(word.normalize("NFKC").toLowerCase());
      expect(identifiers(text).every((word) => text.includes(word))).toBe(true);
      expect(identifierColumn(text)).not.toMatch(/\s{2}/);
    }),
  );
});

test("property: jaccard is symmetric, in [0, 1], and 1 exactly for equal sets", () => {
  const sets = fc.uniqueArray(fc.string({ maxLength: 2 })).map((list) => new Set(list));
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const alike = jaccard(a, b);
      expect(alike).toBe(jaccard(b, a));
      expect(alike).toBeGreaterThanOrEqual(0);
      const isEqual = a.size === b.size && [...a].every((item) => b.has(item));
      expect(alike === 1).toBe(isEqual);
    }),
  );
});

test("property: a clipped text is never longer than its limit", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (text, limit) => {
      expect(clip(text, limit).length).toBeLessThanOrEqual(limit);
    }),
  );
});

describe("property: ASCII is read the same next to other letters", () => {
  const piece = fc.constantFrom(
    "aB",
    "HTTPServer",
    "x9Y",
    "_",
    "$",
    ".",
    "/",
    "-",
    " ",
    "()",
    "::",
    "'t",
    "Z",
    "7",
  );
  const part = fc.constantFrom("a", "b$c", "$1", "aB9()", "_", "4a");
  const ascii = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(".")),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
  );

  test("the same words", () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(words(`${text} ж`)).toEqual([...words(text), "ж"]);
      }),
    );
  });

  test("parts of an identifier", () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(splitIdentifier(`ж ${text}`).slice(1)).toEqual(
          splitIdentifier(`x ${text}`).slice(1),
        );
      }),
    );
  });

  test("what looks like an identifier", () => {
    // Flags and constants are recognised only in ASCII.
    const name = ascii.filter((text) => !/^--?[a-z]|^[A-Z][A-Z0-9]/.test(text));
    fc.assert(
      fc.property(name, (text) => {
        const abroad = text.replaceAll("a", "ж").replaceAll("B", "Ж").replaceAll("Z", "Ж");
        expect(looksLikeIdentifier(abroad)).toBe(looksLikeIdentifier(text));
      }),
    );
  });
});

test.each([
  ["The image needs Node 22, plus pnpm.", false],
  ["It runs on Node, plus on Bun.", false],
  ["There are no users without a plan.", false],
  ["On utilise npm, plus pnpm.", true],
  ["Désormais eslint, plus biome.", true],
  ["No uses npm.", true],
])("%j denies something: %s", (text, expected) => {
  expect(isNegated(text)).toBe(expected);
});
