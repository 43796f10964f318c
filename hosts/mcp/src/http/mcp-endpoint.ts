/**
 * MCP over Streamable HTTP as a function from a request to a response. A request that names its protocol version in its
 * envelope (2026-07-28) is answered without a session; all others belong to a session.
 */
import { createMcpHandler, isJsonContentType, isLegacyRequest } from "@modelcontextprotocol/server";
import { LOOPBACK, type Route } from "@tacit-memory/loopback";
import type { LazyStore } from "@tacit-memory/memory";
import { createServer, type McpOptions } from "../server.ts";
import { MCP_HTTP } from "./limits.ts";
import { rpcError } from "./rpc-error.ts";
import { createSessions } from "./sessions.ts";

export interface McpEndpoint extends Pick<Route, "fetch"> {
  /** Ends the sessions that have been idle for too long. */
  readonly sweep: () => Promise<void>;
  /** Ends every session and stream. */
  readonly close: () => Promise<void>;
}

export function createMcpEndpoint(options: McpOptions, store: LazyStore): McpEndpoint {
  // The environment belongs to the program that started this process and does not identify the caller.
  const serverOptions = { ...options, env: {} };
  const modern = createMcpHandler(() => createServer(serverOptions, store), {
    legacy: "reject",
    maxSubscriptions: MCP_HTTP.maxSubscriptions,
    maxRequestBodySize: LOOPBACK.maxBodyBytes,
  });
  const sessions = createSessions(
    (id) => createServer(serverOptions, store, `mcp-${id}`),
    Date.now,
  );
  return {
    fetch: async (request, signal) => {
      if (request.method !== "POST") {
        // Sessions handle streams and their end.
        return request.headers.has("mcp-session-id")
          ? sessions.fetch(request, signal)
          : rpcError(405, -32_000, "only POST is allowed without a session", { allow: "POST" });
      }
      if (!isJsonContentType(request.headers.get("content-type"))) {
        return rpcError(415, -32_000, "Content-Type must be application/json");
      }
      const body = parsed(await request.text());
      if (body === undefined) return rpcError(400, -32_700, "the body is not JSON");
      return (await isLegacyRequest(request, body))
        ? sessions.fetch(request, signal, body)
        : modern.fetch(request, { parsedBody: body });
    },
    sweep: sessions.sweep,
    close: async () => {
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

/** Parses JSON; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
