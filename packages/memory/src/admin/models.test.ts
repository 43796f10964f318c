/** End-to-end tests of encoders in one process (choose, embed, switch, switch back) with real adapters and local servers. */
import { writeFileSync } from "node:fs";
import { hashWord } from "@tacit-memory/encoder";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { toyEncoder } from "../search/embed/testing-encoder.ts";
import { faultOf } from "../search/models/model-fault.ts";
import {
  type Answer,
  answerAsOllama,
  answerAsOpenAi,
  testServer,
} from "../search/models/testing-server.ts";
import { vectorFileIn, vectorFilesIn } from "../store/index-file-paths.ts";
import { countEmbeddings, listEmbeddedEncoders } from "../store/memories/embeddings.ts";
import { insertMemory } from "../store/memories/memories.ts";
import { openTestStore, someMemory } from "../testing/testing-life.ts";
import type { Workspace } from "../workspace.ts";
import { modelsOf } from "./models.ts";

const model = (digest: string) => ({
  name: "qwen3-embedding:0.6b",
  dims: 64,
  digest: digest.repeat(64),
});
const OLLAMA = answerAsOllama({ models: [model("a")] });

async function workspace(memories = 3): Promise<Workspace> {
  const { db, place } = await openTestStore();
  for (let i = 0; i < memories; i++) {
    const memory = someMemory(place, { content: `Lesson number ${i} about the build.` });
    await insertMemory(db, memory, place.moment());
  }
  // Fields that encoders do not use are omitted.
  return { db, home: place.home, moment: place.moment } as unknown as Workspace;
}

const builtIn = async () => toyEncoder({ id: "built-in:toy", isInstant: true });
const surroundings = { env: {}, openBuiltIn: builtIn };
const named = (rows: Awaited<ReturnType<ReturnType<typeof modelsOf>["list"]>>, name: string) =>
  rows.find((row) => row.name === name);

test("switching encoders keeps the previous one active until the new vectors are complete", async () => {
  const { url } = await testServer(OLLAMA);
  const here = await workspace();
  const models = modelsOf(here, surroundings);
  const active = async () => (await models.list()).find(({ isActive }) => isActive)?.id;
  expect(await models.embed()).toMatchObject({ name: "built-in", done: 3, isActive: true });
  const { id } = await models.use({ name: "ollama:qwen3-embedding:0.6b", url });
  expect(id).toBe("ollama:qwen3-embedding:0.6b@aaaaaaaaaaaa:64");
  expect(await active()).toBe("built-in:toy");
  expect(await models.embed({ limit: 2 })).toMatchObject({ done: 2, waiting: 1, isActive: false });
  expect(await active()).toBe("built-in:toy");
  let listed = await models.list();
  expect(named(listed, "built-in")).toMatchObject({ isActive: true, isChosen: false, embedded: 3 });
  expect(named(listed, "qwen3-embedding:0.6b")).toMatchObject({
    isActive: false,
    isChosen: true,
    embedded: 2,
    waiting: 1,
    dims: 64,
  });
  expect(await models.embed()).toMatchObject({ done: 1, waiting: 0, isActive: true, dropped: 0 });
  expect(await active()).toBe(id);
  // The vectors of both encoders remain until dropping is requested.
  expect((await listEmbeddedEncoders(here.db)).map(({ live }) => live)).toEqual([3, 3]);
  expect(await models.embed({ dropsOthers: true })).toMatchObject({ dropped: 3 });
  expect(await countEmbeddings(here.db, "built-in:toy")).toEqual({ embedded: 0, waiting: 3 });
  await models.use({ name: "built-in" });
  expect(await active()).toBe(id);
  expect(await models.embed()).toMatchObject({ done: 3, isActive: true });
  expect(await active()).toBe("built-in:toy");
  listed = await models.list();
  expect(listed.map((row) => row.name)).toEqual([
    "built-in",
    "bge-small-en-v1.5",
    "all-MiniLM-L6-v2",
    "multilingual-e5-small",
  ]);
});

