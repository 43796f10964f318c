/**
 * Tests that a running MCP server embeds the memories that an encoder has not embedded yet, beside its calls, and stops when
 * the server ends.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import {
  answerAsOllama,
  type TestServer,
  testServer,
} from "../../packages/memory/src/search/models/testing-server.ts";
import { makeProgram, type Program } from "./tacit-process.ts";

const MODEL = "qwen3-embedding:0.6b";
const OLLAMA = answerAsOllama({ models: [{ name: MODEL, dims: 64, digest: "a".repeat(64) }] });

async function withRules(url: string, count: number): Promise<Program> {
  const tacit = makeProgram();
  await tacit.json(["models", "use", `ollama:${MODEL}`, "--url", url, "--later"]);
  await addRules(tacit, "Rule number", count);
  return tacit;
}

async function addRules(tacit: Program, start: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ content: `${start} ${i}: the build of part ${i} needs a cache of its own.` }),
  );
  const file = join(tacit.base, "rules.jsonl");
  writeFileSync(file, lines.join("\n"));
  await tacit.json(["import", "jsonl", file, "--verbatim"]);
}

/** Starts `tacit mcp` and exchanges raw messages with it. */
async function startServer(tacit: Program) {
  const waiting = new Map<number, () => void>();
  let write: (message: object) => void = () => undefined;
  let end: () => void = () => undefined;
  const ended = tacit.run(["mcp"], (child) => {
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error("no pipes");
    createInterface({ input: stdout }).on("line", (line) => {
      waiting.get((JSON.parse(line) as { id?: number }).id ?? -1)?.();
    });
    write = (message) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    end = () => stdin.end();
  });
  onTestFinished(end);
  let lastId = 0;
  const request = (method: string, params: object) => {
    const id = ++lastId;
    const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
    write({ id, method, params });
    return answered;
  };
  const clientInfo = { name: "test", version: "1" };
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  write({ method: "notifications/initialized" });
  const recall = (query: string) => request("tools/call", { name: "recall", arguments: { query } });
  const close = async () => {
    end();
    await ended;
  };
  return { recall, close };
}

/** Returns the number of memories in each request. */
const batches = ({ requests }: TestServer) =>
  requests.flatMap(({ body }) => {
    const input = body?.["input"];
    return Array.isArray(input) && /^(?:Rule|More)/.test(String(input[0])) ? [input.length] : [];
  });
const sent = (server: TestServer) => batches(server).reduce((sum, batch) => sum + batch, 0);

interface Meaning {
  readonly encoder: string;
  readonly waiting: number;
}
const statusOf = async (tacit: Program) =>
  (await tacit.json(["status"])) as { readonly meaning: Meaning; readonly degraded: string[] };

test("embeds ten memories at a time for a chosen encoder, and uses it once all vectors exist", async () => {
  const server = await testServer(OLLAMA);
  const tacit = await withRules(server.url, 25);
  expect((await statusOf(tacit)).degraded.join()).toContain("25 of 25 memories");
  const mcp = await startServer(tacit);
  await mcp.recall("anything");
  await expect.poll(() => sent(server), { timeout: 200_000 }).toBe(25);
  await mcp.close();
  expect(batches(server)).toEqual([10, 10, 5]);
  const { meaning, degraded } = await statusOf(tacit);
  expect(meaning).toMatchObject({ waiting: 0, encoder: expect.stringContaining(MODEL) });
  expect(degraded.join()).not.toContain("models embed");
});

test("yields to a user who waits for the same embeddings, and ends with the server", async () => {
  const server = await testServer(OLLAMA);
  const tacit = await withRules(server.url, 400);
  const mcp = await startServer(tacit);
  await mcp.recall("anything");
  await expect.poll(() => batches(server).length, { timeout: 200_000 }).toBeGreaterThan(0);
  expect(await tacit.json(["models", "embed"])).toMatchObject({ isActive: true, waiting: 0 });
  // At most the batch in progress may be sent twice.
  expect(sent(server)).toBeLessThanOrEqual(410);

  await addRules(tacit, "More of number", 400);
  await mcp.recall("anything else");
  await mcp.close();
  const atTheEnd = sent(server);
  expect((await statusOf(tacit)).meaning.waiting).toBeGreaterThan(300);
  expect(sent(server) - atTheEnd).toBeLessThanOrEqual(10);
});

test("reports a failing encoder and does not ask it again at once", async () => {
  let fails = false;
  const server = await testServer((request, response) => {
    if (fails && request.path === "/api/embed") response.writeHead(401).end('{"error": "no key"}');
    else OLLAMA(request, response);
  });
  const tacit = await withRules(server.url, 25);
  fails = true;
  const mcp = await startServer(tacit);
  await mcp.recall("anything");
  const readDegraded = async () => (await statusOf(tacit)).degraded.join();
  await expect.poll(readDegraded, { timeout: 200_000 }).toContain("no key");
  const before = server.requests.length;
  await mcp.recall("anything else");
  await mcp.recall("a third");
  await mcp.close();
  expect(server.requests.length).toBe(before);
});
