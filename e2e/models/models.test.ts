/**
 * Tests `tacit models …` in real processes against real servers: choose a model, remember, embed, and find the vectors in the
 * store.
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { TINY_DIMS, writeTinyModel } from "../../packages/memory/src/search/models/testing-onnx.ts";
import {
  type Answer,
  answerAsOllama,
  answerAsOpenAi,
  closedServer,
  testServer,
  toyVector,
} from "../../packages/memory/src/search/models/testing-server.ts";
import { makeProgram } from "./tacit-process.ts";

const KEY = "made-up-key-0123456789";
const LESSON = "The dev server listens on port 8081 because the proxy holds 8080";
const NAME = "ollama:qwen3-embedding:0.6b";
const ID = "ollama:qwen3-embedding:0.6b@aaaaaaaaaaaa:64";
const OLLAMA = answerAsOllama({
  models: [{ name: "qwen3-embedding:0.6b", dims: 64, digest: "a".repeat(64) }],
});

interface Row {
  readonly memoryId: string;
  readonly scale: number;
  readonly vector: Uint8Array;
}

function rowsOf(home: string): Row[] {
  const db = new DatabaseSync(join(home, "memory.db"), { readOnly: true });
  const rows = db
    .prepare("SELECT memory_id AS memoryId, scale, vector FROM embedding WHERE encoder_id = ?")
    .all(ID) as unknown as Row[];
  db.close();
  return rows;
}

/** Returns the cosine similarity of a stored vector and the vector that the server returned. */
function likeness({ scale, vector }: Row, text: string): number {
  const codes = new Int8Array(Uint8Array.from(vector).buffer);
  const input = toyVector(text, 64);
  const length = Math.hypot(...input);
  return input.reduce((sum, item, i) => sum + (item / length) * (codes[i] ?? 0) * scale, 0);
}

test("use → remember → embed stores the server's vectors", async () => {
  const { url, requests } = await testServer(OLLAMA);
  const tacit = makeProgram({ OLLAMA_HOST: url });
  expect(await tacit.json(["models", "use", NAME])).toMatchObject({
    name: "qwen3-embedding:0.6b",
    id: ID,
    checks: [{ ok: true }, { ok: true }, { ok: true }, { ok: true }],
    embedding: { done: 0, waiting: 0, isActive: true },
  });
  const { id } = (await tacit.json(["remember", LESSON])) as { id: string };
  expect(await tacit.json(["models", "embed"])).toMatchObject({
    ...{ name: "qwen3-embedding:0.6b", id: ID, waiting: 0, kept: 0, refused: [] },
    ...{ isComplete: true, isActive: true, dropped: 0 },
  });
  const rows = rowsOf(tacit.home);
  expect(rows.map(({ memoryId }) => memoryId)).toEqual([id]);
  const input = requests.findLast(({ path }) => path === "/api/embed")?.body?.["input"] as string[];
  for (const row of rows) expect(likeness(row, input[0] ?? "")).toBeGreaterThan(0.99);
  expect(await tacit.json(["models", "check"])).toMatchObject({ ok: true, id: ID });
  const listed = (await tacit.json(["models", "list"])) as { readonly name: string }[];
  expect(listed.find(({ name }) => name === "qwen3-embedding:0.6b")).toEqual({
    role: "encoder",
    ...{ name: "qwen3-embedding:0.6b", kind: "ollama", id: ID, dims: 64, text: `Ollama at ${url}` },
    ...{ isPulled: true, isChosen: true, isActive: true, embedded: 1, waiting: 0, bytes: null },
  });
});

