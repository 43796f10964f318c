/**
 * Serves the memory over HTTP on this machine until it is stopped, and beside it another site, the panel. Calls in progress are
 * finished first, and the store is closed.
 */
import { randomBytes } from "node:crypto";
import {
  PortUnavailable,
  type Route,
  type Site,
  startLocalServer,
  tokenRefusal,
  untilEnd,
} from "@tacit-memory/loopback";
import { MemoryError } from "@tacit-memory/memory";
import { type McpOptions, storeFor } from "../server.ts";
import { healthPage } from "./health-page.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";

export interface HttpOptions extends McpOptions {
  /** Port; 0 for any free port. */
  readonly port: number;
  /** Makes the site that answers all other paths; left out if there is none. */
  readonly otherSite?: ((token: string) => Site) | undefined;
}

export interface Served {
  /** Address of the server: the start page of the site beside. */
  readonly url: string;
  readonly mcpUrl: string;
  /** Created at every start; required for everything except `/health` and the files of the site beside. */
  readonly token: string;
  /** Stops the server and resolves when it has completely ended. */
  readonly close: () => Promise<void>;
}

const SWEEP_MS = 60_000;

/** Resolves when the server accepts requests. Throws "port_unavailable". */
export async function serveMcpHttp({ port, otherSite, ...options }: HttpOptions): Promise<Served> {
  const token = randomBytes(32).toString("base64url");
  const site = otherSite?.(token);
  // The host's variables describe the session that started this process, if any, not later callers.
  const env = { ...options.env, CLAUDE_PROJECT_DIR: undefined };
  const store = storeFor({ ...options, env });
  const endpoint = createMcpEndpoint(options, store);
  const routes: Readonly<Record<string, Route>> = {
    "/health": { gate: null, fetch: healthPage(options.version) },
    "/mcp": { gate: (headers) => tokenRefusal(headers, token), fetch: endpoint.fetch },
  };
  const server = await startLocalServer({
    port,
    routeOf: (path) => (Object.hasOwn(routes, path) ? routes[path] : site?.routeOf(path)),
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
      await store.awaitCalls();
      // Lets pending results reach the streams, which end next; they need one turn of the event loop.
      await new Promise(setImmediate);
      await endpoint.close();
      await site?.stop();
      await server.close();
      await Promise.all([store.close(), site?.close()]);
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
