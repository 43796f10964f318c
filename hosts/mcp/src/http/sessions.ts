/**
 * Handles clients of the protocols before 2026-07-28: each initialises, gets an id, and is remembered by it until it ends its
 * session, is idle for too long, or makes room for another.
 */
import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { LOOPBACK } from "@tacit-memory/loopback";
import { createEventLog } from "./event-log.ts";
import { MCP_HTTP } from "./limits.ts";
import { rpcError } from "./rpc-error.ts";

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  /** Number of open exchanges: calls in progress and open streams. */
  open: number;
  lastUsedMs: number;
  /** Whether a request followed its initialization. */
  isUsed: boolean;
}

export interface Sessions {
  /** Answers a request. `body` is the parsed body of a POST. */
  readonly fetch: (request: Request, signal: AbortSignal, body?: unknown) => Promise<Response>;
  /** Ends the sessions that have been idle for too long. */
  readonly sweep: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates the sessions. `createServer` is called with the session's id. */
export function createSessions(
  createServer: (session: string) => McpServer,
  nowMs: () => number,
): Sessions {
  const sessions = new Map<string, Session>();

  const begin = async (): Promise<Session> => {
    const id = randomUUID();
    const server = createServer(id);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: createEventLog(),
      maxRequestBodySize: LOOPBACK.maxBodyBytes,
    });
    await server.connect(transport);
    const session = { transport, server, open: 0, lastUsedMs: nowMs(), isUsed: false };
    sessions.set(id, session);
    server.server.onclose = () => sessions.delete(id);
    return session;
  };

  return {
    fetch: async (request, signal, body) => {
      const id = request.headers.get("mcp-session-id");
      if (id !== null) {
        const session = sessions.get(id);
        if (session === undefined) return rpcError(404, -32_001, ENDED);
        session.isUsed ||= request.method === "POST" && !isNotification(body);
        return ask(session, nowMs, request, signal, body);
      }
      if (!isInitialisation(body)) {
        return rpcError(
          400,
          -32_000,
          "no session: send `initialize` first, then its Mcp-Session-Id header",
        );
      }
      if (!(await makeRoom(sessions))) {
        return rpcError(503, -32_000, "all sessions of this server are busy");
      }
      const session = await begin();
      const response = await ask(session, nowMs, request, signal, body);
      if (response.status !== 200) await session.server.close();
      return response;
    },
    sweep: async () => {
      const beforeMs = nowMs() - MCP_HTTP.idleMinutes * 60_000;
      const silent = [...sessions.values()].filter(
        ({ open, lastUsedMs }) => open === 0 && lastUsedMs < beforeMs,
      );
      await Promise.all(silent.map(({ server }) => server.close()));
    },
    close: async () => {
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
  };
}

/** Ends a session if there are too many. Returns whether there is room for another: no session is ended during a call. */
async function makeRoom(sessions: ReadonlyMap<string, Session>): Promise<boolean> {
  if (sessions.size < MCP_HTTP.maxSessions) return true;
  const silent = [...sessions.values()].filter(({ open }) => open === 0);
  // Sessions that were never used are closed first.
  const byUse = (a: Session, b: Session) =>
    Number(a.isUsed) - Number(b.isUsed) || a.lastUsedMs - b.lastUsedMs;
  const longest = silent.sort(byUse)[0];
  await longest?.server.close();
  return longest !== undefined;
}

/** Passes a request to a session, which is in use until the client disconnects. */
async function ask(
  session: Session,
  nowMs: () => number,
  request: Request,
  signal: AbortSignal,
  body: unknown,
): Promise<Response> {
  session.lastUsedMs = nowMs();
  // The client disconnected while its session was created: no abort will follow.
  if (!signal.aborted) {
    session.open++;
    signal.addEventListener("abort", () => {
      session.open--;
      session.lastUsedMs = nowMs();
    });
  }
  return session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
}

/** Answered with status 404, as the protocol defines; a client that gets it begins a new session. */
const ENDED =
  `unknown or ended session: send \`initialize\` again; this server holds at most ${MCP_HTTP.maxSessions} sessions, ` +
  `and ends the least recently used session, or a session idle for ${MCP_HTTP.idleMinutes} minutes`;

/** Every client sends a notification after initializing, even one that never asks for anything. */
function isNotification(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body) && !("id" in body);
}

function isInitialisation(body: unknown): boolean {
  return Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
}
