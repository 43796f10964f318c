/** Tests `/v1/embeddings` over the real protocol: what is sent, what may be returned, and where the key is sent. */
import { cosine } from "@tacit-memory/encoder";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { faultOf } from "../models/model-fault.ts";
import { type Answer, answerAsOpenAi, sendJson, testServer } from "../models/testing-server.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { chooseOpenAi, type OpenAiOptions, openOpenAiEncoder } from "./openai-encoder.ts";

const ENV = { EMBEDDINGS_KEY: "made-up-key-0123456789" };

async function chosen(answer: Answer, request: Partial<OpenAiOptions> = {}) {
  const server = await testServer(answer);
  const common = { url: server.url, model: "text-embedding-3-small", allowHttp: false, env: ENV };
  const choice = await chooseOpenAi({ ...common, ...request }).catch((error: unknown) => {
    if (!MemoryError.is(error)) throw error;
    return { failed: error.code };
  });
  return { choice, server };
}

/** A server that rejects `dimensions`, as many do. */
const refusesDims =
  (native: number): Answer =>
  (request, response) =>
    request.body?.["dimensions"] === undefined
      ? answerAsOpenAi(native)(request, response)
      : sendJson(response, { error: { message: "unknown field dimensions" } }, 400);

/** A server that accepts `dimensions` and ignores it. */
const ignoresDims =
  (native: number): Answer =>
  (request, response) =>
    answerAsOpenAi(native)(
      { ...request, body: { ...request.body, dimensions: undefined } },
      response,
    );

describe("choosing a server", () => {
  test.each<
    [string, Answer, Partial<OpenAiOptions>, Partial<ChoiceOf<"openai">> | { failed: string }]
  >([
    ["1,024 where they can be had", answerAsOpenAi(1536), {}, { dims: 1024, sendsDims: true }],
    ["as many as asked for", answerAsOpenAi(1536), { dims: 256 }, { dims: 256, sendsDims: true }],
    ["the server's own", refusesDims(384), { model: "m" }, { dims: 384, sendsDims: false }],
    [
      "also where they are ignored",
      ignoresDims(768),
      { model: "m" },
      { dims: 768, sendsDims: false },
    ],
    [
      "cut by us where the family allows",
      refusesDims(1024),
      { model: "Qwen3-Embedding-0.6B", dims: 256 },
      { dims: 256, sendsDims: false },
    ],
    ["not where it does not", refusesDims(384), { model: "m", dims: 256 }, { failed: "usage" }],
    ["not a key of somebody else's", answerAsOpenAi(1536), {}, { keyName: null }],
    [
      "a key that is not there",
      answerAsOpenAi(1536),
      { keyName: "NOT_SET" },
      { failed: "encoder_failed" },
    ],
  ])("%s", async (_name, answer, request, expected) => {
    expect((await chosen(answer, request)).choice).toMatchObject(expected);
  });

  test("stores the variable's name in a choice but never the key", async () => {
    const { choice, server } = await chosen(answerAsOpenAi(1536), { keyName: "EMBEDDINGS_KEY" });
    expect(choice).toMatchObject({ keyName: "EMBEDDINGS_KEY" });
    expect(JSON.stringify(choice)).not.toContain(ENV.EMBEDDINGS_KEY);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${ENV.EMBEDDINGS_KEY}`);
  });
});

async function opened(answer: Answer, more: Partial<ChoiceOf<"openai">> = {}, env = ENV) {
  const server = await testServer(answer);
  const choice = {
    kind: "openai" as const,
    url: `${server.url}/v1`,
    model: "text-embedding-3-small",
    dims: 64,
    sendsDims: true,
    keyName: "EMBEDDINGS_KEY",
    allowHttp: false,
    ...more,
  };
  return { server, encoder: openOpenAiEncoder(choice, env, () => Promise.resolve()) };
}

describe("encoding", () => {
  test.each([
    ["numbers", false],
    ["base64", true],
  ])("reads %s in any order of the answer", async (_name, isBase64) => {
    const { encoder, server } = await opened(answerAsOpenAi(1536, { isBase64 }));
    expect(encoder.id).toBe(`openai:${new URL(server.url).host}/text-embedding-3-small:64`);
    const texts = ["the disk is full", "lunch in the garden", "compile error"];
    const vectors = await encoder.encode(texts, "memory");
    const [one] = await encoder.encode(["the disk is full"], "memory");
    expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64]);
    expect(cosine(one ?? new Float32Array(0), vectors[0] ?? new Float32Array(0))).toBeCloseTo(1, 5);
    expect(server.requests[0]).toMatchObject({
      path: "/v1/embeddings",
      body: { dimensions: 64, encoding_format: "float", input: texts },
    });
  });

  test("also derives the path from a bare address", async () => {
    const { server } = await opened(answerAsOpenAi(64));
    const { encoder } = await opened(answerAsOpenAi(64), { url: server.url });
    await encoder.encode(["a"], "memory");
    expect(server.requests[0]?.path).toBe("/v1/embeddings");
  });

  const vector = Array.from({ length: 64 }, () => 1);
  test.each<[string, unknown, string]>([
    ["no data", { embeddings: [] }, "unexpected_shape"],
    ["too few", { data: [] }, "wrong_count"],
    [
      "the same index twice",
      {
        data: [
          { index: 0, embedding: vector },
          { index: 0, embedding: vector },
        ],
      },
      "wrong_count",
    ],
    [
      "an index of nobody",
      {
        data: [
          { index: 0, embedding: vector },
          { index: 7, embedding: vector },
        ],
      },
      "wrong_count",
    ],
    [
      "too short",
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: vector },
        ],
      },
      "wrong_dims",
    ],
    [
      "zeros",
      {
        data: [
          { index: 0, embedding: vector },
          { index: 1, embedding: vector.map(() => 0) },
        ],
      },
      "zero_vector",
    ],
    ["no vector", { data: [{ index: 0 }, { index: 1, embedding: vector }] }, "unexpected_shape"],
  ])("rejects an answer with %s", async (_name, answer, fault) => {
    const { encoder } = await opened((_asked, response) => sendJson(response, answer));
    const error = await encoder.encode(["a", "b"], "memory").catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe(fault);
  });

  test.each([
    ["is not set", {}],
    ["is empty", { EMBEDDINGS_KEY: " " }],
    ["holds no key", { EMBEDDINGS_KEY: "two\nlines" }],
  ])("sends nothing and reveals nothing for a variable that %s", async (_name, env) => {
    const { encoder, server } = await opened(answerAsOpenAi(64), {}, env as typeof ENV);
    const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe("unauthorised");
    expect(String((error as Error).message)).not.toContain("lines");
    expect(server.requests).toEqual([]);
  });
});