test("an embedding run with a limit keeps the vectors of other encoders", async () => {
  const { url } = await testServer(OLLAMA);
  const here = await workspace();
  const models = modelsOf(here, surroundings);
  await models.embed();
  await models.use({ name: "ollama:qwen3-embedding:0.6b", url });
  expect(await models.embed({ limit: 1, dropsOthers: true })).toMatchObject({ dropped: 0 });
  expect(await countEmbeddings(here.db, "built-in:toy")).toMatchObject({ embedded: 3 });
});

test("a limit equal to the number of waiting memories completes the embedding", async () => {
  const { url } = await testServer(OLLAMA);
  const models = modelsOf(await workspace(), surroundings);
  await models.use({ name: "ollama:qwen3-embedding:0.6b", url });
  const embedded = await models.embed({ limit: 3 });
  expect(embedded).toMatchObject({ done: 3, waiting: 0, isComplete: true, isActive: true });
});

test("a second concurrent embedding fails as busy, and no text is sent twice", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const { url, requests } = await testServer((item, response) => {
    if (isHeld && item.path === "/api/embed") void held.then(() => OLLAMA(item, response));
    else OLLAMA(item, response);
  });
  const models = modelsOf(await workspace(), surroundings);
  await models.use({ name: "ollama:qwen3-embedding:0.6b", url });
  const before = requests.length;
  isHeld = true;
  const first = models.embed();
  await expect.poll(() => requests.at(-1)?.path).toBe("/api/embed");
  const second = await models.embed().catch((error: unknown) => error);
  expect(MemoryError.is(second, "store_busy")).toBe(true);
  release();
  expect(await first).toMatchObject({ done: 3, isActive: true });
  const sent = requests.slice(before).flatMap(({ body }) => (body?.["input"] as string[]) ?? []);
  expect(sent).toHaveLength(3);
});

test("dropping other encoders also deletes their vector files", async () => {
  const here = await workspace();
  const models = modelsOf(here, surroundings);
  const own = vectorFileIn(here.home, hashWord("built-in:toy"));
  const other = vectorFileIn(here.home, hashWord("ollama:other"));
  for (const path of [own, other]) writeFileSync(path, "vectors");
  await models.embed();
  expect(vectorFilesIn(here.home)).toHaveLength(2);
  await models.embed({ dropsOthers: true });
  expect(vectorFilesIn(here.home)).toEqual([own]);
});

describe("rejects an invalid choice", () => {
  test.each<[string, Answer, Parameters<ReturnType<typeof modelsOf>["use"]>[0], string]>([
    ["no such model", OLLAMA, { name: "bge-gigantic" }, "model_not_found"],
    ["not in Ollama", OLLAMA, { name: "ollama:other" }, "model_not_found"],
    ["not pulled", OLLAMA, { name: "bge-small-en-v1.5" }, "model_not_found"],
    ["no address", OLLAMA, { name: "openai-compatible", model: "m" }, "usage"],
    [
      "vectors that are longer than is searched",
      answerAsOpenAi(5120),
      { name: "openai-compatible", model: "m", dims: 5120, url: "" },
      "usage",
    ],
    ["an option that says nothing of it", OLLAMA, { name: "built-in", dims: 64 }, "usage"],
    ["a key for Ollama", OLLAMA, { name: "qwen3-embedding", keyName: "KEY" }, "usage"],
    [
      "vectors without sense",
      answerAsOllama({ models: [{ ...model("a"), dims: 1 }] }),
      { name: "ollama:qwen3-embedding:0.6b" },
      "encoder_failed",
    ],
  ])("%s", async (_name, answer, request, code) => {
    const { url } = await testServer(answer);
    const here = await workspace();
    const models = modelsOf(here, { ...surroundings, env: { OLLAMA_HOST: url } });
    const modelRequest = request.url === undefined ? request : { ...request, url };
    await expect(models.use(modelRequest)).rejects.toThrow(expect.objectContaining({ code }));
    expect(named(await models.list(), "built-in")).toMatchObject({ isChosen: true });
  });
});

