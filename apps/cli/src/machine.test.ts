/** Texts name commands as the user can call them. */
import { expect, test } from "vitest";
import { asCalled, type Machine } from "./machine.ts";

const from = (calledAs?: string) => (calledAs === undefined ? {} : { calledAs }) as Machine;

test.each([
  ["see `tacit review`", "see `npx tacit review`"],
  ["Next\n  tacit init   connect", "Next\n  npx tacit init   connect"],
  ["  $ tacit recall 'why'", "  $ npx tacit recall 'why'"],
  ["    tacit recall is quoted", "    tacit recall is quoted"],
  ["the memory of tacit knowledge", "the memory of tacit knowledge"],
])("%j", (text, called) => {
  expect(asCalled(text, from("npx tacit"))).toBe(called);
  expect(asCalled(text, from())).toBe(text);
});
