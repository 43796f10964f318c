/**
 * Serves the memory over HTTP on this machine until it is stopped. Calls in progress are finished first, and the store is
 * closed.
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
import { healthPage, startPage } from "./start-page.ts";

export interface HttpOptions extends McpOptions {
  /** Port; 0 for any free port. */
  readonly port: number;
}

export interface Served {
  /** Address of the page for people. */
  readonly url: string;
  readonly mcpUrl: string;
  /** Created at every start; required for everything except the start page and `/health`. */
  readonly token: string;
  /** Stops the server and resolves when it has completely ended. */
  readonly close: () => Promise<void>;
}

const SWEEP_MS = 60_000;

/** Resolves when the server accepts requests. Throws "port_unavailable". */
export async function serveMcpHttp({ port, ...options }: HttpOptions): Promise<Served> {
  const token = randomBytes(32).toString("base64url");
  // The host's variables describe the session that started this process, if any, not later callers.
  const env = { ...options.env, CLAUDE_PROJECT_DIR: undefined };
  const store = storeFor({ ...options, env });
  const endpoint = createMcpEndpoint(options, store);
  const routes: Readonly<Record<string, Route>> = {
    "/": { isOpen: true, fetch: startPage(options.version) },
    "/health": { isOpen: true, fetch: healthPage(options.version) },
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
  // A session that cannot be ended now is tried again at the next sweep; it must not end the server.
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
      // Lets pending results reach the streams, which end next; they need one turn of the event loop.
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
