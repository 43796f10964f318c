/** `tacit models use … --as writer`: what a session taught in a model's words, over processes, with real servers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type Answer,
  sendJson,
  testServer,
} from "../../packages/memory/src/encoders/testing-server.ts";
import { type SessionScript, sessionScript } from "../../packages/memory/src/testing-life.ts";
import {
  answerAsAnthropic,
  answerAsChatWriter,
  answerAsOllamaWriter,
  notesIn,
  type Say,
} from "../../packages/memory/src/wording/testing-writers.ts";
import { hookHost } from "../hooks/hook-process.ts";
import { clearGrounds, initialise, startServer } from "../mcp/spawned-server.ts";
import { makeProgram, type Program } from "./tacit-process.ts";

afterAll(clearGrounds);

const KEY = "made-up-key-0123456789";
const ENV = { TACIT_ENCODER: "off", MY_KEY: KEY };
const PREFIX = "How it goes here:";

const rewording: Say = (notes) => ({
  notes: notes
    .filter(({ id }) => id.startsWith("m"))
    .map(({ id, text }) => ({ id, title: "How it goes here", text: `${PREFIX} ${text}` })),
});

const testsNeedABuild = (script: SessionScript) =>
  script
    .prompt("make the tests pass")
    .shell("npm test", "Error: Cannot find module './dist/a.js'", 1)
    .shell("npm run build", "built")
    .shell("npm test", "12 passed")
    .end();

/** As somebody's events in a file; just now, so that it is over since the model was chosen. */
function sessionFile(tacit: Program, id: string): string {
  const { events } = testsNeedABuild(sessionScript(id, Date.now() + 1000));
  const path = join(tacit.base, `${id}.jsonl`);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  return path;
}

interface Told {
  readonly id: string;
  readonly content: string;
  readonly version: number;
  readonly wording: { readonly by: string } | null;
}

const listed = async (tacit: Program) => {
  const all = (await tacit.json(["list"])) as readonly Told[];
  return all.filter(({ content }) => content.includes("npm run build"));
};

test("nobody is chosen: a session is learned from, and no request is made", async () => {
  const { asked } = await testServer(answerAsChatWriter(rewording));
  const tacit = makeProgram(ENV);
  const told = await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  expect(told).toMatchObject({ wording: [] });
  await tacit.json(["learn", "--no-home"]);
  expect(await listed(tacit)).toMatchObject([{ version: 1, wording: null }]);
  expect(await tacit.json(["status"])).toMatchObject({ writing: { writer: null } });
  expect(asked).toEqual([]);
});

describe.each<[string, (say: Say) => Answer, readonly string[]]>([
  [
    "chat completions",
    answerAsChatWriter,
    ["openai-compatible", "--model", "m", "--key-env", "MY_KEY"],
  ],
  ["Ollama", answerAsOllamaWriter, ["ollama:m"]],
  ["Anthropic", answerAsAnthropic, ["anthropic", "--model", "m", "--key-env", "MY_KEY"]],
])("%s", (_name, answering, words) => {
  test("use → observe → another process recalls it → history → report → restore → none", async () => {
    const { url, asked } = await testServer(answering(rewording));
    const tacit = makeProgram(ENV);
    const used = await tacit.json(["models", "use", ...words, "--url", url, "--as", "writer"]);
    const { id: by } = used as { readonly id: string };
    expect(used).toMatchObject({ role: "writer", checks: [{ name: "answers", ok: true }] });
    // Asking whether it works shows it nothing.
    expect(asked.flatMap(notesIn)).toEqual([]);
    const observed = await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
    expect(observed).toMatchObject({
      wording: [{ session: "s1", by, worded: 1, dropped: 0, problem: null }],
      promoted: [{ content: expect.stringContaining(PREFIX) }],
    });
    expect(asked).toHaveLength(2);
    const found = (await tacit.json(["recall", "npm test needs a build"])) as {
      readonly hits: readonly Told[];
    };
    expect(found.hits[0]?.content).toContain(PREFIX);
    const [memory] = await listed(tacit);
    const id = memory?.id ?? "";
    expect(memory).toMatchObject({ version: 2, wording: { by } });
    expect((await tacit.run(["show", id])).stdout).toContain(`by ${by}`);
    const before = memory?.content.replace(`${PREFIX} `, "");
    expect(await tacit.json(["history", id])).toMatchObject([
      { version: 1, change: `worded by ${by}`, before: { content: before } },
    ]);
    const report = await tacit.run(["report", "s1"]);
    expect(report.stdout).toContain("was asked once");
    expect(await tacit.json(["report", "s1"])).toMatchObject({
      wording: { by, state: "answered", inputTokens: 321, memories: [{ id, verdict: "worded" }] },
    });
    expect(await tacit.json(["status"])).toMatchObject({
      writing: { writer: by, calls: { today: 2, most: 20 } },
    });
    const rows = (await tacit.json(["models", "list"])) as readonly object[];
    expect(rows).toContainEqual(
      expect.objectContaining({ role: "writer", id: by, isChosen: true }),
    );
    expect(await tacit.json(["models", "check"])).toMatchObject({ ok: true, writer: [{ id: by }] });
    expect(await tacit.json(["restore", id, "--version", "1"])).toMatchObject({ content: before });
    await tacit.json(["models", "use", "none", "--as", "writer"]);
    const until = asked.length;
    await tacit.json(["observe", sessionFile(tacit, "s2"), "--finalize"]);
    await tacit.json(["learn", "--no-home"]);
    expect(asked).toHaveLength(until);
    expect(await listed(tacit)).toMatchObject([{ content: before }]);
  });
});

