/** Tests a model copied to a machine without network: the required files of its folder, and how the folder can be named. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { TINY_DIMS, writeTinyModel } from "../models/testing-onnx.ts";
import { catalogueModel } from "./model-catalogue.ts";
import { modelFolder } from "./model-folder.ts";
import { pullModel } from "./pull-model.ts";

const NAME = "all-MiniLM-L6-v2";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tacit-carried-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

test("lists all missing files and where they are published in one error", async () => {
  const [home, from] = [makeFolder(), makeFolder()];
  writeTinyModel(from);
  rmSync(join(from, "tokenizer.json"));
  rmSync(join(from, "onnx"), { recursive: true });
  const error = await pullModel({ home, name: NAME, from, isUnpinned: true }).catch((e) => e);
  expect(MemoryError.is(error, "input_missing")).toBe(true);
  for (const expected of [
    "tokenizer.json",
    "onnx/model_quantized.onnx",
    catalogueModel(NAME).url,
  ]) {
    expect(error.message).toContain(expected);
  }
  expect(error.message).not.toContain("config.json,");
  expect(existsSync(modelFolder(home, NAME))).toBe(false);
});

test("accepts a file URL of this machine as the folder", async () => {
  const [home, from] = [makeFolder(), makeFolder()];
  writeTinyModel(from);
  const lock = await pullModel({
    ...{ home, name: NAME, isUnpinned: true },
    from: pathToFileURL(from).href,
  });
  expect(lock.dims).toBe(TINY_DIMS);
});
