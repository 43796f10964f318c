/**
 * Tests that the model returns the vectors that training computed, for every kind of text, and that damaged files are
 * refused.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { cosine } from "../kernel/cosine.ts";
import { openBuiltInEncoder, openStaticEncoder } from "./static-encoder.ts";
import { wordsOf } from "./tokenizer.ts";

const MODEL = join(import.meta.dirname, "..", "..", "models", "tacit-static-1.bin");
const { golden } = JSON.parse(
  readFileSync(join(import.meta.dirname, "__fixtures__", "golden-vectors.json"), "utf8"),
) as {
  readonly golden: readonly {
    readonly text: string;
    readonly vector: readonly number[];
    readonly prefix64: readonly number[];
    readonly cosineToWeights: number;
  }[];
};
const folder = mkdtempSync(join(tmpdir(), "tacit-model-"));
const encoder = openBuiltInEncoder();
afterAll(() => {
  encoder.close();
  rmSync(folder, { recursive: true, force: true });
});

const similarity = (a: string, b: string) => cosine(encoder.encode(a), encoder.encode(b));

describe("matches the trainer's output", () => {
  test.each(golden)("$text", ({ text, vector, prefix64, cosineToWeights }) => {
    const own = encoder.encode(text);
    const prefix = encoder.encode(text, { dims: 64 });
    expect(own).toHaveLength(256);
    vector.forEach((x, d) => {
      expect(own[d]).toBeCloseTo(x, 5);
    });
    prefix64.forEach((x, d) => {
      expect(prefix[d]).toBeCloseTo(x, 5);
    });
    // Rounding to four bits moved the vector this far from the weights, as the model card states.
    expect(cosineToWeights).toBeGreaterThan(0.993);
  });
});

describe("meaning", () => {
  test.each([
    [
      "take a backup of the live database first",
      "snapshot production before migrating",
      "the logo is blue",
    ],
    ["the tests fail now and then", "flaky spec on CI", "French translations of the menu"],
    ["sign in does not work", "authentication is broken", "images are compressed at build time"],
  ])("%s", (text, near, far) => {
    expect(similarity(text, near)).toBeGreaterThan(similarity(text, far) + 0.1);
  });

  test("places a typing error in an unknown name near it", () => {
    expect(similarity("frobnicator service", "frobnicater service")).toBeGreaterThan(0.6);
  });
});

test("a word's weight changes its share", () => {
  const text = "Caroline painted a sunset";
  const emphasis = (word: string) => (word === "caroline" ? 0 : 1);
  const weighed = encoder.encode(text, { emphasis });
  expect(cosine(weighed, encoder.encode("painted a sunset"))).toBeCloseTo(1, 5);
  expect(cosine(weighed, encoder.encode(text))).toBeLessThan(0.999);
});

test("property: returns a unit vector for any text, or zeros for a text without words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const vector = encoder.encode(text);
      const norm = Math.sqrt(cosine(vector, vector));
      expect(norm).toBeCloseTo(wordsOf(text).length === 0 ? 0 : 1, 5);
    }),
  );
});

test("processes a long text, and a letter repeated a million times, quickly", () => {
  expect(encoder.encode("word ".repeat(1_000_000))).toHaveLength(256);
  expect(encoder.encode("x".repeat(1_000_000)).every((x) => x === 0)).toBe(true);
});

test("reads letters without spaces only once", () => {
  const cpuMs = (text: string) => {
    const before = process.cpuUsage();
    encoder.encode(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  cpuMs("漢字");
  // Reading from each character to the end of all of them would take two seconds.
  expect(cpuMs("漢字仮名".repeat(4000))).toBeLessThan(500);
  expect(wordsOf("漢字don't 漢字")).toEqual(["漢字don't", "漢", "字"]);
});

test("returns the same vectors when reading row by row and all at once", () => {
  const fresh = openStaticEncoder(MODEL);
  const texts = Array.from({ length: 400 }, (_, i) => `row${i} ${i} caching ${i * 7} deploy`);
  const first = texts.map((text) => fresh.encode(text));
  expect(texts.map((text) => fresh.encode(text))).toEqual(first);
});

test("the file is at most 8 MB", () => {
  expect(statSync(MODEL).size).toBeLessThanOrEqual(8 * 1024 * 1024);
});

describe("a damaged file", () => {
  const bytes = readFileSync(MODEL);
  const written = (name: string, content: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  test.each([
    ["empty", () => written("empty", new Uint8Array(0))],
    ["a header only", () => written("header", bytes.subarray(0, 64))],
    ["cut short", () => written("short", bytes.subarray(0, bytes.length - 1))],
    ["of a hostile size", () => written("hostile", Buffer.from(bytes).fill(0xff, 12, 24))],
    ["another kind of file", () => written("other", Buffer.from("{}".repeat(100)))],
    ["not there", () => join(folder, "nowhere")],
  ])("%s", (_name, path) => {
    expect(() => openStaticEncoder(path())).toThrowError(
      expect.objectContaining({ code: "encoder_failed" }),
    );
  });
  test("opens a copy at another path", () => {
    const path = join(folder, "copy");
    copyFileSync(MODEL, path);
    expect(openStaticEncoder(path).id).toBe(encoder.id);
  });
});

test("property: splits ASCII words the same beside other scripts", () => {
  const piece = fc.constantFrom(
    "aB",
    "HTTPServer",
    "x9Y",
    "c++",
    "C#",
    "f#",
    "can't",
    "'re",
    "_",
    " ",
    "Z",
    "7",
    "\u0007",
  );
  const ascii = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
  );
  fc.assert(
    fc.property(ascii, (text) => {
      expect(wordsOf(`${text} ж`)).toEqual([...wordsOf(text), "ж"]);
    }),
  );
});
