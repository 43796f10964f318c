/** Tests that recall uses the previous encoder until the chosen one is complete. */
import { expect, test } from "vitest";
import { openTestStore } from "../../testing/testing-life.ts";
import type { EncoderChoice } from "../encoders/encoder-choice.schema.ts";
import { BUILT_IN } from "../encoders/encoder-choice.ts";
import {
  activateEncoder,
  readEncoderSettings,
  readGolden,
  writeChosenEncoder,
  writeGolden,
} from "./encoder-settings.ts";

const ONNX: EncoderChoice = { kind: "onnx", name: "x", revision: "abc", dims: 4 };
const OTHER: EncoderChoice = { ...ONNX, revision: "def" };

test("uses the built-in encoder by default as chosen and active", async () => {
  const { db } = await openTestStore();
  expect(await readEncoderSettings(db)).toEqual({ chosen: BUILT_IN, active: BUILT_IN });
});

test("activates a new choice only after activation and only while it is still the choice", async () => {
  const { db } = await openTestStore();
  await writeChosenEncoder(db, ONNX);
  expect(await readEncoderSettings(db)).toEqual({ chosen: ONNX, active: BUILT_IN });
  await writeChosenEncoder(db, OTHER);
  expect(await activateEncoder(db, ONNX)).toBe(false);
  expect((await readEncoderSettings(db)).active).toEqual(BUILT_IN);
  // The order of the fields does not matter.
  expect(await activateEncoder(db, { dims: 4, revision: "def", name: "x", kind: "onnx" })).toBe(
    true,
  );
  expect((await readEncoderSettings(db)).active).toEqual(OTHER);
});

test("keeps the previous choice when a new one could not be read again", async () => {
  const { db } = await openTestStore();
  await expect(writeChosenEncoder(db, { ...ONNX, dims: 70_000 })).rejects.toThrow(
    expect.objectContaining({ code: "usage" }),
  );
  expect(await readEncoderSettings(db)).toEqual({ chosen: BUILT_IN, active: BUILT_IN });
});

test("reports a malformed setting", async () => {
  const { db } = await openTestStore();
  await db.run("INSERT INTO setting VALUES ('encoder', 'rubbish')");
  await expect(readEncoderSettings(db)).rejects.toThrow(
    expect.objectContaining({ code: "config_malformed" }),
  );
});

test("stores golden vectors by encoder without loss of precision", async () => {
  const { db } = await openTestStore();
  const golden = Float32Array.of(0.1, -0.2, 1 / 3);
  await writeGolden(db, "a", golden);
  expect(await readGolden(db, "a")).toEqual(golden);
  expect(await readGolden(db, "b")).toBeNull();
});
