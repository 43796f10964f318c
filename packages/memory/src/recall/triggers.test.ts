/** Tests that a trigger matches what it names and nothing else. */
import { expect, test } from "vitest";
import { matches } from "./triggers.ts";

test.each<readonly [string, string, readonly string[], boolean]>([
  ["migrate", "please migrate the database", [], true],
  ["migrate", "the migrated rows", [], false],
  ["migrate", "remigrate", [], false],
  ["migrate", "migrate_all", [], false],
  ["migrate", "emigrate, then migrate", [], true],
  ["ab", "ab", ["ab"], false],
  ["wrangler  deploy", "wrangler deploy", [], true],
  ["src/a.ts", "", ["src/A.ts"], true],
  ["src/a.ts", "", ["lib/src/a.ts"], false],
  ["*.sql", "", ["db/1.sql"], true],
  ["*.sql", "", ["db/1.sqlite"], false],
  ["src/*.ts", "", ["src/a.ts"], true],
  ["src/*.ts", "", ["src/deep/a.ts"], false],
  ["src/**.ts", "", ["src/deep/a.ts"], true],
])("matches %s in %j, with files %j: %s", (trigger, text, files, expected) => {
  expect(matches(trigger, text, files)).toBe(expected);
});
