/** What a chosen model says when it cannot be run. Running one is in e2e/models, with the real runtime. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { faultOf } from "./fault.ts";
import { chooseOnnx, openOnnxEncoder } from "./onnx-encoder.ts";
import { pullModel } from "./pull-model.ts";
import { writeTinyModel } from "./testing-onnx.ts";

const NAME = "all-MiniLM-L6-v2";
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tacit-onnx-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
});

async function pulled() {
  writeTinyModel(join(home, "given"));
  await pullModel({ home, name: NAME, from: join(home, "given"), isUnpinned: true });
  return chooseOnnx(home, NAME);
}

test("a model that was not pulled names the command that pulls it", () => {
  expect(() => chooseOnnx(home, NAME)).toThrow(`tacit models pull ${NAME}`);
});

test("without the runtime the command that installs it is named, and its script is not run", async () => {
  const encoder = openOnnxEncoder(await pulled(), home);
  const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
  expect(MemoryError.is(error, "encoder_missing")).toBe(true);
  expect((error as Error).message).toMatch(
    /npm install --ignore-scripts --prefix .*runtime.* @huggingface\/transformers@4/,
  );
  await encoder.close();
});

test("other weights than those that were chosen are another model", async () => {
  const choice = { ...(await pulled()), revision: "0".repeat(12) };
  const encoder = openOnnxEncoder(choice, home);
  const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
  expect(faultOf(error)).toBe("model_changed");
});

test("its id names model, weights and dimensions", async () => {
  expect(openOnnxEncoder(await pulled(), home).id).toMatch(
    /^onnx:all-MiniLM-L6-v2@[0-9a-f]{12}:4$/,
  );
});
