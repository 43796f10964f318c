/** Tests that a reranker with a model is loaded once for all callers and closed at the end. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";
import { writeTinyReranker } from "./models/testing-onnx.ts";

/** Words rank the first text higher; the model ranks the second higher. */
const WORDY = "The build of the docs fails, fails and fails: ask Ada about lunch.";
const RIGHT = "Compiling stops when the drive is full; delete the cache folder.";

/** Replacement for the runtime that records what is loaded and closed. */
const COUNTING_RUNTIME = `
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
const note = (mark) => appendFileSync(join(__dirname, "marks"), mark);
const tokenizer = (texts, { text_pair }) => ({ text_pair });
const model = ({ text_pair }) => {
  const data = text_pair.map((text) => (/disk|drive/.test(text) ? 1 : 0));
  return Promise.resolve({ logits: { dims: [data.length, 1], data } });
};
const from_pretrained = () => {
  note("+");
  return Promise.resolve(Object.assign(model, { dispose: async () => note("-") }));
};
module.exports = {
  env: {},
  AutoTokenizer: { from_pretrained: async () => tokenizer },
  AutoModelForSequenceClassification: { from_pretrained },
};
`;

test("loads a model once for two parallel first questions and closes it at the end", async () => {
  const place = makePlace();
  const runtime = join(place.home, "runtime", "node_modules", "@huggingface", "transformers");
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, "index.js"), COUNTING_RUNTIME);
  const model = join(place.home, "model");
  writeTinyReranker(model);
  const tacit = await place.open({ env: { TACIT_ENCODER: "off" } });
  for (const content of [WORDY, RIGHT])
    await tacit.memories.remember({ content, source: "user_taught", type: "gotcha" });
  await (await tacit.admin.rerankers()).use({ name: model });
  const recall = () => tacit.memories.recall({ query: "the build fails, disk full" });
  const answers = await Promise.all([recall(), recall()]);
  expect(answers.map(({ hits }) => hits[0]?.memory.content)).toEqual([RIGHT, RIGHT]);
  await tacit.close();
  expect(readFileSync(join(runtime, "marks"), "utf8")).toBe("+-+-");
});
