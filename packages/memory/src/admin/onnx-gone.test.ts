/** If the folder of a chosen local model is deleted, recall falls back to keywords and every process reports why. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeTinyModel } from "../search/models/testing-onnx.ts";
import { makePlace } from "../testing/testing-life.ts";

const LESSON = "The build fails when the disk is full.";
/** Stands in for the ONNX runtime: the vector of a word depends on its length. */
const RUNTIME = `
exports.env = {};
exports.AutoTokenizer = { from_pretrained: async () => (texts) => {
  const mask = { dims: [texts.length, 1], data: texts.map(() => 1n) };
  return { texts, attention_mask: mask };
} };
exports.AutoModel = { from_pretrained: async () => Object.assign(
  async ({ texts }) => ({ last_hidden_state: {
    dims: [texts.length, 1, 4],
    data: texts.flatMap((text) => /lunch/.test(text) ? [0, 0, 1, 0] : [1, 1, 0, 0]),
  } }),
  { dispose: async () => {} },
) };`;

test("the next process and the list name a model whose folder is gone", async () => {
  const place = makePlace();
  const runtime = join(place.home, "runtime", "node_modules", "@huggingface", "transformers");
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, "index.js"), RUNTIME);
  const from = join(place.home, "carried");
  writeTinyModel(from);

  const first = await place.open();
  await first.memories.remember({ content: LESSON, source: "agent_explicit" });
  const models = await first.admin.models();
  await models.pull({ name: "all-MiniLM-L6-v2", from, isUnpinned: true });
  await models.use({ name: "all-MiniLM-L6-v2" });
  expect(await models.embed()).toMatchObject({ isActive: true, done: 1 });
  await first.close();

  rmSync(join(place.home, "models"), { recursive: true });
  const second = await place.open();
  const { hits } = await second.memories.recall({ query: "why does the build fail" });
  expect(hits.map(({ memory }) => memory.content)).toEqual([LESSON]);
  await second.close();
  const third = await place.open();
  const { degraded } = await third.admin.status();
  expect(degraded.join()).toContain("it was not pulled yet");
  expect(degraded.join()).toContain("tacit models check");
  const rows = await (await third.admin.models()).list();
  expect(rows.find(({ isActive }) => isActive)).toMatchObject({
    name: "all-MiniLM-L6-v2",
    embedded: 1,
  });
  await third.close();
});