test("an encoder that refuses every memory does not replace a working one", async () => {
  const { url } = await testServer((request, response) => {
    const texts = request.body?.["input"] as readonly string[];
    if (texts.some((text) => text.startsWith("Lesson"))) {
      response.writeHead(400).end('{"error": "more than 12 tokens"}');
    } else answerAsOpenAi(64)(request, response);
  });
  const models = modelsOf(await workspace(), surroundings);
  await models.embed();
  await models.use({ name: "openai-compatible", url, model: "short" });
  const error = await models.embed({ dropsOthers: true }).catch((e: unknown) => e);
  expect(faultOf(error)).toBe("refused_input");
  expect((error as Error).message).toContain("more than 12 tokens");
  const listed = await models.list();
  expect(named(listed, "built-in")).toMatchObject({ isActive: true, embedded: 3 });
  expect(named(listed, "short")).toMatchObject({ isActive: false, isChosen: true, waiting: 3 });
});

test("a NaN in the answer for one text, as Python writes it, does not prevent embedding the others", async () => {
  const { url } = await testServer((request, response) => {
    const texts = (request.body?.["input"] ?? []) as readonly string[];
    if (texts.some((text) => text.includes("number 1"))) {
      response.end('{"data": [{"index": 0, "embedding": [0.5, NaN]}]}');
    } else answerAsOpenAi(64)(request, response);
  });
  const models = modelsOf(await workspace(), surroundings);
  await models.use({ name: "openai-compatible", url, model: "local" });
  const { refused, ...rest } = await models.embed();
  expect(rest).toMatchObject({ done: 2, waiting: 1, isComplete: true, isActive: true });
  expect(refused).toMatchObject([{ reason: expect.stringContaining("NaN") }]);
});

test("a check works on a read-only store", async () => {
  const { url } = await testServer(OLLAMA);
  const here = await workspace();
  const models = modelsOf(here, surroundings);
  await models.use({ name: "ollama:qwen3-embedding:0.6b", url });
  await here.db.run("PRAGMA query_only = 1");
  expect((await models.check()).probe.isSound).toBe(true);
});

test("detects another model under the same name and accepts it only on request", async () => {
  let isReversed = false;
  const server = await testServer((received, response) => {
    const answer = answerAsOpenAi(64);
    if (!isReversed) return answer(received, response);
    const input = ((received.body?.["input"] ?? []) as string[]).map(
      (text) => `${text} as another model has it`,
    );
    answer({ ...received, body: { ...received.body, input } }, response);
  });
  const here = await workspace();
  const models = modelsOf(here, surroundings);
  const request = { name: "openai-compatible", url: server.url, model: "m" };
  await models.use(request);
  await models.embed();
  expect((await models.check()).probe.isSound).toBe(true);
  isReversed = true;
  const { probe } = await models.check();
  expect(probe.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(["same model"]);
  const error = await models.use(request).catch((caught: unknown) => caught);
  expect(faultOf(error)).toBe("model_changed");
  await models.use({ ...request, discardsVectors: true });
  expect(await models.embed()).toMatchObject({ done: 3, waiting: 0 });
  expect((await models.check()).probe.isSound).toBe(true);
});

test("the command named by the check chooses a model that Ollama updated again", async () => {
  const older = { name: "nomic-embed-text:latest", dims: 64, digest: "a".repeat(64) };
  let served = older;
  const { url } = await testServer((request, response) =>
    answerAsOllama({ models: [served] })(request, response),
  );
  const models = modelsOf(await workspace(), surroundings);
  await models.use({ name: "ollama:nomic-embed-text", url });
  await models.embed();
  served = { ...older, digest: "b".repeat(64) };
  const { probe } = await models.check();
  expect(probe.isSound).toBe(false);
  const detail = probe.checks[0]?.detail ?? "";
  const [, name = "", place] = /tacit models use (\S+) --url ([^`]+)`/.exec(detail) ?? [];
  const again = await models.use({ name, url: place });
  expect(again.id).toBe("ollama:nomic-embed-text:latest@bbbbbbbbbbbb:64");
  expect(await models.embed()).toMatchObject({ done: 3, isActive: true });
});

test("a build without the built-in encoder reports it as missing and lists the others", async () => {
  const absent = () => Promise.reject(new MemoryError("encoder_missing"));
  const models = modelsOf(await workspace(), { env: {}, openBuiltIn: absent });
  expect((await models.list())[0]).toMatchObject({ name: "built-in", isPulled: false, id: null });
  await expect(models.embed()).rejects.toThrow(
    expect.objectContaining({ code: "encoder_missing" }),
  );
});
