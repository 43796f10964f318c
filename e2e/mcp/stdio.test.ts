/** Tests MCP over stdio with real processes: every protocol version, every way to end, and data shared between processes. */
import { existsSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import {
  clearGrounds,
  ground,
  initialise,
  modern,
  type SpawnedServer,
  startServer,
} from "./spawned-server.ts";

afterAll(clearGrounds);

const LESSON =
  "Run `npm run generate` before the tests, because the client in src/api is generated.";

async function remember(server: SpawnedServer, extra: object = {}): Promise<string> {
  const { result } = await server.ask("tools/call", {
    ...extra,
    name: "remember",
    arguments: { content: LESSON },
  });
  return result.content[0].text;
}

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
  "supports initialise, list and call with protocol %s",
  async (version) => {
    const server = startServer(ground());
    const { result } = await server.ask("initialize", initialise(version));
    expect(result.protocolVersion).toBe(version);
    expect(result.serverInfo).toMatchObject({ name: "tacit" });
    expect(result.instructions.length).toBeGreaterThan(200);
    server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect((await server.ask("ping")).result).toEqual({});
    expect((await server.ask("tools/list")).result.tools).toHaveLength(7);
    expect(await remember(server)).toMatch(/^Stored as/);
    expect(server.stray).toEqual([]);
    expect(await server.end("stdin")).toMatchObject({ code: 0 });
  },
);

test("supports discovery and then calls without initialisation with protocol 2026-07-28", async () => {
  const server = startServer(ground());
  const { result } = await server.ask("server/discover", modern());
  expect(result.supportedVersions).toContain("2026-07-28");
  expect((await server.ask("tools/list", modern())).result.tools).toHaveLength(7);
  expect(await remember(server, modern("modern-client"))).toMatch(/^Stored as/);
  const found = await server.ask("tools/call", {
    ...modern(),
    name: "recall",
    arguments: { query: "generate client" },
  });
  expect(found.result.content[0].text).toContain("npm run generate");
  expect(found.result.structuredContent).toBeUndefined();
  await server.end("stdin");
});

test("serves a client that asks for discovery and then initialises", async () => {
  const server = startServer(ground());
  await server.ask("server/discover", modern());
  const { result } = await server.ask("initialize", initialise("2025-06-18"));
  expect(result.protocolVersion).toBe("2025-06-18");
  expect(await remember(server)).toMatch(/^Stored as/);
  await server.end("stdin");
});

test("writes nothing when a client only asks what the server offers", async () => {
  const server = startServer(ground());
  await server.ask("server/discover", modern());
  await server.ask("initialize", initialise("2025-11-25"));
  await server.ask("tools/list");
  expect(existsSync(server.home)).toBe(false);
  expect(await server.end("stdin")).toMatchObject({ code: 0 });
  expect(existsSync(server.home)).toBe(false);
});

test.each(["stdin", "pipes", "SIGINT", "SIGTERM"] as const)(
  "%s ends the server after a call within three seconds",
  async (how) => {
    const server = startServer(ground());
    await server.ask("initialize", initialise("2025-06-18"));
    await remember(server);
    const { code, signal, afterMs } = await server.end(how);
    expect([code, signal]).toEqual([0, null]);
    expect(afterMs).toBeLessThan(3000);
  },
);

test("recalls what an earlier process stored, even if that process was killed", async () => {
  const place = ground();
  const first = startServer(place);
  await first.ask("initialize", initialise("2025-06-18"));
  expect(await remember(first)).toMatch(/^Stored as/);
  await first.end("SIGKILL");
  const second = startServer(place);
  await second.ask("initialize", initialise("2025-06-18"));
  const { result } = await second.ask("tools/call", {
    name: "recall",
    arguments: { query: "generate the client" },
  });
  expect(result.content[0].text).toContain("npm run generate");
  await second.end("stdin");
});

test("completes a call that is running when stdin closes", async () => {
  const place = ground();
  const first = startServer(place);
  await first.ask("initialize", initialise("2025-06-18"));
  const call = { name: "remember", arguments: { content: LESSON } };
  first.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  expect(await first.end("stdin")).toMatchObject({ code: 0 });
  const second = startServer(place);
  await second.ask("initialize", initialise("2025-06-18"));
  expect(await remember(second)).toMatch(/^Already stored/);
  await second.end("stdin");
});

test("answers or ignores invalid messages and serves the next call", async () => {
  const server = startServer(ground());
  await server.ask("initialize", initialise("2025-06-18"));
  server.send("this is not JSON\n");
  server.send("[]\n");
  server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 999 } });
  expect((await server.ask("no/such/method")).error?.code).toBe(-32601);
  const unknown = await server.ask("tools/call", { name: "no_such_tool", arguments: {} });
  expect(unknown.error !== undefined || unknown.result.isError === true).toBe(true);
  const huge = await server.ask("tools/call", {
    name: "remember",
    arguments: { content: "x".repeat(2_000_000) },
  });
  expect(huge.result.content[0].text).toMatch(/^error: input_too_large/);
  expect(await remember(server)).toMatch(/^Stored as/);
  expect(server.stray).toEqual([]);
  await server.end("stdin");
});

test("stores and recalls with two servers of one project at once", async () => {
  const place = ground();
  const servers = [startServer(place), startServer(place)];
  for (const server of servers) await server.ask("initialize", initialise("2025-06-18"));
  const calls = servers.flatMap((server, which) =>
    Array.from({ length: 10 }, (_, i) =>
      server.ask("tools/call", {
        name: "remember",
        arguments: {
          content: `Worker ${"abcdefghij"[i]}${which} must drain queue ${i * 31 + which} before a deploy, because it locks.`,
        },
      }),
    ),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter(({ result }) => result.isError === true)).toEqual([]);
  for (const server of servers) await server.end("stdin");
});
