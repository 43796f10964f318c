/** A client for tests: sends plain JSON-RPC to a server in the same process, with its own store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer, type McpOptions, storeFor } from "./server.ts";

interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export interface TestingClient {
  readonly home: string;
  readonly cwd: string;
  readonly request: (method: string, params?: object) => Promise<Record<string, unknown>>;
  readonly call: (tool: string, input?: object, meta?: object) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

/** Connects a client. `beside`: another client, whose home and project are shared; that client removes them. */
export async function connectClient(
  env: McpOptions["env"] = {},
  beside?: TestingClient,
): Promise<TestingClient> {
  const ground = mkdtempSync(join(tmpdir(), "tacit-mcp-"));
  const cwd = beside?.cwd ?? mkdtempSync(join(ground, "project-"));
  const options = { home: beside?.home ?? join(ground, "home"), cwd, env, version: "9.9.9" };
  const store = storeFor(options);
  const server = createServer(options, store);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  near.onmessage = (message) => {
    if ("id" in message && typeof message.id === "number")
      waiting.get(message.id)?.({ ...message });
  };
  await Promise.all([near.start(), server.connect(far)]);
  let lastId = 0;
  const request: TestingClient["request"] = async (method, params = {}) => {
    const id = ++lastId;
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    await near.send({ jsonrpc: "2.0", id, method, params: { ...params } });
    const { result, error } = await answered;
    return (result ?? error) as Record<string, unknown>;
  };
  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "testing-client", version: "1" },
  });
  return {
    home: options.home,
    cwd,
    request,
    call: async (name, input = {}, meta) => {
      const params = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
      const result = await request("tools/call", params);
      const content = (result["content"] ?? []) as { text: string }[];
      return {
        text: content.map(({ text }) => text).join("\n"),
        isError: result["isError"] === true,
      };
    },
    close: async () => {
      await server.close();
      await store.close();
      rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
