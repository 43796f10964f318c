/** Tests that the request of each chosen model chooses the same model again. */
import { expect, test } from "vitest";
import { writeChosenWriter } from "../learn/writing/writer-settings.ts";
import { writeChosenEncoder } from "../search/embed/encoder-settings.ts";
import type { EncoderChoice } from "../search/encoders/encoder-choice.schema.ts";
import { answerAsOpenAi, testServer } from "../search/models/testing-server.ts";
import type { RerankerChoice } from "../search/rerank/reranker-choice.schema.ts";
import { writeChosenHyde, writeChosenReranker } from "../search/rerank/reranker-settings.ts";
import { openTestStore } from "../testing/testing-life.ts";
import type { Workspace } from "../workspace.ts";
import { chosenModels } from "./chosen-models.ts";
import { modelsOf } from "./models.ts";

const URL_HERE = "http://127.0.0.1:9/v1";
const server = { url: URL_HERE, model: "m", keyName: "MY_KEY", allowHttp: true, callsADay: 7 };
const request = {
  url: URL_HERE,
  model: "m",
  keyName: "MY_KEY",
  allowHttp: true,
  callsADay: 7,
};

async function workspace(): Promise<Workspace> {
  const { db, place } = await openTestStore();
  return { db, home: place.home, moment: place.moment } as unknown as Workspace;
}

test("without a choice, the defaults are requested", async () => {
  expect(await chosenModels(await workspace())).toEqual({
    encoder: { name: "built-in" },
    reranker: { name: "turns" },
    hyde: { name: "none" },
    writer: { name: "none" },
  });
});

const ollama = { kind: "ollama", url: URL_HERE, model: "m:1", digest: "d" } as const;

test.each<[RerankerChoice, object]>([
  [{ kind: "late" }, { name: "late" }],
  [{ kind: "onnx", folder: "/models/x", weights: "w", revision: "r" }, { name: "/models/x" }],
  [
    { ...ollama, allowHttp: false },
    { name: "ollama:m:1", url: URL_HERE, allowHttp: false },
  ],
  [
    { kind: "cohere", ...server },
    { name: "cohere", ...request },
  ],
  [
    { kind: "judge", ...server, judgesUnasked: true },
    { name: "judge", ...request, judgesUnasked: true },
  ],
])("the reranker %j is requested with all that was stated", async (choice, expected) => {
  const here = await workspace();
  await writeChosenReranker(here.db, choice);
  expect((await chosenModels(here)).reranker).toEqual(expected);
});

test.each<[EncoderChoice, object]>([
  [
    { kind: "onnx", name: "bge-small-en-v1.5", revision: "r", dims: 8 },
    { name: "bge-small-en-v1.5" },
  ],
  [
    { ...ollama, dims: 64, allowHttp: false },
    { name: "ollama:m:1", url: URL_HERE, dims: 64, allowHttp: false },
  ],
])("the encoder %j is requested with all that was stated", async (choice, expected) => {
  const here = await workspace();
  await writeChosenEncoder(here.db, choice);
  expect((await chosenModels(here)).encoder).toEqual(expected);
});

test("an encoder on a server is chosen again by its own request", async () => {
  const { url } = await testServer(answerAsOpenAi(32));
  const here = await workspace();
  const models = modelsOf(here, { env: {} });
  const first = await models.use({ name: "openai-compatible", url, model: "m", allowHttp: true });
  const again = (await chosenModels(here)).encoder;
  expect((await models.use(again)).id).toBe(first.id);
  expect((await chosenModels(here)).encoder).toEqual(again);
});

test("a model for hypothetical answers and a writer are requested with all that was stated", async () => {
  const here = await workspace();
  const limits = { callsADay: 7, sinceMs: 1 };
  await writeChosenHyde(here.db, { kind: "chat", ...server });
  await writeChosenWriter(here.db, { kind: "anthropic", ...server, sinceMs: 1 });
  expect(await chosenModels(here)).toMatchObject({
    hyde: { name: "openai-compatible", ...request },
    writer: { name: "anthropic", ...request },
  });
  await writeChosenWriter(here.db, { kind: "program", program: "codex", model: null, ...limits });
  expect((await chosenModels(here)).writer).toEqual({ name: "codex", callsADay: 7 });
  await writeChosenWriter(here.db, { ...ollama, keyName: null, allowHttp: false, ...limits });
  expect((await chosenModels(here)).writer).toEqual({
    name: "ollama:m:1",
    url: URL_HERE,
    allowHttp: false,
    callsADay: 7,
  });
});
