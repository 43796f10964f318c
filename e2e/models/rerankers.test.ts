/**
 * Tests `tacit models use … --as reranker` and its effect on recall, in real processes with real servers and a real model.
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeTinyReranker } from "../../packages/memory/src/search/models/testing-onnx.ts";
import { testServer } from "../../packages/memory/src/search/models/testing-server.ts";
import {
  answerAsChat,
  answerAsCohere,
  answerAsOllamaReranker,
  honestVerdict,
  QWEN3_RERANKER,
} from "../../packages/memory/src/search/rerank/testing-models.ts";
import { hasOnnxRuntime, RUNTIME_MODULES } from "./onnx-runtime.mjs";
import { makeProgram, type Program } from "./tacit-process.ts";

const KEY = "made-up-key-0123456789";
const WORDY = "The build of the docs fails, fails and fails: ask Ada about lunch.";
const RIGHT = "Compiling stops when the drive is full; delete the cache folder.";
const QUESTION = "the build fails, disk full";
const ENV = { TACIT_ENCODER: "off", MY_KEY: KEY };

interface Explained {
  readonly hits: readonly {
    readonly content: string;
    readonly explanation: { readonly reranked?: { readonly by: string; readonly before: number } };
  }[];
}

async function taught(env: Readonly<Record<string, string>> = ENV): Promise<Program> {
  const tacit = makeProgram(env);
  for (const content of [WORDY, RIGHT]) await tacit.json(["remember", content]);
  return tacit;
}

const recalled = async (tacit: Program) =>
  (await tacit.json(["recall", QUESTION, "--explain"])) as Explained;

test.each([
  ["cohere", answerAsCohere(), ["cohere", "--model", "m", "--key-env", "MY_KEY"]],
  ["qwen3", answerAsOllamaReranker(), [`ollama:${QWEN3_RERANKER}`]],
  ["judge", answerAsChat(honestVerdict), ["judge", "--model", "m", "--key-env", "MY_KEY"]],
])(
  "%s: use → list → recall --explain → status → check → doctor → none works",
  async (_name, answer, words) => {
    const { url, requests } = await testServer(answer);
    const tacit = await taught();
    const used = await tacit.json(["models", "use", ...words, "--url", url, "--as", "reranker"]);
    const { id } = used as { readonly id: string };
    expect(used).toMatchObject({ role: "reranker", checks: [{ name: "sense", ok: true }] });
    const listed = (await tacit.json(["models", "list"])) as { readonly id: string }[];
    expect(listed.find((row) => row.id === id)).toMatchObject({ role: "reranker", isChosen: true });
    const { hits } = await recalled(tacit);
    expect(hits[0]).toMatchObject({
      content: RIGHT,
      explanation: { reranked: { by: id, before: 2, problem: null } },
    });
    const { stdout } = await tacit.run(["recall", QUESTION, "--explain"]);
    expect(stdout).toContain(`reranker ${id}: rank #2 → #1, score `);
    expect(await tacit.json(["status"])).toMatchObject({ reranking: { reranker: id } });
    expect(await tacit.json(["models", "check"])).toMatchObject({
      ok: true,
      secondStage: [{ id }],
    });
    const examined = JSON.parse((await tacit.run(["doctor", "--json"])).stdout) as {
      readonly checks: readonly object[];
    };
    expect(examined.checks).toContainEqual({ name: "reranker answers", ok: true, detail: id });
    const before = requests.length;
    await tacit.json(["models", "use", "none", "--as", "reranker"]);
    expect((await recalled(tacit)).hits[0]?.explanation.reranked).toBeUndefined();
    expect(requests).toHaveLength(before);
  },
);

test("loses the order but not the answer when the server goes away, and prints the key nowhere", async () => {
  let isUp = true;
  const { url } = await testServer((request, response) => {
    if (isUp) answerAsCohere()(request, response);
    else response.writeHead(401).end(JSON.stringify({ message: `no such key: ${KEY}` }));
  });
  const tacit = await taught();
  const how = ["--url", url, "--model", "m", "--key-env", "MY_KEY", "--as", "reranker"];
  await tacit.json(["models", "use", "cohere", ...how]);
  isUp = false;
  const ran = await tacit.run(["recall", QUESTION, "--explain"]);
  expect(ran.status).toBe(0);
  expect(ran.stdout).toContain(WORDY.slice(0, 20));
  expect(ran.stdout).toContain("no such key: [key]");
  const checked = await tacit.run(["models", "check", "--json"]);
  expect(checked.status).toBe(69);
  for (const { stdout, stderr } of [ran, checked, await tacit.run(["status"])]) {
    expect(stdout + stderr).not.toContain(KEY);
  }
});

test("searches again with an imagined answer when a person's query finds nothing", async () => {
  const { url } = await testServer(answerAsChat(() => "Delete the cache folder."));
  const tacit = await taught();
  await tacit.json([
    ...["models", "use", "openai-compatible", "--as", "hyde", "--url", url, "--model", "m"],
  ]);
  expect(await tacit.json(["recall", "zyxwv qponm"])).toMatchObject({
    abstained: true,
    hits: [{ content: RIGHT }],
    imagined: { text: "Delete the cache folder.", problem: null },
  });
  // A batch is a measurement, not a person's question.
  const batch = join(tacit.base, "batch.jsonl");
  writeFileSync(batch, JSON.stringify({ id: "1", query: "zyxwv qponm" }));
  const { stdout } = await tacit.run(["recall", "--batch", batch]);
  expect(JSON.parse(stdout)).toMatchObject({ hits: [] });
});

const MODEL = "a-cross-encoder";

if (hasOnnxRuntime()) {
  test("a cross-encoder of a folder reads question and passage as a pair", async () => {
    const tacit = await taught();
    const folder = join(tacit.base, MODEL);
    writeTinyReranker(folder);
    mkdirSync(join(tacit.home, "runtime"), { recursive: true });
    symlinkSync(RUNTIME_MODULES, join(tacit.home, "runtime", "node_modules"), "junction");
    const used = await tacit.json(["models", "use", folder, "--as", "reranker"]);
    expect(used).toMatchObject({
      id: expect.stringMatching(/^onnx:a-cross-encoder@[0-9a-f]{12}$/),
    });
    await tacit.json(["remember", "Clear the disk, the build fails for want of it."]);
    const { hits } = await recalled(tacit);
    // Computed by hand from the table of testing-onnx.ts: only the words of the passage count.
    const worth = [
      ["Clear the disk, the build fails for want of it.", 4],
      [WORDY, 1 + 1 + 1 + 1 - 2],
      [RIGHT, 0],
    ] as const;
    const maxCalls = 4;
    expect(hits.map(({ content }) => content)).toEqual(worth.map(([content]) => content));
    const keys = hits.map(({ explanation: { reranked } }) => (reranked as { key?: number }).key);
    worth.forEach(([, score], i) => {
      expect(keys[i]).toBeCloseTo(score / maxCalls, 5);
    });
    writeFileSync(join(folder, "onnx", "model_quantized.onnx"), "other weights");
    const { stdout } = await tacit.run(["recall", QUESTION, "--explain"]);
    expect(stdout).toContain("other weights than when it was chosen");
  });
} else {
  test("SKIPPED, no model was run: the runtime is not installed; `node e2e/models/onnx-runtime.mjs` installs it", async () => {
    const tacit = await taught();
    writeTinyReranker(join(tacit.base, MODEL));
    const argv = ["models", "use", join(tacit.base, MODEL), "--as", "reranker", "--json"];
    const refused = await tacit.run(argv);
    expect(refused.status).toBe(69);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "encoder_missing" } });
  });
}
