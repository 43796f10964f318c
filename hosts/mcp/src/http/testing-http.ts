/** The memory over HTTP for tests: in this process, with its own store, called with fetch. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HttpOptions, type Served, serveMcpHttp } from "./serve-http.ts";

export interface TestingHttp extends Served {
  readonly home: string;
  readonly cwd: string;
  /** Sends a POST with the token; returns the answer's status, headers and JSON-RPC message. */
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Posted>;
  /** Begins a session and returns its headers. */
  readonly begin: (version?: string) => Promise<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

export interface Posted {
  readonly response: Response;
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is what the test looks at
  readonly message: any;
  /** Ids of the events of the answer, in order. */
  readonly events: readonly string[];
}

export const ACCEPT = { accept: "application/json, text/event-stream" };

export async function startHttp(beside?: HttpOptions["otherSite"]): Promise<TestingHttp> {
  const ground = mkdtempSync(join(tmpdir(), "tacit-mcp-http-"));
  const cwd = mkdtempSync(join(ground, "project-"));
  const home = join(ground, "home");
  const served = await serveMcpHttp({
    home,
    cwd,
    env: {},
    version: "9.9.9",
    port: 0,
    otherSite: beside,
  });
  const post: TestingHttp["post"] = async (body, headers = {}) => {
    const response = await fetch(served.mcpUrl, {
      method: "POST",
      headers: {
        ...ACCEPT,
        "content-type": "application/json",
        authorization: `Bearer ${served.token}`,
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { response, ...read(await response.text()) };
  };
  return {
    ...served,
    home,
    cwd,
    post,
    begin: async (version = "2025-11-25") => {
      const { response } = await post(initialize(version));
      const id = response.headers.get("mcp-session-id") ?? "none";
      return { "mcp-session-id": id, "mcp-protocol-version": version };
    },
    remove: async () => {
      await served.close();
      rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function initialize(protocolVersion: string) {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
  return { jsonrpc: "2.0", id: 0, method: "initialize", params };
}

/** Reads a JSON body, or a stream's last message. */
export function read(text: string): Omit<Posted, "response"> {
  const events = [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? "");
  const data = [...text.matchAll(/^data: (\{.*)$/gm)].at(-1)?.[1];
  try {
    return { events, message: JSON.parse(data ?? text) };
  } catch {
    return { events, message: null };
  }
}
