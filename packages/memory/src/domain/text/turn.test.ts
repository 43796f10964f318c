/** A prompt that asks for nothing costs nothing. */
import { expect, test } from "vitest";
import { classifyTurn } from "./turn.ts";

test.each([
  ["/compact and go on", "none"],
  ["! npm test", "none"],
  ["continue", "none"],
  ['@agent Continue: "Continue to iterate?"', "none"],
  ["thanks, looks good now", "none"],
  ["commit", "soft"],
  ["continue the migration of the billing tables to the new schema in src/db", "soft"],
  ["@agent why does the build fail on Windows?", "soft"],
] as const)("%s: %s", (prompt, turn) => {
  expect(classifyTurn(prompt)).toBe(turn);
});
