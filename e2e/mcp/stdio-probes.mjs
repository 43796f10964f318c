/** Probes `tacit mcp` line by line: what clients were seen to do, and what no client should do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CLI } from "./served.mjs";
import { call, ENVELOPE, INITIALIZED, initialize, VERSIONS } from "./wire.mjs";

const AREA = "raw probes, stdio";
const LIMIT_MS = 8000;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,40}$/;

/** @param {{env: NodeJS.ProcessEnv, folder: string, add: Function}} how */
export async function stdioProbes({ env, folder, add }) {
  const start = () => startStdio(env, folder);
  const check = (name, ok, detail, level) => add(AREA, name, ok, detail, level);
  for (const version of VERSIONS) {
    const server = start();
    const answer = await server.ask(initialize(version));
    check(
      `initialize with ${version} is answered with it`,
      answer?.result?.protocolVersion === version,
      answer?.error,
    );
    await server.end("stdin");
  }
  await oneSession(start(), check);
  for (const how of ["SIGINT", "SIGTERM", "pipes"]) {
    const server = start();
    await server.ask(initialize("2025-06-18"));
    const ended = await server.end(how);
    check(`ends within 3 s on ${how}`, ended.afterMs < 3000, `${Math.round(ended.afterMs)} ms`);
  }
}

async function oneSession(server, check) {
  const discovered = await server.ask(call("discover", "server/discover", ENVELOPE));
  check("server/discover before initialize is answered", discovered !== null, discovered?.error);
  const { result } = (await server.ask(initialize("2025-06-18"))) ?? {};
  check("initialize is answered after server/discover", result !== undefined);
  check("an unknown version gets one that is known", await getsAKnownVersion(server));
  check(
    "serverInfo has name and version",
    Boolean(result?.serverInfo?.name && result?.serverInfo?.version),
  );
  check(
    "instructions",
    typeof result?.instructions === "string",
    `${result?.instructions?.length} characters`,
    "info",
  );
  server.send(INITIALIZED);
  check("ping", (await server.ask(call(1, "ping")))?.result !== undefined);
  const unknown = await server.ask(call(2, "no/such/method"));
  check("an unknown method gives -32601", unknown?.error?.code === -32_601, unknown?.error);
  const noTool = await server.ask(call(3, "tools/call", { name: "no_such_tool", arguments: {} }));
  check("an unknown tool is an error", isRefusal(noTool), noTool);
  await toolList(server, check);
  await offers(server, check);
  await nonsense(server, check);
  const ended = await server.end("stdin");
  check(
    "ends within 5 s when stdin closes",
    ended.afterMs < 5000,
    `${Math.round(ended.afterMs)} ms`,
  );
  check("stdout carries JSON-RPC only", server.stray.length === 0, server.stray.slice(0, 2));
}

async function getsAKnownVersion(server) {
  const answer = await server.ask(initialize("1999-01-01", "old"));
  return VERSIONS.includes(answer?.result?.protocolVersion) || answer?.error !== undefined;
}

async function toolList(server, check) {
  const tools = (await server.ask(call(4, "tools/list")))?.result?.tools ?? [];
  check("tools/list", tools.length > 0, tools.map(({ name }) => name).join(", "));
  check(
    "tool names fit every client",
    tools.every(({ name }) => TOOL_NAME.test(name)),
  );
  check(
    "descriptions of at most 2048 characters",
    tools.every(({ description = "" }) => description.length <= 2048),
  );
  check(
    "every inputSchema is an object's",
    tools.every(({ inputSchema }) => inputSchema?.type === "object"),
  );
  check(
    "annotations on every tool",
    tools.every(({ annotations }) => annotations !== undefined),
    "",
    "info",
  );
  check("size of tools/list", true, `${JSON.stringify(tools).length} bytes`, "info");
}

async function offers(server, check) {
  const kinds = (await server.ask(call(8, "resources/templates/list")))?.result?.resourceTemplates;
  check(
    "resource templates of memory, session, module",
    kinds?.length === 3,
    kinds?.map(({ uriTemplate }) => uriTemplate),
  );
  const none = await server.ask(call(9, "resources/read", { uri: "tacit://memory/00000000" }));
  check("a resource that is not there is an error", isRefusal(none), none?.error);
  const prompts = (await server.ask(call(10, "prompts/list")))?.result?.prompts;
  check(
    "prompts recall, handoff, review",
    prompts?.length === 3,
    prompts?.map(({ name }) => name),
  );
  const bad = await server.ask(call(11, "prompts/get", { name: "recall", arguments: {} }));
  check("a prompt without its argument gives -32602", bad?.error?.code === -32_602, bad?.error);
}

async function nonsense(server, check) {
  server.send("this is not json\n");
  check(
    "survives a line that is not JSON",
    (await server.ask(call(5, "ping")))?.result !== undefined,
  );
  const huge = { name: "remember", arguments: { content: "x".repeat(2_000_000) } };
  const refused = await server.ask(call(6, "tools/call", huge));
  check("survives an argument of 2 MB", isRefusal(refused), refused);
  server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9999 } });
  check(
    "ignores the end of an unknown request",
    (await server.ask(call(7, "ping")))?.result !== undefined,
  );
}

function isRefusal(answer) {
  return answer?.error !== undefined || answer?.result?.isError === true;
}

function startStdio(env, cwd) {
  const child = spawn(process.execPath, [CLI, "mcp"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  const ended = once(child, "exit");
  const stray = [];
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    try {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    } catch {
      stray.push(line.slice(0, 200));
    }
  });
  const send = (message) =>
    child.stdin.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
  return {
    stray,
    send,
    /** Returns null if no answer arrives in time or the process has ended. */
    ask: async (message) => {
      const answered = new Promise((resolve) => waiting.set(message.id, resolve));
      send(message);
      return Promise.race([answered, ended.then(() => null), after(LIMIT_MS)]);
    },
    end: async (how) => {
      const beganAt = performance.now();
      if (how === "pipes") child.stdout.destroy();
      if (how === "pipes" || how === "stdin") child.stdin.end();
      else child.kill(how);
      await Promise.race([ended, after(LIMIT_MS)]);
      child.kill("SIGKILL");
      return { afterMs: performance.now() - beganAt };
    },
  };
}

function after(ms) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
}
