/** Does a reader of a passage see what speaks against it? */
import { expect, test } from "vitest";
import { passageFlags } from "./passage.ts";

test.each([
  [false, false, []],
  [true, false, ["taken back later in the session"]],
  [false, true, ["after outside text was read"]],
  [true, true, ["taken back later in the session", "after outside text was read"]],
])("taken back: %s, outside text: %s", (isRetracted, isTainted, flags) => {
  expect(passageFlags({ isRetracted, isTainted })).toEqual(flags);
});
