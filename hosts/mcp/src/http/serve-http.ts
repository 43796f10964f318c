/**
 * The memory served on this machine over HTTP, until told to end. Calls under way are finished first, and the
 * store is closed.
 */
import { randomBytes } from "node:crypto";
import {
  PortUnavailable,
  type Route,
  startLocalServer,
  tokenRefusal,
  untilEnd,
} from "@tacit-memory/loopback";
import { MemoryError } from "@tacit-memory/memory";
import { type McpOptions, storeFor } from "../server.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { startPage } from "./start-page.ts";

export interface HttpOptions extends McpOptions {
  /** 0: any that is free. */
  readonly port: number;
}

export interface Served {
  /** Of a page for people. */
  readonly url: string;
  readonly mcpUrl: string;
  /** New at every start; needed for everything but the page. */
  readonly token: string;
  /** Ends it, and resolves when nothing of it is left. */
  readonly close: () => Promise<void>;
}

const SWEEP_MS = 60_000;

/** Resolves when it can be asked. Throws "port_unavailable". */
export async function serveMcpHttp({ port, ...options }: HttpOptions): Promise<Served> {
  const token = randomBytes(32).toString("base64url");
  // A host's variables are of the session that this was started in, if any: not of those who will ask.
  const env = { ...options.env, CLAUDE_PROJECT_DIR: undefined };
  const store = storeFor({ ...options, env });
  const endpoint = createMcpEndpoint(options, store);
  const routes: Readonly<Record<string, Route>> = {
    "/": { isOpen: true, fetch: startPage },
    "/mcp": { isOpen: false, fetch: endpoint.fetch },
  };
  const server = await startLocalServer({
    port,
    routeOf: (path) => (Object.hasOwn(routes, path) ? routes[path] : undefined),
    gate: (headers) => tokenRefusal(headers, token),
    refusalBody,
  }).catch((error: unknown) => {
    if (!(error instanceof PortUnavailable)) throw error;
    throw new MemoryError("port_unavailable", { port, reason: error.reason, cause: error });
  });
  // A session that cannot be ended now is met again; it must not end the server.
  const sweep = () => void endpoint.sweep().catch(() => undefined);
  const sweeping = setInterval(sweep, SWEEP_MS);
  sweeping.unref();
  const address = `http://127.0.0.1:${server.port}`;
  return {
    url: `${address}/`,
    mcpUrl: `${address}/mcp`,
    token,
    close: async () => {
      clearInterval(sweeping);
      server.stopTaking();
      await store.settle();
      // What was just found out is on its way into the streams, which end next: all of it within this turn.
      await new Promise(setImmediate);
      await endpoint.close();
      await server.close();
      await store.close();
    },
  };
}

/** Resolves when the process was asked to end, and the server has ended. */
export function untilEnded(served: Served): Promise<void> {
  return untilEnd(served.close);
}

/** A JSON-RPC error that belongs to no request, which is what an MCP client can show. */
function refusalBody(message: string) {
  return { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
}
