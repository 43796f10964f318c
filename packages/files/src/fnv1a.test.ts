/** Tests FNV-1a against the published values. */
import { expect, test } from "vitest";
import { fnv1a, fnv1aOfBytes } from "./fnv1a.ts";

test.each<[string, number]>([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["b", 0xe70c2de5],
  ["foobar", 0xbf9cf968],
  ["chongo was here!\n", 0xd49930d5],
])("the hash of %j is %i, as text and as bytes", (text, expected) => {
  expect(fnv1a(text)).toBe(expected);
  expect(fnv1aOfBytes(Buffer.from(text))).toBe(expected);
});

test("continues from a seed, and hashes a part of the bytes", () => {
  expect(fnv1a("bar", fnv1a("foo"))).toBe(fnv1a("foobar"));
  expect(fnv1aOfBytes(Buffer.from("xfoobary"), 1, 7)).toBe(fnv1a("foobar"));
});
