/** Tests Ollama over its real protocol: choosing a model, encoding, and wrong answers. */
import { cosine } from "@tacit-memory/encoder";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { faultOf } from "../models/model-fault.ts";
import {
  type Answer,
  answerAsOllama,
  closedServer,
  sendJson,
  type ToyOllama,
  testServer,
} from "../models/testing-server.ts";
import { chooseOllama, type OllamaOptions } from "./choose-ollama.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { openOllamaEncoder } from "./ollama-encoder.ts";

const GB = 1e9;
const model = (name: string, dims: number, digest = "a".repeat(64)) => ({ name, dims, digest });
const ALL = {
  models: [
    model("qwen3-embedding:8b", 4096),
    model("qwen3-embedding:4b", 2560),
    model("qwen3-embedding:0.6b", 1024),
    model("nomic-embed-text:latest", 768),
  ],
};

async function chosen(toy: ToyOllama, request: Partial<OllamaOptions> & { model: string }) {
  const { url } = await testServer(answerAsOllama(toy));
  return chooseOllama({ url, allowHttp: false, freeBytes: 64 * GB, ...request }).catch(
    (error: unknown) => {
      if (!MemoryError.is(error)) throw error;
      return { error: error.code, message: error.message };
    },
  );
}

describe("choosing a model", () => {
  test.each([
    [64, "qwen3-embedding:8b"],
    [33, "qwen3-embedding:8b"],
    [32, "qwen3-embedding:4b"],
    [9, "qwen3-embedding:4b"],
    [8, "qwen3-embedding:0.6b"],
    [0.1, "qwen3-embedding:0.6b"],
  ])("chooses with %d GB free: %s", async (gb, name) => {
    const choice = await chosen(ALL, { model: "qwen3-embedding", freeBytes: gb * GB });
    expect(choice).toMatchObject({ model: name, dims: 1024, digest: "a".repeat(12) });
  });

  test("counts the memory of a loaded model of the family as free", async () => {
    const loaded = [{ name: "qwen3-embedding:8b", size: 20 * GB }];
    const choice = await chosen(
      { ...ALL, loaded },
      { model: "qwen3-embedding", freeBytes: 15 * GB },
    );
    expect(choice).toMatchObject({ model: "qwen3-embedding:8b" });
  });

  test("chooses the biggest installed model, or names the command that fetches a fitting one", async () => {
    const some = { models: [model("qwen3-embedding:0.6b", 1024)] };
    expect(await chosen(some, { model: "qwen3-embedding" })).toMatchObject({
      model: "qwen3-embedding:0.6b",
    });
    const none = await chosen({ models: [] }, { model: "qwen3-embedding", freeBytes: 10 * GB });
    expect(none).toMatchObject({ error: "model_not_found" });
    expect(JSON.stringify(none)).toContain("ollama pull qwen3-embedding:4b");
  });

  test.each([
    ["a family that may be cut, by itself", "qwen3-embedding:8b", undefined, 1024],
    ["to what was asked for", "qwen3-embedding:8b", 256, 256],
    ["not beyond what it has", "qwen3-embedding:0.6b", 2048, "usage"],
    ["another family, whole", "nomic-embed-text", undefined, 768],
    ["another family, cut", "nomic-embed-text", 256, "usage"],
  ])("chooses dimensions: %s", async (_name, name, dims, expected) => {
    const choice = await chosen(ALL, { model: name, dims });
    expect("error" in choice ? choice.error : choice.dims).toBe(expected);
  });

  test("rejects a model that returns no vectors", async () => {
    const { url } = await testServer((received, response) =>
      received.path === "/api/show"
        ? sendJson(response, { capabilities: ["completion"], model_info: {} })
        : answerAsOllama({ models: [model("llama3:latest", 4096)] })(received, response),
    );
    const request = { url, allowHttp: false, freeBytes: GB, model: "llama3" };
    await expect(chooseOllama(request)).rejects.toThrow("makes no vectors");
  });

  test("rejects another server at the address", async () => {
    const { url } = await testServer((_asked, response) => sendJson(response, { hello: "world" }));
    const request = { url, allowHttp: false, freeBytes: GB, model: "qwen3-embedding" };
    const error = await chooseOllama(request).catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe("unexpected_shape");
  });
});

async function opened(answer: Answer, more: Partial<ChoiceOf<"ollama">> = {}) {
  const server = await testServer(answer);
  return { server, encoder: openAt(server.url, more) };
}

function openAt(url: string, more: Partial<ChoiceOf<"ollama">> = {}) {
  const choice = {
    kind: "ollama" as const,
    url,
    model: "qwen3-embedding:0.6b",
    digest: "a".repeat(12),
    dims: 256,
    allowHttp: false,
    ...more,
  };
  return openOllamaEncoder(choice, () => Promise.resolve());
}

