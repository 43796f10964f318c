/**
 * Tests sessions over time: idle sessions end, sessions with something open do not; the event log drops its oldest events.
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { afterEach, expect, test } from "vitest";
import { storeFor, createServer as tacitServer } from "../server.ts";
import { createEventLog } from "./event-log.ts";
import { MCP_HTTP } from "./limits.ts";
import { createSessions, type Sessions } from "./sessions.ts";

const open: Sessions[] = [];
afterEach(async () => {
  for (const sessions of open.splice(0)) await sessions.close();
});

const BODY = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  },
};

function sessionsAt(clock: { nowMs: number }): Sessions {
  const options = { home: "none", cwd: "none", env: {}, version: "1" };
  const store = storeFor(options);
  const sessions = createSessions(
    (id) => tacitServer(options, store, id),
    () => clock.nowMs,
  );
  open.push(sessions);
  return sessions;
}

function requestWith(body: object, session?: string): Request {
  return new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(session === undefined ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify(body),
  });
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

test("the sweep ends sessions that were idle for too long, unless something is open", async () => {
  const clock = { nowMs: 0 };
  const sessions = sessionsAt(clock);
  const over = new AbortController();
  const begin = async (signal: AbortSignal) =>
    (await sessions.fetch(requestWith(BODY), signal, BODY)).headers.get("mcp-session-id") ?? "none";
  const status = async (id: string) => {
    const exchange = new AbortController();
    const { status: code } = await sessions.fetch(requestWith(PING, id), exchange.signal, PING);
    exchange.abort();
    return code;
  };
  const [silent, busy] = [await begin(over.signal), await begin(new AbortController().signal)];
  over.abort();
  const gone = await begin(over.signal);
  clock.nowMs = MCP_HTTP.idleMinutes * 60_000;
  await sessions.sweep();
  expect(await status(silent)).toBe(200);
  clock.nowMs = 2 * clock.nowMs + 1;
  await sessions.sweep();
  expect([await status(silent), await status(gone), await status(busy)]).toEqual([404, 404, 200]);
});

test("refuses a new session when every session is busy", async () => {
  const sessions = sessionsAt({ nowMs: 0 });
  const never = new AbortController().signal;
  for (let i = 0; i < MCP_HTTP.maxSessions; i++) {
    expect((await sessions.fetch(requestWith(BODY), never, BODY)).status).toBe(200);
  }
  expect((await sessions.fetch(requestWith(BODY), never, BODY)).status).toBe(503);
});

const message = (n: number): JSONRPCMessage => ({ jsonrpc: "2.0", id: n, result: {} });

async function after(log: ReturnType<typeof createEventLog>, id: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  await log.replayEventsAfter(id, {
    send: async (_id, item) => {
      ids.push("id" in item ? item.id : null);
    },
  });
  return ids;
}

test("the event log replays later events of the same stream only", async () => {
  const log = createEventLog();
  const first = await log.storeEvent("a", message(1));
  await log.storeEvent("b", message(2));
  await log.storeEvent("a", message(3));
  expect(await log.getStreamIdForEventId?.(first)).toBe("a");
  expect(await after(log, first)).toEqual([3]);
});

test.each(["", "a", "a/9", "../a/1", `${"x".repeat(100)}/1`])(
  "the event log does not recognize the id %j",
  async (id) => {
    const log = createEventLog();
    await log.storeEvent("a", message(1));
    expect(await log.getStreamIdForEventId?.(id)).toBeUndefined();
  },
);

test("the event log keeps a limited number of events and bytes, and always the newest event", async () => {
  const log = createEventLog();
  const first = await log.storeEvent("a", message(0));
  for (let i = 1; i <= MCP_HTTP.replayEvents; i++) await log.storeEvent("a", message(i));
  expect(await after(log, first)).toHaveLength(MCP_HTTP.replayEvents);
  await log.storeEvent("a", message(7777));
  expect(await log.getStreamIdForEventId?.(first)).toBeUndefined();
  const text = "x".repeat(MCP_HTTP.replayBytes);
  await log.storeEvent("a", { jsonrpc: "2.0", id: 9999, result: { text } });
  expect(await after(log, "a/1")).toEqual([9999]);
});
