/** Tests `tacit serve` as a process: the line it prints, every way to end it, and that nothing is left behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { ask } from "./http-client.mjs";
import { CLI, startServe } from "./served.mjs";
import { clearGrounds, ground, startServer } from "./spawned-server.ts";
import { call, initialize } from "./wire.mjs";

afterAll(clearGrounds);

const LESSON =
  "Run `npm run generate` before the tests, because the client in src/api is generated.";

interface Reached {
  readonly mcpUrl: string;
  readonly token: string;
}

async function begin({ mcpUrl, token }: Reached) {
  const bearer = { authorization: `Bearer ${token}` };
  const { headers } = await ask(mcpUrl, { body: initialize("2025-06-18"), headers: bearer });
  const session = { ...bearer, "mcp-session-id": String(headers["mcp-session-id"]) };
  return {
    headers: session,
    tool: async (name: string, input: object): Promise<string> => {
      const body = call(1, "tools/call", { name, arguments: input });
      return (await ask(mcpUrl, { body, headers: session })).message.result.content[0].text;
    },
  };
}

/** Resolves when the stream is open; `over` resolves when the server has closed it. */
async function openStream({ mcpUrl }: Reached, headers: Record<string, string>) {
  const response = await fetch(mcpUrl, { headers: { ...headers, accept: "text/event-stream" } });
  return { status: response.status, over: response.text().catch(() => "cut off") };
}

test("prints one line of JSON without a terminal, with or without `--json`", async () => {
  for (const args of [[], ["--json"], ["--port", "0"]]) {
    const served = await startServe({ ...ground(), args });
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(served.mcpUrl).toBe(`${served.url}mcp`);
    await served.end("SIGTERM");
    expect(served.printed().trimEnd().split("\n")).toHaveLength(1);
    expect(Object.keys(JSON.parse(served.printed()))).toEqual(["url", "mcpUrl", "token"]);
  }
});

test("opens no store before somebody asks", async () => {
  const place = ground();
  const served = await startServe(place);
  expect(await (await fetch(`${served.url}health`)).json()).toMatchObject({ ok: true });
  expect((await fetch(served.url)).status).toBe(200);
  expect(existsSync(place.home)).toBe(false);
  await served.end("SIGTERM");
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends it with 0 within three seconds while a stream is open, and leaves nothing behind",
  async (signal) => {
    const place = ground();
    const served = await startServe(place);
    const { headers, tool } = await begin(served);
    expect(await tool("remember", { content: LESSON })).toMatch(/^Stored as/);
    const stream = await openStream(served, headers);
    expect(stream.status).toBe(200);
    const ended = await served.end(signal);
    expect([ended.code, ended.signal]).toEqual([0, null]);
    expect(ended.afterMs).toBeLessThan(3000);
    await stream.over;
    expect((await ask(served.mcpUrl, { body: call(1, "ping") })).status).toBe(-1);
    expect(readdirSync(place.home).filter((name) => /pid|lock|sock|token|-wal/.test(name))).toEqual(
      [],
    );
  },
);

test("ends when the process that started it is killed", async () => {
  const { home, project } = ground();
  const start = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(CLI)}, "serve"],
    { stdio: ["ignore", "inherit", "ignore"] }); setInterval(() => {}, 1e9);`;
  const parent = spawn(process.execPath, ["-e", start], {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: home, TACIT_HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const served = JSON.parse(line.toString()) as Reached;
  const { headers } = await begin(served);
  const stream = await openStream(served, headers);
  // Both processes hold the pipe, so it closes only when the server has ended too.
  const gone = once(parent.stdout, "close");
  parent.kill("SIGKILL");
  await Promise.all([gone, stream.over]);
  expect((await ask(served.mcpUrl, { body: call(1, "ping") })).status).toBe(-1);
});

test("shares what one service stores with the next service and with stdio, even if the first is killed", async () => {
  const place = ground();
  const first = await startServe(place);
  expect(await (await begin(first)).tool("remember", { content: LESSON })).toMatch(/^Stored as/);
  await first.end("SIGKILL");
  const [second, third] = [await startServe(place), await startServe(place)];
  for (const served of [second, third]) {
    const { tool } = await begin(served);
    expect(await tool("recall", { query: "generate the client" })).toContain("npm run generate");
  }
  await Promise.all([second.end("SIGTERM"), third.end("SIGTERM")]);
  const stdio = startServer(place);
  await stdio.ask("initialize", initialize("2025-06-18").params);
  const recall = { name: "recall", arguments: { query: "generate the client" } };
  const { result } = await stdio.ask("tools/call", recall);
  expect(result.content[0].text).toContain("npm run generate");
  await stdio.end("stdin");
});

test("gives agents that ask one service at once their own answers", async () => {
  const served = await startServe(ground());
  const agents = await Promise.all(Array.from({ length: 6 }, () => begin(served)));
  const replies = await Promise.all(
    agents.flatMap(({ tool }, agent) =>
      Array.from({ length: 5 }, (_, i) =>
        tool("remember", {
          content: `Worker ${"abcdef"[agent]}${i} must drain queue ${i * 31 + agent} before a deploy, because it locks.`,
        }),
      ),
    ),
  );
  expect(replies.filter((text) => !/^(?:Stored as|Already stored)/.test(text))).toEqual([]);
  expect(await served.end("SIGTERM")).toMatchObject({ code: 0 });
});

test.each([
  ["99999", 64],
  ["-1", 64],
  ["x", 64],
])("refuses the port %s with exit code %i and a next step", async (port, code) => {
  await expect(startServe({ ...ground(), args: ["--port", port] })).rejects.toThrow(
    new RegExp(`serve ended \\(${code}\\): tacit: .*\\n {2}next: `),
  );
});

test("refuses a port in use with exit code 69 and a next step", async () => {
  const first = await startServe(ground());
  const port = new URL(first.url).port;
  await expect(startServe({ ...ground(), args: ["--port", port] })).rejects.toThrow(
    /serve ended \(69\): tacit: .*port.*\n {2}next: .*--port/,
  );
  await first.end("SIGTERM");
});
