/** Evidence from a person is kept longer than counted evidence. */
import { expect, test } from "vitest";
import { newestEvidence } from "./evidence.ts";
import type { Evidence } from "./memory.ts";

const some = (kind: Evidence["kind"], count: number, from = 0): Evidence[] =>
  Array.from({ length: count }, (_one, i) => ({ kind, detail: `${kind} ${from + i}`, atMs: i }));

test.each<[string, readonly Evidence[], readonly string[]]>([
  ["few", [...some("user", 1), ...some("test", 2)], ["user 0", "test 0", "test 1"]],
  [
    "a word and many counts",
    [...some("user", 1), ...some("reobserved", 20)],
    ["user 0", ...some("reobserved", 11, 9).map(({ detail }) => detail)],
  ],
  [
    "what sessions showed, told again, and a word given twice",
    [
      { kind: "test", detail: "of s1", session: "s1", atMs: 1 },
      { kind: "user", detail: "confirmed", atMs: 2 },
      { kind: "test", detail: "of s1", session: "s1", atMs: 1 },
      { kind: "test", detail: "of s2", session: "s2", atMs: 3 },
      { kind: "user", detail: "confirmed", atMs: 4 },
    ],
    ["of s1", "confirmed", "of s2", "confirmed"],
  ],
  [
    "many words",
    [...some("test", 3), ...some("user", 20)],
    some("user", 12, 8).map(({ detail }) => detail),
  ],
])("%s", (_name, all, expected) =>
  expect(newestEvidence(all).map(({ detail }) => detail)).toEqual(expected),
);