test("loses the vectors but not the memories when the server goes away", async () => {
  const { url } = await testServer(OLLAMA);
  const tacit = makeProgram();
  await tacit.json(["models", "use", NAME, "--url", url, "--later"]);
  const gone = makeProgram({ OLLAMA_HOST: await closedServer() });
  const refused = await gone.run(["models", "use", NAME, "--json"]);
  expect(refused.status).toBe(69);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "encoder_failed" } });
  expect(refused.stderr).toContain("`ollama serve` starts it");
  expect(await gone.json(["remember", LESSON])).toMatchObject({ accepted: true });
  expect(await gone.json(["recall", "which port"])).toMatchObject({ hits: [{ content: LESSON }] });
});

test("reports an unreachable encoder in the answer of a check and still checks the other models", async () => {
  let isGone = false;
  const { url } = await testServer((request, response) => {
    if (isGone) response.writeHead(404).end("no");
    else OLLAMA(request, response);
  });
  const tacit = makeProgram();
  await tacit.json(["models", "use", NAME, "--url", url, "--later"]);
  await tacit.json(["models", "use", "late", "--as", "reranker"]);
  isGone = true;
  const { status, stdout } = await tacit.run(["models", "check", "--json"]);
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({
    ...{ status: 69, ok: false, id: ID },
    checks: [{ name: "answers", ok: false, detail: expect.stringContaining("404") }],
    secondStage: [{ name: "late" }],
  });
  const { stdout: text } = await tacit.run(["models", "check"]);
  expect(text).toMatch(/^no {2}answers /m);
  expect(text).toContain("tacit models use built-in");
});

test("reads a key from the environment and shows it in no file, message or answer", async () => {
  const tacit = makeProgram({ EMBEDDINGS_KEY: KEY, TACIT_DEBUG: "1" });
  const server = await testServer(answerAsOpenAi(128));
  await tacit.json(["remember", LESSON]);
  const argv = [
    "models",
    "use",
    "openai-compatible",
    "--model",
    "m",
    "--key-env",
    "EMBEDDINGS_KEY",
  ];
  const used = await tacit.run([...argv, "--url", server.url, "--dims", "64", "--json"]);
  expect(used.status, used.stderr).toBe(0);
  expect(JSON.parse(used.stdout)).toMatchObject({ embedding: { done: 1 } });
  expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(
    true,
  );
  const echo: Answer = (_asked, response) =>
    void response.writeHead(401).end(`{"error": {"message": "bad key ${KEY}"}}`);
  const refused = await tacit.run([...argv, "--url", (await testServer(echo)).url, "--json"]);
  expect(refused.status).toBe(69);
  expect(refused.stderr).toContain("bad key [key]");
  const stored = readFileSync(join(tacit.home, "memory.db"), "latin1");
  expect(stored).toContain("EMBEDDINGS_KEY");
  for (const text of [used.stdout, used.stderr, refused.stdout, refused.stderr, stored]) {
    expect(text).not.toContain(KEY);
  }
});