test("what a server says against it is told without the key, and costs nothing that was learned", async () => {
  let isUp = true;
  const { url } = await testServer((asked, response) => {
    if (isUp) answerAsAnthropic(rewording)(asked, response);
    else sendJson(response, { error: `bad key ${KEY}` }, 401);
  });
  const tacit = makeProgram(ENV);
  const how = ["--as", "writer", "--url", url, "--model", "m", "--key-env", "MY_KEY"];
  await tacit.json(["models", "use", "anthropic", ...how]);
  isUp = false;
  const ran = await tacit.run(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining("bad key [key]") });
  const doctor = await tacit.run(["doctor"]);
  expect(doctor.stdout).toContain("FAIL  writer answers");
  for (const { stdout, stderr } of [ran, doctor, await tacit.run(["status"])])
    expect(stdout + stderr).not.toContain(KEY);
  expect(await listed(tacit)).toMatchObject([{ wording: null }]);
});

test("what was due is worded by a running MCP server, once its first answer is out", async () => {
  let isUp = true;
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const { url, asked } = await testServer((request, response) => {
    if (!isUp) return sendJson(response, {}, 401);
    answerAsChatWriter(rewording)(request, response);
    if (notesIn(request).length > 0) response.on("finish", reached);
  });
  const tacit = makeProgram(ENV);
  const how = ["--as", "writer", "--url", url, "--model", "m"];
  await tacit.json(["models", "use", "openai-compatible", ...how]);
  isUp = false;
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  expect(await listed(tacit)).toMatchObject([{ wording: null }]);
  isUp = true;
  const before = asked.length;
  const server = startServer({ home: tacit.home, project: join(tacit.base, "project") });
  await server.ask("initialize", initialise("2025-11-25"));
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect(asked).toHaveLength(before);
  await server.ask("tools/call", { name: "recall", arguments: { query: "npm test" } });
  await isReached;
  // The answer is out; each of these calls gives the server time to take it in.
  let told = "";
  for (let asks = 0; asks < 200 && !told.includes(PREFIX); asks++) {
    const call = { name: "recall", arguments: { query: "npm test" } };
    told = JSON.stringify((await server.ask("tools/call", call)).result);
  }
  expect(told).toContain(PREFIX);
  expect(await server.end("stdin")).toMatchObject({ code: 0 });
  expect(asked).toHaveLength(before + 1);
  expect(await listed(tacit)).toMatchObject([{ version: 2 }]);
});

test("a model that hangs keeps no server from ending, and the session stays due", async () => {
  let isHanging = false;
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const { url } = await testServer((request, response) => {
    if (isHanging) reached();
    else if (notesIn(request).length > 0) sendJson(response, {}, 401);
    else answerAsChatWriter(rewording)(request, response);
  });
  const tacit = makeProgram(ENV);
  const how = ["--as", "writer", "--url", url, "--model", "m"];
  await tacit.json(["models", "use", "openai-compatible", ...how]);
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  isHanging = true;
  const server = startServer({ home: tacit.home, project: join(tacit.base, "project") });
  await server.ask("initialize", initialise("2025-11-25"));
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await server.ask("tools/call", { name: "recall", arguments: { query: "npm test" } });
  await isReached;
  const { code, afterMs } = await server.end("stdin");
  expect(code).toBe(0);
  expect(afterMs).toBeLessThan(5000);
  expect(await tacit.json(["report", "s1"])).toMatchObject({ wording: null });
});

test("an agent behind the address, watched by our own hooks, is neither learned from nor asked about", async () => {
  const { url, asked } = await testServer((request, response) => {
    const { messages = [] } = (request.body ?? {}) as { messages?: readonly { content: string }[] };
    void playAgent(messages.map(({ content }) => content).join("\n")).then(() =>
      answerAsChatWriter(rewording)(request, response),
    );
  });
  const tacit = makeProgram(ENV);
  const host = hookHost(tacit.home, join(tacit.base, "project"));
  let agents = 0;
  /** It gets our question as its prompt, does what would teach something, and ends. */
  async function playAgent(prompt: string): Promise<void> {
    const session = `agent-${++agents}`;
    const bash = (id: string, command: string) => ({
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: id,
    });
    const said = { tool_response: { stdout: "ok", stderr: "", interrupted: false } };
    await host.tell("SessionStart", session, { source: "startup" });
    await host.tell("UserPromptSubmit", session, { prompt });
    const failed = {
      ...bash("t1", "npm run lint"),
      error: "Exit code 127\neslint: command not found",
    };
    await host.tell("PostToolUseFailure", session, failed);
    await host.tell("PostToolUse", session, {
      ...bash("t2", "npm install --legacy-peer-deps"),
      ...said,
    });
    await host.tell("PostToolUse", session, { ...bash("t3", "npm run lint"), ...said });
    await host.tell("SessionEnd", session, { reason: "other" });
  }
  const how = ["--as", "writer", "--url", url, "--model", "m"];
  await tacit.json(["models", "use", "openai-compatible", ...how]);
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  // Everything that settles, and everything that words.
  await tacit.json(["status"]);
  await tacit.json(["learn", "--no-home"]);
  await tacit.json(["learn", "--no-home"]);
  expect(agents).toBe(2);
  expect(asked).toHaveLength(2);
  const all = (await tacit.json(["list"])) as readonly Told[];
  expect(JSON.stringify(all)).not.toContain("eslint");
  expect(JSON.stringify(await tacit.json(["candidates"]))).not.toContain("eslint");
  expect(await listed(tacit)).toMatchObject([{ content: expect.stringContaining(PREFIX) }]);
  // The same work under a prompt of a person's teaches: it is the prompt that was passed over.
  await playAgent("lint it");
  await tacit.json(["status"]);
  expect(JSON.stringify(await tacit.json(["list"]))).toContain("eslint");
});
