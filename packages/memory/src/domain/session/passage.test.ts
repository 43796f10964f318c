/** A reader of a passage sees its warnings. */
import { expect, test } from "vitest";
import { passageFlags } from "./passage.ts";

test.each([
  [false, false, []],
  [true, false, ["taken back later in the session"]],
  [false, true, ["after outside text was read"]],
  [true, true, ["taken back later in the session", "after outside text was read"]],
])("retracted: %s, outside text: %s", (isRetracted, isTainted, flags) => {
  expect(passageFlags({ isRetracted, isTainted })).toEqual(flags);
});
