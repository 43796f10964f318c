/** Tests the errors of a chosen model that cannot run. Running a model is tested in e2e/models, with the real runtime. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { faultOf } from "../models/model-fault.ts";
import { writeTinyModel } from "../models/testing-onnx.ts";
import { chooseOnnx, openOnnxEncoder } from "./onnx-encoder.ts";
import { pullModel } from "./pull-model.ts";

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

test("names the command that pulls a missing model", () => {
  expect(() => chooseOnnx(home, NAME)).toThrow(`tacit models pull ${NAME}`);
});

test("names the command that installs the missing runtime, without running its script", async () => {
  const encoder = openOnnxEncoder(await pulled(), home);
  const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
  expect(MemoryError.is(error, "encoder_missing")).toBe(true);
  expect((error as Error).message).toMatch(
    /npm install --ignore-scripts --prefix .*runtime.* @huggingface\/transformers@4/,
  );
  await encoder.close();
});

test("rejects weights other than those that were chosen", async () => {
  const choice = { ...(await pulled()), revision: "0".repeat(12) };
  const encoder = openOnnxEncoder(choice, home);
  const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
  expect(faultOf(error)).toBe("model_changed");
});

/** Replacement for the runtime: loads as slowly as a big model, and returns a fixed vector. */
const SLOW_RUNTIME = `
const slowly = (value) => new Promise((resolve) => setTimeout(resolve, 80, value));
const tokenizer = (texts) => ({
  attention_mask: { dims: [texts.length, 1], data: texts.map(() => 1n) },
});
const model = ({ attention_mask: { dims: [count] } }) =>
  Promise.resolve({
    last_hidden_state: { dims: [count, 1, 4], data: Array(count).fill([0, 3, 4, 0]).flat() },
  });
model.dispose = () => Promise.resolve();
module.exports = {
  env: {},
  AutoTokenizer: { from_pretrained: () => slowly(tokenizer) },
  AutoModel: { from_pretrained: () => slowly(model) },
};
`;

test.each(["query", "memory"] as const)(
  "returns the vector to a %s that waited for the model to load",
  async (as) => {
    const choice = await pulled();
    const runtime = join(home, "runtime", "node_modules", "@huggingface", "transformers");
    mkdirSync(runtime, { recursive: true });
    writeFileSync(join(runtime, "index.js"), SLOW_RUNTIME);
    const encoder = openOnnxEncoder(choice, home);
    const [vector = []] = await encoder.encode(["a"], as, AbortSignal.timeout(10));
    expect([...vector].map((item) => Math.round(item * 10) / 10)).toEqual([0, 0.6, 0.8, 0]);
    const stopped = encoder.encode(["a"], as, AbortSignal.abort()).catch((error) => error);
    expect(faultOf(await stopped)).toBe("aborted");
    await encoder.close();
  },
);

test("has an id with model, weights and dimensions", async () => {
  expect(openOnnxEncoder(await pulled(), home).id).toMatch(
    /^onnx:all-MiniLM-L6-v2@[0-9a-f]{12}:4$/,
  );
});
