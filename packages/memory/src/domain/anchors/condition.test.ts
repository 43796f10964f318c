/** Conditions are parsed as intended, and invalid ones are rejected with examples. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryError } from "../errors.ts";
import { parseCondition } from "./condition.ts";

test.each([
  ["path:src/old gone", { kind: "path", glob: "src/old" }],
  [" path: ./src/old/**  gone ", { kind: "path", glob: "src/old/**" }],
  ["path:a file.ts gone", { kind: "path", glob: "a file.ts" }],
  ["dependency:zod >=4", { kind: "dependency", name: "zod", range: ">=4" }],
  ["dependency:@scope/a-b >= 2 <3", { kind: "dependency", name: "@scope/a-b", range: ">= 2 <3" }],
  ["dependency:github.com/a/b gone", { kind: "dependency", name: "github.com/a/b", range: null }],
  ["after:2026-12-31", { kind: "after", untilMs: Date.UTC(2027, 0, 1) }],
])("%s", (text, condition) => {
  expect(parseCondition(text)).toEqual(condition);
});

test.each([
  "",
  "when it is done",
  "path:src/old",
  "path: gone",
  "path:../other gone",
  "path:/etc/passwd gone",
  "path:C:\\a gone",
  "dependency:zod",
  "dependency: >=4",
  "after:tomorrow",
  "after:2026-02-30",
  "after:2026-12-31T00:00",
  `path:${"a".repeat(300)} gone`,
])("rejects %s", (text) => {
  try {
    parseCondition(text);
    expect.unreachable();
  } catch (error) {
    if (!MemoryError.is(error, "condition_malformed")) throw error;
    expect(error.facts["examples"]).toContain("dependency:zod >=4");
  }
});

test("property: any text is parsed or rejected", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        expect(["path", "dependency", "after"]).toContain(parseCondition(text).kind);
      } catch (error) {
        expect(MemoryError.is(error, "condition_malformed")).toBe(true);
      }
    }),
  );
});