describe("encoding", () => {
  test("returns unit vectors in order, cut to the chosen dimensions", async () => {
    const { encoder, server } = await opened(answerAsOllama(ALL));
    expect(encoder.id).toBe("ollama:qwen3-embedding:0.6b@aaaaaaaaaaaa:256");
    const texts = Array.from({ length: 40 }, (_, i) => `memory number ${i} on the disk`);
    const vectors = await encoder.encode(texts, "memory");
    expect(vectors).toHaveLength(40);
    for (const vector of vectors) {
      expect(vector).toHaveLength(256);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    }
    const [again] = await encoder.encode([texts[33] ?? ""], "memory");
    expect(cosine(again ?? new Float32Array(0), vectors[33] ?? new Float32Array(0))).toBeCloseTo(
      1,
      5,
    );
    // Before vectors are stored, it checks that the model is still the chosen one.
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/api/tags",
      ...Array.from({ length: 3 }, () => "/api/embed"),
      ...["/api/tags", "/api/embed"],
    ]);
    expect(server.requests[1]?.body).toMatchObject({
      model: "qwen3-embedding:0.6b",
      truncate: true,
      keep_alive: "30m",
      input: texts.slice(0, 16),
    });
  });

  test("stores no vectors of new weights under the old id when the model is updated during a run", async () => {
    let digest = "a".repeat(64);
    const { encoder, server } = await opened((request, response) =>
      answerAsOllama({ models: [model("qwen3-embedding:0.6b", 1024, digest)] })(request, response),
    );
    await encoder.encode(["a lesson"], "memory");
    await encoder.encode(["a question"], "query");
    await encoder.encode(["another"], "query");
    expect(server.requests.filter(({ path }) => path === "/api/tags")).toHaveLength(1);
    digest = "b".repeat(64);
    for (const as of ["memory", "query"] as const) {
      const error = await encoder.encode(["a text"], as).catch((caught: unknown) => caught);
      expect(faultOf(error)).toBe("model_changed");
    }
  });

  test("explains how to start an Ollama that is not running", async () => {
    const encoder = openAt(await closedServer());
    const error = await encoder.encode(["a"], "query").catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe("unreachable");
    expect((error as Error).message).toContain("`ollama serve` starts it");
  });

  test("adds the prefix for questions", async () => {
    const { encoder, server } = await opened(answerAsOllama(ALL));
    await encoder.encode(["why is the disk full"], "query");
    const { input } = server.requests[1]?.body ?? {};
    expect((input as string[])[0]).toMatch(/^Instruct: .+\nQuery:why is the disk full$/);
  });

  test.each<[string, ToyOllama, string]>([
    [
      "another model under the name",
      { models: [model("qwen3-embedding:0.6b", 1024, "b".repeat(64))] },
      "model_changed",
    ],
    ["the model is gone", { models: [] }, "not_there"],
  ])("%s", async (_name, toy, fault) => {
    const { encoder } = await opened(answerAsOllama(toy));
    const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe(fault);
  });

  const embeddings =
    (rows: unknown): Answer =>
    (request, response) =>
      request.path === "/api/embed"
        ? sendJson(response, rows)
        : answerAsOllama(ALL)(request, response);

  test.each<[string, unknown, string]>([
    ["too few", { embeddings: [] }, "wrong_count"],
    ["too short", { embeddings: [[1, 2, 3]] }, "wrong_dims"],
    [
      "NaN, which JSON writes as null",
      { embeddings: [[null, ...Array(255).fill(1)]] },
      "not_finite",
    ],
    ["nothing but zeros", { embeddings: [Array(256).fill(0)] }, "zero_vector"],
    ["the older API's answer", { embedding: [1, 2] }, "unexpected_shape"],
  ])("rejects an answer with vectors that are %s", async (_name, rows, fault) => {
    const { encoder } = await opened(embeddings(rows));
    const error = await encoder.encode(["a"], "memory").catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe(fault);
    expect(MemoryError.is(error, "encoder_failed")).toBe(true);
  });

  test("retries a busy server for memories but not for a question for which a user waits", async () => {
    let calls = 0;
    const busy: Answer = (request, response) => {
      if (request.path === "/api/embed" && ++calls === 1)
        sendJson(response, { error: "busy" }, 503);
      else answerAsOllama(ALL)(request, response);
    };
    const { encoder } = await opened(busy);
    expect(await encoder.encode(["a"], "memory")).toHaveLength(1);
    calls = 0;
    const error = await encoder.encode(["a"], "query").catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe("server_error");
  });

  test("stops between two batches when cancelled", async () => {
    const controller = new AbortController();
    const { encoder, server } = await opened((request, response) => {
      answerAsOllama(ALL)(request, response);
      if (request.path === "/api/embed") controller.abort();
    });
    const texts = Array.from({ length: 64 }, (_, i) => `text ${i}`);
    const error = await encoder
      .encode(texts, "memory", controller.signal)
      .catch((caught: unknown) => caught);
    expect(faultOf(error)).toBe("aborted");
    expect(server.requests.filter(({ path }) => path === "/api/embed")).toHaveLength(1);
  });
});
