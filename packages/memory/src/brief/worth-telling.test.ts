/** What a session is told at its start: recipes, and cures that are used whether something failed or not. */
import { expect, test } from "vitest";
import { NOWHERE, someMemory } from "../testing-life.ts";
import { isWorthAtStart } from "./worth-telling.ts";

test.each([
  ["workflow_recipe", ["command", "install"], true],
  ["error_pattern", ["error", "fix"], false],
  ["error_pattern", ["error", "fix", "command"], true],
  ["convention", ["command"], false],
] as const)("a memory of type %s with the tags %j: %s", (type, tags, expected) => {
  const memory = someMemory(NOWHERE, { content: "Run `npm ci` first.", type, tags });
  expect(isWorthAtStart(memory)).toBe(expected);
});
