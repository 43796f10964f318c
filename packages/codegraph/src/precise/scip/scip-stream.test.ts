/** An index is read completely as a stream, or rejected with a clear reason. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CodegraphError } from "../../codegraph-error.ts";
import { readDocument, readMetadata } from "./scip-document.ts";
import { checkedMetadata, scipParts } from "./scip-stream.ts";
import { scipIndex, type TestDocument } from "./testing-index.ts";

let base = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-scip-"));
});
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

function file(bytes: Uint8Array | string): string {
  const path = join(base, "index.scip");
  writeFileSync(path, bytes);
  return path;
}

function problemOf(bytes: Uint8Array | string): string {
  try {
    for (const part of scipParts(file(bytes))) {
      if (part.kind === "metadata") checkedMetadata("index.scip", part.bytes);
      else readDocument(part.bytes);
    }
    return "none";
  } catch (error) {
    return CodegraphError.is(error) ? `${error.code}: ${error.facts["reason"]}` : String(error);
  }
}

const DOCUMENT: TestDocument = {
  path: "src/a.ts",
  language: "TypeScript",
  text: "const a = 1;\n",
  occurrences: [
    { at: [0, 6, 7], symbol: "s npm p 1 `a.ts`/a.", isDefinition: true, lines: [0, 0] },
    { at: [2, 0, 300], symbol: "local 1" },
  ],
  symbols: [{ symbol: "s npm p 1 `a.ts`/a.", kind: 61, name: "a", above: ["s npm p 1 `b.ts`/b."] }],
};

test("reads documents one at a time as written", () => {
  const long = "x".repeat(3_000_000);
  const documents = [DOCUMENT, { ...DOCUMENT, isTyped: true }, { ...DOCUMENT, text: long }];
  const bytes = scipIndex({ projectRoot: "file:///p", documents });
  const read = [...scipParts(file(bytes))].length;
  expect(read).toBe(4);
  const parsed: unknown[] = [];
  for (const part of scipParts(file(bytes))) {
    parsed.push(part.kind === "metadata" ? readMetadata(part.bytes) : readDocument(part.bytes));
  }
  const occurrences = [
    {
      range: [0, 6, 0, 7],
      symbol: "s npm p 1 `a.ts`/a.",
      isDefinition: true,
      enclosing: [0, 0, 0, 1],
    },
    { range: [2, 0, 2, 300], symbol: "local 1", isDefinition: false, enclosing: null },
  ];
  const relations = [{ symbol: "s npm p 1 `b.ts`/b.", isImplementation: true }];
  const expected = {
    path: "src/a.ts",
    language: "TypeScript",
    text: "const a = 1;\n",
    encoding: "utf-16",
    occurrences,
    symbols: [{ symbol: "s npm p 1 `a.ts`/a.", kind: 61, displayName: "a", relations }],
  };
  expect(parsed).toEqual([
    { version: 0, tool: { name: "test-indexer", version: "1.0" }, projectRoot: "file:///p" },
    expected,
    expected,
    { ...expected, text: long },
  ]);
});

describe("names the format of a file that is not an index", () => {
  const whole = scipIndex({ documents: [DOCUMENT] });
  test.each([
    ["nothing", "", "it is empty"],
    ["gzip", gzipSync(whole), "it is compressed: unpack it with `gzip -d` first"],
    [
      "zstd",
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
      "it is compressed: unpack it with `zstd -d` first",
    ],
    ["zip", "PK\u0003\u0004", "it is a zip archive: unpack it first"],
    [
      "JSON",
      '{"documents": []}',
      "it is JSON: give the index itself, or an LSIF dump made into SCIP",
    ],
    ["text", "hello", "no SCIP index: byte 0 begins no field of one"],
    [
      "another version",
      scipIndex({ version: 7, documents: [] }),
      "version 7 of the format is not known here",
    ],
    [
      "a length beyond the file",
      Buffer.from([0x12, 0xff, 0xff, 0xff, 0x7f, 0]),
      "it ends early, at byte 0",
    ],
    [
      "a length without end",
      Buffer.from([0x12, 255, 255, 255, 255, 255, 255, 255, 255, 255]),
      "it ends early, at byte 0",
    ],
  ])("%s", (_name, bytes, reason) => {
    expect(problemOf(bytes)).toBe(`scip_malformed: ${reason}`);
  });
});

test("throws for a missing file", () => {
  expect(() => [...scipParts(join(base, "none.scip"))]).toThrow(
    expect.objectContaining({ code: "input_missing" }),
  );
});

test("property: detects truncation except between two documents", () => {
  const bytes = scipIndex({ documents: [DOCUMENT, DOCUMENT] });
  const problems = Array.from({ length: bytes.length - 1 }, (_value, index) =>
    problemOf(bytes.subarray(0, index + 1)),
  );
  const whole = problems.filter((problem) => problem === "none");
  // After the metadata and after each document.
  expect(whole.length).toBe(3);
  expect(
    problems.filter((problem) => !/^none$|^scip_malformed: it ends early/.test(problem)),
  ).toEqual([]);
});
