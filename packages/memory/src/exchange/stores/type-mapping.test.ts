/** The keys of the mapping table match the form used for look-ups: lower case, each kind once. */
import { expect, test } from "vitest";
import { mappedType, TYPE_MAPPING } from "./type-mapping.ts";

test("finds every kind of the table in any spelling", () => {
  for (const [program, kinds] of Object.entries(TYPE_MAPPING)) {
    for (const [kind, type] of Object.entries(kinds)) {
      expect(mappedType(program as keyof typeof TYPE_MAPPING, ` ${kind.toUpperCase()} `)).toBe(
        type,
      );
    }
  }
});

test.each([
  ["claude-mem", "unheard-of"],
  ["auto-claude", "gotcha"],
  ["mem0", 7],
  ["basic-memory", "constructor"],
  ["engram", "__proto__"],
] as const)("%s has no kind %s, so the words decide", (program, kind) =>
  expect(mappedType(program, kind)).toBe(undefined),
);
