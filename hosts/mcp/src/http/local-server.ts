/**
 * An HTTP server for this machine only: loopback, a token, Host and Origin checked before anything is read.
 * Knows no protocol; what is behind a path is a function from a request to a response.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { MemoryError } from "@tacit-memory/memory";
import { MCP_HTTP } from "./limits.ts";
import { originRefusal, tokenRefusal } from "./request-gate.ts";
import { pathOf, readBody, sendResponse, webRequest } from "./web-exchange.ts";

/** For the head of a request, which is one packet over loopback. Node looks for late ones every half minute by itself. */
const HEAD_MS = 5000;
const CHECK_MS = 1000;
/** What a refused client still sends is read for this long and this far, so that it sees the answer. */
const DROP_MS = 1000;
const DROP_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 20;

export interface Route {
  /** Answered without the token: nothing behind it is anybody's. */
  readonly isOpen: boolean;
  /** `signal` is aborted when the exchange is over, however it ended. */
  readonly fetch: (request: Request, signal: AbortSignal) => Promise<Response>;
}

export interface LocalServer {
  readonly port: number;
  /** From now on every request is answered with 503, and no connection is taken. */
  readonly stopTaking: () => void;
  /** Waits a little for the answers on their way, then cuts off what is still connected. */
  readonly close: () => Promise<void>;
}

export interface LocalServerOptions {
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string;
  /** By path, exactly. */
  readonly routes: Readonly<Record<string, Route>>;
}

/** Throws "port_unavailable". */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  let isTaking = true;
  const underWay = new Set<Promise<void>>();
  /** Connections that have not sent a whole request yet, the oldest first. */
  const waiting = new Set<Socket>();
  // As a module it is loaded with all it could give, a WebSocket client among it: every command would wait for that.
  const { createServer } = await import("node:http");
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (incoming, outgoing) => {
    waiting.delete(incoming.socket);
    outgoing.setHeader("x-content-type-options", "nosniff");
    const answered = answer(incoming, outgoing, options, isTaking)
      .catch(() => fail(incoming, outgoing))
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
  server.maxConnections = MCP_HTTP.maxConnections;
  server.requestTimeout = MCP_HTTP.requestSeconds * 1000;
  server.headersTimeout = HEAD_MS;
  // A client that connects and sends nothing loses its place to a later one.
  server.on("connection", (socket: Socket) => {
    waiting.add(socket);
    socket.once("close", () => waiting.delete(socket));
    const [oldest] = waiting;
    if (waiting.size > MCP_HTTP.maxConnections / 2) oldest?.destroy();
  });
  const port = await listen(server, options.port);
  return {
    port,
    stopTaking: () => {
      isTaking = false;
      server.close();
      server.closeIdleConnections();
    },
    close: async () => {
      await Promise.race([Promise.all(underWay), pause(MCP_HTTP.graceMs / 2)]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Keeps no process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new MemoryError("port_unavailable", { port, reason: cause.code ?? "unknown", cause })),
    );
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: LocalServerOptions,
  isTaking: boolean,
): Promise<void> {
  const refused = refusalOf(incoming, options, isTaking);
  if (refused !== null) return refuse(incoming, outgoing, refused);
  const route = options.routes[pathOf(incoming)];
  if (route === undefined) {
    return refuse(incoming, outgoing, { status: 404, message: "unknown path" });
  }
  const body = await readBody(incoming, MCP_HTTP.maxBodyBytes);
  if (body === null) {
    const message = `the request is larger than ${MCP_HTTP.maxBodyBytes} bytes`;
    return refuse(incoming, outgoing, { status: 413, message });
  }
  const over = new AbortController();
  outgoing.once("close", () => over.abort());
  const request = requestOf(incoming, body, over.signal);
  if (request === null) {
    return refuse(incoming, outgoing, { status: 400, message: "cannot read the request" });
  }
  return sendResponse(await route.fetch(request, over.signal), outgoing);
}

interface Refused {
  readonly status: number;
  readonly message: string;
}

function refusalOf(
  incoming: IncomingMessage,
  { routes, token }: LocalServerOptions,
  isTaking: boolean,
): Refused | null {
  if (!isTaking) return { status: 503, message: "the server is stopping" };
  const refused = originRefusal(incoming.headers);
  if (refused !== null) return refused;
  const isOpen = routes[pathOf(incoming)]?.isOpen === true;
  return isOpen ? null : tokenRefusal(incoming.headers, token);
}

function requestOf(incoming: IncomingMessage, body: string, signal: AbortSignal): Request | null {
  try {
    return webRequest(incoming, body, signal);
  } catch {
    return null;
  }
}

/** The client has gone, or a route failed: what is told, where something can still be told, names no reason. */
function fail(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
  else refuse(incoming, outgoing, { status: 500, message: "the server failed" });
}

/** As a JSON-RPC error that belongs to no request, which is what an MCP client can show. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, { status, message }: Refused) {
  const error = { code: -32_000, message };
  outgoing.writeHead(status, {
    "content-type": "application/json",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="tacit"' } : {}),
  });
  drop(incoming);
  outgoing.end(`${JSON.stringify({ jsonrpc: "2.0", error, id: null })}\n`);
}

/** Cutting the connection at once would hide the answer from the client; reading on without limit would serve it for ever. */
function drop(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  const until = performance.now() + DROP_MS;
  const most = socket.bytesRead + DROP_BYTES;
  // Node takes our listeners off the request once the answer is out, so the connection is looked at instead.
  const look = setInterval(() => {
    if (socket.bytesRead > most || performance.now() > until) socket.destroy();
  }, LOOK_MS);
  const stop = () => clearInterval(look);
  incoming.once("end", stop);
  socket.once("close", stop);
  incoming.resume();
}
