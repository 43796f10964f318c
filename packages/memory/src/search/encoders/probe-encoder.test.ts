/** Tests that the probe detects an encoder that is not the expected one. */
import { expect, test } from "vitest";
import { toyVector } from "../models/testing-server.ts";
import type { Encoder } from "./encoder.ts";
import { probeEncoder } from "./probe-encoder.ts";
import { unitVectors } from "./unit-vectors.ts";

function encoderOf(vectorOf: (text: string) => number[], dims = 32): Encoder {
  return {
    id: "toy",
    dims,
    isInstant: true,
    encode: async (texts) => texts.map((text) => Float32Array.from(vectorOf(text))),
    close: () => Promise.resolve(),
  };
}

const expected = { encoder: "toy", count: 1, dims: 32, isMatryoshka: false };
const sound = (text: string) => [...(unitVectors([toyVector(text, 32)], expected)[0] ?? [])];
const constant = () => sound("the same for every text");

async function failing(encoder: Encoder, stored: Float32Array | null = null): Promise<string[]> {
  const { checks, isSound } = await probeEncoder(encoder, stored);
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  expect(isSound).toBe(failed.length === 0);
  return failed;
}

test.each<[string, Encoder, string[]]>([
  ["one that is sound", encoderOf(sound), []],
  ["other dimensions than it says", encoderOf(sound, 64), ["dimensions"]],
  [
    "vectors that are not of length 1",
    encoderOf((text) => sound(text).map((item) => item * 2)),
    ["length"],
  ],
  ["one vector for everything", encoderOf(constant), ["sense"]],
])("%s", async (_name, encoder, expected) => expect(await failing(encoder)).toEqual(expected));

test("detects another model under the same name by the golden vector", async () => {
  const { golden } = await probeEncoder(encoderOf(sound), null);
  expect(await failing(encoderOf(sound), golden)).toEqual([]);
  expect(
    await failing(
      encoderOf((text) => sound(text).map((item) => item + 1e-5)),
      golden,
    ),
  ).toEqual([]);
  expect(
    await failing(
      encoderOf((text) => sound(text).toReversed()),
      golden,
    ),
  ).toEqual(["same model"]);
  expect(await failing(encoderOf(sound), golden.slice(0, 16))).toEqual(["same model"]);
});
