/** Tests the memory over HTTP: who may ask, what a session is, what is stored for a client that comes back. */
import { existsSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { LOOPBACK } from "@tacit-memory/loopback";
import { afterEach, expect, test } from "vitest";
import { MCP_HTTP } from "./limits.ts";
import { serveMcpHttp } from "./serve-http.ts";
import { ACCEPT, read, startHttp, type TestingHttp } from "./testing-http.ts";

const open: TestingHttp[] = [];
afterEach(async () => {
  for (const testingHttp of open.splice(0)) await testingHttp.remove();
});

async function serving(): Promise<TestingHttp> {
  const started = await startHttp();
  open.push(started);
  return started;
}

const call = (id: number, method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const LESSON =
  "Run `npm run generate` before the tests, because the client in src/api is generated.";
const remember = call(1, "tools/call", { name: "remember", arguments: { content: LESSON } });

test("a session begins, answers, ends and is gone", async () => {
  const at = await serving();
  const session = await at.begin();
  expect((await at.post(remember, session)).message.result.content[0].text).toMatch(/^Stored as/);
  const headers = { ...session, authorization: `Bearer ${at.token}` };
  expect((await fetch(at.mcpUrl, { method: "DELETE", headers })).status).toBe(200);
  const after = await at.post(call(2, "ping"), session);
  expect(after.response.status).toBe(404);
  expect(after.message.error.code).toBe(-32_001);
});

test("a session recalls what another session stored", async () => {
  const at = await serving();
  await at.post(remember, await at.begin());
  const recall = call(2, "tools/call", { name: "recall", arguments: { query: "generate client" } });
  const { message } = await at.post(recall, await at.begin("2025-06-18"));
  expect(message.result.content[0].text).toContain("npm run generate");
});

test("listing tools, resources and prompts creates no store", async () => {
  const at = await serving();
  const session = await at.begin();
  const resultOf = async (method: string) =>
    (await at.post(call(1, method), session)).message.result;
  expect((await resultOf("tools/list")).tools).toHaveLength(7);
  expect((await resultOf("resources/list")).resources).toEqual([]);
  expect((await resultOf("prompts/list")).prompts).toHaveLength(3);
  expect(existsSync(at.home)).toBe(false);
});

test("the protocol of 2026-07-28 needs no session", async () => {
  const at = await serving();
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { response, message } = await at.post(call(1, "tools/list", { _meta }), {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/list",
  });
  expect(message.result.tools).toHaveLength(7);
  expect(response.headers.has("mcp-session-id")).toBe(false);
});

test.each([
  ["no token", { authorization: "" }, 401],
  ["a wrong token", { authorization: "Bearer x" }, 401],
  ["a foreign Origin", { origin: "http://evil.example.com" }, 403],
  ["the Origin of another local server", { origin: "http://localhost:3000" }, 403],
  ["Origin null", { origin: "null" }, 403],
  ["no JSON by its type", { "content-type": "text/plain" }, 415],
])("%s: answers %o with %i", async (_name, headers, status) => {
  const at = await serving();
  const { response, message } = await at.post(call(1, "ping"), headers);
  expect(response.status).toBe(status);
  expect(message).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
});

/** Sends a request with this Host, because fetch sets Host itself. */
function statusWithHost(at: TestingHttp, host: string): Promise<number | undefined> {
  const headers = { host, authorization: `Bearer ${at.token}` };
  return new Promise((resolve, reject) => {
    const asking = request(at.mcpUrl, { method: "GET", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.once("error", reject);
    asking.end();
  });
}

test.each([
  ["evil.example.com", 403],
  ["localhost.evil.example.com", 403],
  ["127.0.0.1.evil.example.com", 403],
  ["127.0.0.1:80@evil.example.com", 403],
  ["localhost", 405],
  ["[::1]:1", 405],
])("answers Host %s with %i", async (host, status) => {
  expect(await statusWithHost(await serving(), host)).toBe(status);
});

test.each([
  ["not JSON", "{nope", 400, -32_700],
  ["nothing", "", 400, -32_700],
  ["no message", "[1]", 400, undefined],
  ["no session", JSON.stringify(call(1, "ping")), 400, -32_000],
])("answers %s with an error of the protocol", async (_name, body, status, code) => {
  const at = await serving();
  const { response, message } = await at.post(body);
  expect(response.status).toBe(status);
  expect(message.error.code).toBe(code ?? message.error.code);
});

test("refuses a body that is too large while it arrives, and serves the next request", async () => {
  const at = await serving();
  const session = await at.begin();
  const { response } = await at.post("x".repeat(LOOPBACK.maxBodyBytes + 1), session);
  expect(response.status).toBe(413);
  const chunks = new ReadableStream({
    start: (controller) => {
      for (let i = 0; i < 6; i++) controller.enqueue(new Uint8Array(1_000_000));
      controller.close();
    },
  });
  const streamed = await fetch(at.mcpUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${at.token}`, "content-type": "application/json" },
    body: chunks,
    duplex: "half",
  } as RequestInit);
  expect(streamed.status).toBe(413);
  expect((await at.post(call(1, "ping"), session)).message.result).toEqual({});
});

test("replays an answer that did not arrive to a client that asks for later events", async () => {
  const at = await serving();
  const session = await at.begin();
  const { events, message } = await at.post(remember, session);
  expect(events).toHaveLength(2);
  const again = await fetch(at.mcpUrl, {
    headers: {
      ...session,
      authorization: `Bearer ${at.token}`,
      accept: "text/event-stream",
      "last-event-id": events[0] ?? "",
    },
  });
  expect(read(await again.text()).message).toEqual(message);
  const other = await fetch(at.mcpUrl, {
    headers: {
      ...(await at.begin()),
      authorization: `Bearer ${at.token}`,
      accept: "text/event-stream",
      "last-event-id": events[0] ?? "",
    },
  });
  expect(other.status).toBe(400);
});

test("ends the longest idle session for one session too many, but none with an open stream", async () => {
  const at = await serving();
  const first = await at.begin();
  const second = await at.begin();
  const stream = new AbortController();
  const headers = { ...first, authorization: `Bearer ${at.token}`, accept: "text/event-stream" };
  const listening = await fetch(at.mcpUrl, { headers, signal: stream.signal });
  expect(listening.status).toBe(200);
  for (let i = 2; i <= MCP_HTTP.maxSessions; i++) await at.begin();
  expect((await at.post(call(1, "ping"), first)).response.status).toBe(200);
  expect((await at.post(call(1, "ping"), second)).response.status).toBe(404);
  stream.abort();
});

test("answers a pending call before closing, which ends open streams", async () => {
  const at = await serving();
  const session = await at.begin();
  const headers = { ...session, ...ACCEPT, authorization: `Bearer ${at.token}` };
  const stream = await fetch(at.mcpUrl, { headers });
  writeFileSync(join(at.cwd, "a.ts"), "export function total(n: number) {\n  return n;\n}\n");
  // Its headers arrive before its answer, because code is read in other threads.
  const asking = await fetch(at.mcpUrl, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(call(1, "tools/call", { name: "impact", arguments: { target: "a.ts" } })),
  });
  const [answer, ended] = await Promise.all([asking.text(), stream.text(), at.close()]);
  expect(read(answer).message?.result.content[0].text).toContain("No dependents of a.ts found");
  expect(ended).toBe("");
  await expect(fetch(at.url)).rejects.toThrow();
});

test("answers no other path, with or without the token", async () => {
  const at = await serving();
  const headers = { authorization: `Bearer ${at.token}` };
  expect((await fetch(at.url)).status).toBe(404);
  expect((await fetch(`${at.url}nothing`, { headers })).status).toBe(404);
});

test("leaves other paths to the site beside, with gates and refusals of its own, and ends it", async () => {
  const ended: string[] = [];
  const at = await startHttp((token) => ({
    routeOf: (path) => ({
      gate: (headers) =>
        headers["x-key"] === token ? null : { status: 401, message: "no key was sent" },
      refusalBody: (message) => ({ problem: message }),
      fetch: async () => new Response(path),
    }),
    stop: async () => void ended.push("stop"),
    close: async () => void ended.push("close"),
  }));
  const refused = await fetch(`${at.url}page`);
  expect([refused.status, await refused.json()]).toEqual([401, { problem: "no key was sent" }]);
  const page = await fetch(`${at.url}page`, { headers: { "x-key": at.token } });
  expect(await page.text()).toBe("/page");
  expect((await fetch(at.mcpUrl, { headers: { "x-key": at.token } })).status).toBe(401);
  await at.remove();
  expect(ended).toEqual(["stop", "close"]);
});

test("a script asks without a token whether the server runs, which creates no store", async () => {
  const at = await serving();
  const health = await fetch(`${at.url}health`);
  expect(await health.json()).toEqual({ ok: true, version: "9.9.9" });
  expect((await fetch(`${at.url}health`, { method: "POST" })).status).toBe(405);
  expect(existsSync(at.home)).toBe(false);
});

test("tokens differ, and a port in use causes an error with a next step", async () => {
  const at = await serving();
  const other = await serving();
  expect(at.token).not.toBe(other.token);
  expect(at.token.length).toBeGreaterThan(40);
  const port = Number(new URL(at.url).port);
  const again = serveMcpHttp({ home: at.home, cwd: at.home, env: {}, version: "1", port });
  await expect(again).rejects.toMatchObject({ code: "port_unavailable" });
});

test("300 connections that send half a request do not block other clients", async () => {
  const at = await serving();
  const { port } = new URL(at.mcpUrl);
  const sockets: Socket[] = [];
  for (let i = 0; i < 300; i++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    sockets.push(socket);
  }
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
  );
  const startedAt = performance.now();
  const session = await at.begin();
  expect((await at.post(call(1, "ping"), session)).response.status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(3000);
  for (const socket of sockets) socket.destroy();
});

test.each([
  ["with the token", true],
  ["without it", false],
])("cuts off an endless body %s", async (_name, hasToken) => {
  const at = await serving();
  const { port, pathname } = new URL(at.mcpUrl);
  const socket = connect(Number(port), "127.0.0.1");
  const token = hasToken ? `Authorization: Bearer ${at.token}\r\n` : "";
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${token}` +
      "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  const chunk = Buffer.alloc(2 ** 20, "x");
  let sentMb = 0;
  const cut = new Promise((resolve) => {
    socket.on("error", resolve);
    socket.on("close", resolve);
  });
  socket.resume();
  const send = () => {
    if (socket.destroyed || sentMb >= 1000) return;
    sentMb++;
    socket.write("100000\r\n");
    socket.write(chunk);
    socket.write("\r\n", send);
  };
  send();
  await cut;
  expect(sentMb).toBeLessThan(100);
});

test("a client that only begins sessions does not end a used session", async () => {
  const at = await serving();
  const used = await at.begin();
  await at.post(call(1, "ping"), used);
  const idle = await at.begin();
  for (let i = 0; i < MCP_HTTP.maxSessions; i++) await at.begin();
  expect((await at.post(call(2, "ping"), used)).response.status).toBe(200);
  const { response, message } = await at.post(call(3, "ping"), idle);
  expect(response.status).toBe(404);
  expect(message.error.message).toMatch(
    /send `initialize` again; this server holds at most 64 sessions/,
  );
});
