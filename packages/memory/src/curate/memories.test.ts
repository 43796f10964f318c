/** Tests that a call of a program without types gets an error that names the field. */
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { makePlace } from "../testing/testing-life.ts";

type Teaching = Parameters<Tacit["memories"]["remember"]>[0];

test.each([
  ["source", { content: "The staging port is 7781, because 7780 is taken by the sidecar." }],
  ["source", { content: "The staging port is 7781.", source: "me" }],
  ["content", { source: "user_taught" }],
])("a memory without a valid %s is rejected", async (field, teaching) => {
  const tacit = await makePlace().open();
  const rejected = expect.objectContaining({
    code: "input_malformed",
    facts: expect.objectContaining({ field }),
  });
  await expect(tacit.memories.remember(teaching as unknown as Teaching)).rejects.toThrow(rejected);
  expect(await tacit.memories.list()).toEqual([]);
});
