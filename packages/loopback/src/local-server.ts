/**
 * An HTTP server for this machine only: it listens on loopback, and checks Host, Origin and the caller's gate before it reads
 * a body. It knows no protocol: the handler of a path is a function from a request to a response.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { LOOPBACK } from "./limits.ts";
import { originRefusal, type Refusal } from "./request-gate.ts";
import { pathOf, readBody, sendResponse, webRequest } from "./web-exchange.ts";

/** Milliseconds for the head of a request, which is one packet over loopback. Node's own check runs every 30 seconds. */
const HEAD_MS = 5000;
const CHECK_MS = 1000;
/** Limits for reading what a refused client still sends, so that it receives the response. */
const DROP_MS = 10_000;
const DROP_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 20;

/** Decides on requests whose Host and Origin were checked; null allows the request. */
export type Gate = (headers: IncomingHttpHeaders) => Refusal | null;

export interface Route {
  /** Null if any request is answered, because nothing behind the path is private. */
  readonly gate: Gate | null;
  /** Returns the body of a refusal, which is sent as JSON. Default: that of the server. */
  readonly refusalBody?: ((message: string) => unknown) | undefined;
  /** `signal` is aborted when the exchange is over, however it ended. */
  readonly fetch: (request: Request, signal: AbortSignal) => Promise<Response>;
}

/** Routes with what they use, to be served alone or beside others. */
export interface Site {
  /** Returns the route of a path, which has no query. */
  readonly routeOf: (path: string) => Route | undefined;
  /** Ends what would keep responses open. The server takes no requests any more. */
  readonly stop: () => Promise<void>;
  /** Releases everything else, when no request is left. */
  readonly close: () => Promise<void>;
}

export interface LocalServer {
  readonly port: number;
  /** Answers every later request with 503 and accepts no connection. */
  readonly stopTaking: () => void;
  /** Waits a short time for responses in progress, then closes all connections. */
  readonly close: () => Promise<void>;
}

export interface LocalServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** Returns the route of a path, which has no query. */
  readonly routeOf: (path: string) => Route | undefined;
  /** Returns the body of a refusal by a route without its own, which is sent as JSON. */
  readonly refusalBody: (message: string) => unknown;
}

/** The port cannot be used. */
export class PortUnavailable extends Error {
  readonly port: number;
  readonly reason: string;

  constructor(port: number, cause: NodeJS.ErrnoException) {
    super(`port ${port} is not available`, { cause });
    this.port = port;
    this.reason = cause.code ?? "unknown";
  }
}

/** Throws PortUnavailable. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  let isTaking = true;
  const underWay = new Set<Promise<void>>();
  /** Connections that have not sent a complete request, oldest first. */
  const waiting = new Set<Socket>();
  // A static import would load all of node:http, including a WebSocket client, at the start of every command.
  const { createServer } = await import("node:http");
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (incoming, outgoing) => {
    waiting.delete(incoming.socket);
    outgoing.setHeader("x-content-type-options", "nosniff");
    const answered = answer(incoming, outgoing, options, isTaking)
      .catch(() => fail(incoming, outgoing, options))
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
  server.maxConnections = LOOPBACK.maxConnections;
  server.requestTimeout = LOOPBACK.requestSeconds * 1000;
  server.headersTimeout = HEAD_MS;
  // A later client takes the place of one that connects and sends nothing.
  server.on("connection", (socket: Socket) => {
    waiting.add(socket);
    socket.once("close", () => waiting.delete(socket));
    const [oldest] = waiting;
    if (waiting.size > LOOPBACK.maxConnections / 2) oldest?.destroy();
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
      await Promise.race([Promise.all(underWay), pause(LOOPBACK.graceMs / 2)]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Waits. The timer does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new PortUnavailable(port, cause)),
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
  const route = options.routeOf(pathOf(incoming));
  const refuse = (refused: Refused) =>
    sendRefusal(incoming, outgoing, refused, route?.refusalBody ?? options.refusalBody);
  const refused = refusalOf(incoming, route, isTaking);
  if (refused !== null) return refuse(refused);
  if (route === undefined) return refuse({ status: 404, message: "unknown path" });
  const body = await readBody(incoming, LOOPBACK.maxBodyBytes);
  if (body === null) {
    const message = `the request is larger than ${LOOPBACK.maxBodyBytes} bytes`;
    return refuse({ status: 413, message });
  }
  const over = new AbortController();
  outgoing.once("close", () => over.abort());
  const request = requestOf(incoming, body, over.signal);
  if (request === null) return refuse({ status: 400, message: "cannot read the request" });
  return sendResponse(await route.fetch(request, over.signal), outgoing);
}

interface Refused {
  readonly status: number;
  readonly message: string;
}

function refusalOf(
  incoming: IncomingMessage,
  route: Route | undefined,
  isTaking: boolean,
): Refused | null {
  if (!isTaking) return { status: 503, message: "the server is stopping" };
  const refused = originRefusal(incoming.headers);
  if (refused !== null) return refused;
  return route?.gate?.(incoming.headers) ?? null;
}

function requestOf(incoming: IncomingMessage, body: string, signal: AbortSignal): Request | null {
  try {
    return webRequest(incoming, body, signal);
  } catch {
    return null;
  }
}

/** The client has left, or a route failed. The response, if one can still be sent, names no reason. */
function fail(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { routeOf, refusalBody }: LocalServerOptions,
): void {
  if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy();
  const bodyOf = routeOf(pathOf(incoming))?.refusalBody ?? refusalBody;
  sendRefusal(incoming, outgoing, { status: 500, message: "the server failed" }, bodyOf);
}

function sendRefusal(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, message }: Refused,
  bodyOf: (message: string) => unknown,
) {
  outgoing.writeHead(status, {
    "content-type": "application/json",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="tacit"' } : {}),
  });
  drop(incoming);
  outgoing.end(`${JSON.stringify(bodyOf(message))}\n`);
}

/** Closing the connection immediately would hide the response from the client; reading without a limit would serve it for ever. */
function drop(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  const until = performance.now() + DROP_MS;
  const maxBytes = socket.bytesRead + DROP_BYTES;
  // Node removes our listeners from the request after the response, so the connection is polled instead.
  const poll = setInterval(() => {
    if (socket.bytesRead > maxBytes || performance.now() > until) socket.destroy();
  }, LOOK_MS);
  const stop = () => clearInterval(poll);
  incoming.once("end", stop);
  socket.once("close", stop);
  incoming.resume();
}
