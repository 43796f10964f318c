/** Tests that padding is ignored, and that the first token is that of its own text. */
import { expect, test } from "vitest";
import { faultOf } from "../models/model-fault.ts";
import { pooled } from "./pooling.ts";

// Two texts of three tokens and two dimensions; the second text's last token is padding.
const hidden = { dims: [2, 3, 2], data: [1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 999, 999] };
const mask = { dims: [2, 3], data: [1n, 1n, 1n, 1n, 1n, 0n] };

test.each([
  [
    "cls",
    [
      [1, 2],
      [10, 20],
    ],
  ],
  [
    "mean",
    [
      [9, 12],
      [40, 60],
    ],
  ],
] as const)("%s", (pooling, expected) => {
  expect(pooled({ last_hidden_state: hidden }, mask, pooling, "e")).toEqual(expected);
});

test.each([
  ["no output of that name", { logits: hidden }, mask],
  ["one vector a text already", { last_hidden_state: { dims: [2, 2], data: [1, 2, 3, 4] } }, mask],
  ["no mask", { last_hidden_state: hidden }, undefined],
])("%s", (_name, outputs, input) => {
  let fault: string | null = null;
  try {
    pooled(outputs, input, "mean", "e");
  } catch (error) {
    fault = faultOf(error);
  }
  expect(fault).toBe("unexpected_shape");
});