describe("Ctrl-C", () => {
  test.each([
    ["use", ["openai-compatible", "--model", "m", "--url"], "openai-compatible at 127.0.0.1:"],
    ["use", ["judge", "--model", "m", "--as", "reranker", "--url"], "judge at 127.0.0.1:"],
  ])("models %s names what it waits for, and the longest wait", async (verb, argv, whom) => {
    const { url } = await testServer(() => undefined);
    const { status, stderr } = await makeProgram().run(["models", verb, ...argv, url], (child) => {
      child.stderr?.once("data", () => child.kill("SIGINT"));
    });
    expect(stderr).toMatch(`tacit: waiting for ${whom}`);
    expect(stderr).toContain("to answer, at most 60 s per answer; press Ctrl-C to stop\n");
    expect(status).toBe(75);
  });

  test.each([
    ["as an encoder", "openai-compatible", []],
    ["as a reranker", "judge", ["--as", "reranker"]],
    ["as a writer", "openai-compatible", ["--as", "writer"]],
  ])("stops while waiting for a server that does not answer, %s", async (_role, name, more) => {
    let child: ChildProcess | undefined;
    // Signals only once: a judge is asked twice, and a second Ctrl-C would end the process at once.
    const { url } = await testServer(() => {
      child?.kill("SIGINT");
      child = undefined;
    });
    const tacit = makeProgram();
    const argv = ["models", "use", name, "--url", url, "--model", "m", ...more, "--json"];
    const stopped = await tacit.run(argv, (started) => {
      child = started;
    });
    expect({ status: stopped.status, ...JSON.parse(stopped.stdout) }).toMatchObject({
      status: 75,
      error: { code: "interrupted" },
    });
    const listed = (await tacit.json(["models", "list"])) as Record<string, unknown>[];
    expect(listed.some((row) => row["isChosen"] === true && row["name"] === "m")).toBe(false);
  });

  test("stops between two batches, keeps the finished vectors, reports the status and continues with the next call", async () => {
    let child: ChildProcess | undefined;
    let batches = 0;
    const { url } = await testServer((request, response) => {
      const input = request.body?.["input"];
      const isBatch = Array.isArray(input) && input.length > 3;
      // Does not answer the second batch; it sends the process SIGINT instead.
      if (isBatch && ++batches === 2) child?.kill("SIGINT");
      else OLLAMA(request, response);
    });
    const tacit = makeProgram();
    const lines = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ content: `Rule number ${i}: the build of part ${i} needs its own cache.` }),
    );
    const file = join(tacit.base, "rules.jsonl");
    writeFileSync(file, lines.join("\n"));
    await tacit.json(["import", "jsonl", file, "--verbatim"]);
    await tacit.json(["models", "use", NAME, "--url", url, "--later"]);
    const stopped = await tacit.run(["models", "embed", "--json"], (started) => {
      child = started;
    });
    expect(stopped.stderr).toContain("stopping");
    expect({ status: stopped.status, ...JSON.parse(stopped.stdout) }).toMatchObject({
      status: 75,
      isComplete: false,
    });
    const { done, waiting } = JSON.parse(stopped.stdout) as { done: number; waiting: number };
    expect(done + waiting).toBe(60);
    expect(rowsOf(tacit.home)).toHaveLength(done);
    expect(await tacit.json(["models", "embed"])).toMatchObject({ done: waiting, waiting: 0 });
    expect(rowsOf(tacit.home)).toHaveLength(60);
  });
});

test("reports a second concurrent pull and does not disturb the first", async () => {
  const tacit = makeProgram();
  const folder = join(tacit.base, "model");
  writeTinyModel(folder);
  const isReleased = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  const { url } = await testServer(({ path }, response) => {
    isAsked.resolve();
    void isReleased.promise.then(() => response.end(readFileSync(join(folder, path))));
  });
  const pull = ["models", "pull", "all-MiniLM-L6-v2", "--unpinned", "--from", url];
  const first = tacit.run(pull);
  await isAsked.promise;
  const second = await tacit.run(pull);
  expect(second).toMatchObject({ status: 75, stdout: "" });
  expect(second.stderr).toContain("already runs in another process");
  isReleased.resolve();
  expect(await first).toMatchObject({ status: 0, stderr: "" });
  expect(await tacit.json(pull)).toMatchObject({ name: "all-MiniLM-L6-v2", dims: TINY_DIMS });
});

test("reports a mirror that fails briefly and continues the download", async () => {
  const tacit = makeProgram();
  const folder = join(tacit.base, "model");
  writeTinyModel(folder);
  let calls = 0;
  const { url } = await testServer(({ path }, response) => {
    if (++calls === 1) response.writeHead(503).end();
    else response.end(readFileSync(join(folder, path)));
  });
  const pulled = await tacit.run([
    "models",
    "pull",
    "all-MiniLM-L6-v2",
    "--unpinned",
    "--from",
    url,
  ]);
  expect(pulled.status).toBe(0);
  expect(pulled.stderr).toBe(
    "tacit: the server answers 503, while downloading config.json; retrying in 0.5 s\n",
  );
});
