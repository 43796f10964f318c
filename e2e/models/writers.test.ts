/**
 * Tests `tacit models use … --as writer`: a model reads finished sessions and writes lessons, across processes, with real
 * servers.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  answerAsAnthropic,
  answerAsChatWriter,
  answerAsOllamaWriter,
  type Say,
  userMessageOf,
} from "../../packages/memory/src/learn/writing/testing-writers.ts";
import {
  type Answer,
  type ReceivedRequest,
  sendJson,
  testServer,
} from "../../packages/memory/src/search/models/testing-server.ts";
import {
  type SessionScript,
  sessionScript,
} from "../../packages/memory/src/testing/testing-life.ts";
import { hookHost } from "../hooks/hook-process.ts";
import { workerEnd } from "../hooks/worker-end.ts";
import { clearGrounds, initialise, startServer } from "../mcp/spawned-server.ts";
import { makeProgram, type Program } from "./tacit-process.ts";

afterAll(clearGrounds);

const KEY = "made-up-key-0123456789";
const ENV = { TACIT_ENCODER: "off", MY_KEY: KEY };
const LESSON =
  "When `npm test` fails with a missing ./dist/a.js, run `npm run build` first: the tests import the built files, not the sources.";
const SAID =
  "The tests import the built files from ./dist/a.js, not the sources, so `npm run build` has to run before `npm test`. Now they pass, and the readme of the project can stay as it is for the time being.";

/** Writes the lesson of the session below and strikes nothing; answers NONE to any other question. */
const writing: Say = (user) => {
  const line = Number(/^\[(\d+)\] agent: The tests import/m.exec(user)?.[1]);
  if (user.includes("\nLesson 1 ") || !(line > 0)) return "NONE";
  const lesson = { title: "Tests need a build", content: LESSON, kind: "gotcha" };
  return JSON.stringify({ ...lesson, lines: [line], said_by: "agent" });
};

const testsNeedABuild = (script: SessionScript) =>
  script
    .prompt("make the tests pass")
    .shell("npm test", "Error: Cannot find module './dist/a.js'", 1)
    .shell("npm run build", "built")
    .add("message", { text: SAID })
    .shell("npm test", "12 passed")
    .end();

/** Writes a session as a file of events. It is dated just now, so that it ends after the model was chosen. */
function sessionFile(tacit: Program, id: string): string {
  const { events } = testsNeedABuild(sessionScript(id, Date.now() + 1000));
  const path = join(tacit.base, `${id}.jsonl`);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  return path;
}

interface WriterReply {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly lesson: { readonly by: string } | null;
}

const listed = async (tacit: Program) => {
  const all = (await tacit.json(["list"])) as readonly WriterReply[];
  return all.filter(({ lesson }) => lesson !== null);
};
const aboutSessions = (requests: readonly ReceivedRequest[]) =>
  requests.map(userMessageOf).filter((user) => user.includes("agent: The tests import"));

test("learns from a session and makes no request when no writer is chosen", async () => {
  const { requests } = await testServer(answerAsChatWriter(writing));
  const tacit = makeProgram(ENV);
  const result = await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  expect(result).toMatchObject({ writing: [] });
  await tacit.json(["learn", "--no-home"]);
  expect(await listed(tacit)).toEqual([]);
  expect(await tacit.json(["status"])).toMatchObject({ writing: { writer: null } });
  expect(requests).toEqual([]);
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
  test("use → observe → recall in another process → report → status → none works", async () => {
    const { url, requests } = await testServer(answering(writing));
    const tacit = makeProgram(ENV);
    const used = await tacit.json(["models", "use", ...words, "--url", url, "--as", "writer"]);
    const { id: by } = used as { readonly id: string };
    expect(used).toMatchObject({ role: "writer", checks: [{ name: "answers", ok: true }] });
    // A check sends no session content.
    expect(aboutSessions(requests)).toEqual([]);
    const observed = await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
    const [memory] = await listed(tacit);
    const id = memory?.id ?? "";
    expect(observed).toMatchObject({
      writing: [{ session: "s1", by, stored: [id], dropped: {}, problem: null }],
    });
    // One question asks for the lessons, the other for the second look.
    expect(aboutSessions(requests)).toHaveLength(2);
    const found = (await tacit.json(["recall", "npm test missing dist"])) as {
      readonly hits: readonly WriterReply[];
    };
    expect(found.hits.some(({ content }) => content === LESSON)).toBe(true);
    expect(memory).toMatchObject({ content: LESSON, lesson: { by }, standing: "believed" });
    expect((await tacit.run(["show", id])).stdout).toContain(`by ${by}`);
    expect((await tacit.run(["report", "s1"])).stdout).toContain("2 calls at");
    expect(await tacit.json(["report", "s1"])).toMatchObject({
      writing: { by, state: "answered", inputTokens: 642, statements: [{ id, verdict: "stored" }] },
    });
    expect(await tacit.json(["status"])).toMatchObject({
      writing: {
        writer: by,
        calls: { today: 3, most: 40 },
        yield: { sessions: 1, calls: 2, inputTokens: 642, outputTokens: 90, stored: 1 },
      },
    });
    const rows = (await tacit.json(["models", "list"])) as readonly object[];
    expect(rows).toContainEqual(
      expect.objectContaining({ role: "writer", id: by, isChosen: true }),
    );
    expect(await tacit.json(["models", "check"])).toMatchObject({ ok: true, writer: [{ id: by }] });
    await tacit.json(["models", "use", "none", "--as", "writer"]);
    const until = requests.length;
    await tacit.json(["observe", sessionFile(tacit, "s2"), "--finalize"]);
    await tacit.json(["learn", "--no-home"]);
    expect(requests).toHaveLength(until);
  });
});

test("learn --with shows the price first, sends nothing without consent, then reads each session once", async () => {
  const { url, requests } = await testServer(answerAsChatWriter(writing));
  const tacit = makeProgram(ENV);
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  const learn = ["learn", "--no-home", "--with", "openai-compatible", "--model", "m", "--url", url];
  const dry = await tacit.run([...learn, "--dry-run"]);
  expect(dry.stdout).toContain("agent: The tests import the built files");
  expect(dry.stdout).toContain("second call");
  const unasked = await tacit.run(learn);
  expect(unasked).toMatchObject({ status: 64, stderr: expect.stringContaining("add --yes") });
  expect(unasked.stderr).toMatch(/would read 1 session: about [\d,]+ tokens in/);
  expect(requests).toEqual([]);
  expect(await tacit.json([...learn, "--yes"])).toMatchObject({
    price: { sessions: 1 },
    sessions: [{ session: "s1", problem: null }],
    memories: [{ content: LESSON }],
  });
  expect(requests).toHaveLength(2);
  expect(await tacit.json([...learn, "--yes"])).toMatchObject({ sessions: [], memories: [] });
  expect(requests).toHaveLength(2);
});

test("loses nothing when a program is not installed, and the error states how to install it", async () => {
  const tacit = makeProgram({ ...ENV, PATH: "/nowhere" });
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  const learn = ["learn", "--no-home", "--with", "claude-code", "--yes"];
  expect(await tacit.run(learn)).toMatchObject({
    status: 69,
    stderr: expect.stringMatching(/the PATH contains no program `claude`; install it with/),
  });
  expect(await tacit.json(["report", "s1"])).toMatchObject({ writing: null });
  expect(await tacit.run(["models", "use", "codex", "--as", "writer"])).toMatchObject({
    status: 69,
    stderr: expect.stringMatching(/the PATH contains no program `codex`/),
  });
  expect(await tacit.json(["status"])).toMatchObject({ writing: { writer: null } });
});

test("shows a server's error without the key and keeps the session due", async () => {
  let isUp = true;
  const { url } = await testServer((request, response) => {
    if (isUp) answerAsAnthropic(writing)(request, response);
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
  isUp = true;
  await tacit.json(["learn", "--no-home"]);
  expect(await listed(tacit)).toMatchObject([{ content: LESSON }]);
});

test("a running MCP server writes the due lessons after its first answer", async () => {
  let isUp = true;
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const { url, requests } = await testServer((request, response) => {
    if (!isUp) return sendJson(response, {}, 401);
    answerAsChatWriter(writing)(request, response);
    if (userMessageOf(request).includes("\nLesson 1 ")) response.on("finish", reached);
  });
  const tacit = makeProgram(ENV);
  const how = ["--as", "writer", "--url", url, "--model", "m"];
  await tacit.json(["models", "use", "openai-compatible", ...how]);
  isUp = false;
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  expect(await listed(tacit)).toEqual([]);
  isUp = true;
  const before = requests.length;
  const server = startServer({ home: tacit.home, project: join(tacit.base, "project") });
  await server.ask("initialize", initialise("2025-11-25"));
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect(requests).toHaveLength(before);
  await server.ask("tools/call", { name: "recall", arguments: { query: "npm test" } });
  await isReached;
  // The answer was sent; each of these calls gives the server time to process it.
  let reply = "";
  for (let asks = 0; asks < 200 && !reply.includes("the tests import the built files"); asks++) {
    const call = { name: "recall", arguments: { query: "npm test" } };
    reply = JSON.stringify((await server.ask("tools/call", call)).result);
  }
  expect(reply).toContain("the tests import the built files");
  expect(await server.end("stdin")).toMatchObject({ code: 0 });
  expect(requests).toHaveLength(before + 2);
  expect(await listed(tacit)).toMatchObject([{ content: LESSON }]);
});

test("with hooks alone, reads an ended session in a process that no host waits for", async () => {
  const { url, requests } = await testServer(answerAsChatWriter(writing));
  const tacit = makeProgram(ENV);
  const how = ["--as", "writer", "--url", url, "--model", "m"];
  await tacit.json(["models", "use", "openai-compatible", ...how]);
  const host = hookHost(tacit.home, join(tacit.base, "project"), ENV);
  const bash = (id: string, command: string) => ({
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: id,
  });
  const passed = { tool_response: { stdout: "ok", stderr: "", interrupted: false } };
  await host.tell("SessionStart", "s1", { source: "startup" });
  await host.tell("UserPromptSubmit", "s1", { prompt: "make the tests pass" });
  const error = "Exit code 1\nError: Cannot find module './dist/a.js'";
  await host.tell("PostToolUseFailure", "s1", { ...bash("t1", "npm test"), error });
  await host.tell("PostToolUse", "s1", { ...bash("t2", "npm run build"), ...passed });
  await host.tell("PostToolUse", "s1", { ...bash("t3", "npm test"), ...passed });
  await host.tell("Stop", "s1", { last_assistant_message: SAID });
  expect(aboutSessions(requests)).toEqual([]);
  await host.tell("SessionEnd", "s1", { reason: "other" });
  await workerEnd(tacit.home);
  expect(aboutSessions(requests)).toHaveLength(2);
  expect(await listed(tacit)).toMatchObject([{ content: LESSON }]);
  expect(host.log()).toEqual([]);
});

test("a hanging model does not keep the server from ending, and the session stays due", async () => {
  let isHanging = false;
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const { url } = await testServer((request, response) => {
    if (isHanging) reached();
    else if (aboutSessions([request]).length > 0) sendJson(response, {}, 401);
    else answerAsChatWriter(writing)(request, response);
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
  expect(await tacit.json(["report", "s1"])).toMatchObject({ writing: null });
});

test("an agent behind the address that our own hooks watch is neither learned from nor asked about", async () => {
  const { url, requests } = await testServer((request, response) => {
    const { messages = [] } = (request.body ?? {}) as { messages?: readonly { content: string }[] };
    void playAgent(messages.map(({ content }) => content).join("\n")).then(() =>
      answerAsChatWriter(writing)(request, response),
    );
  });
  const tacit = makeProgram(ENV);
  const host = hookHost(tacit.home, join(tacit.base, "project"));
  let agents = 0;
  /** Plays an agent: it gets our question as its prompt, does work that would teach something, and ends. */
  async function playAgent(prompt: string): Promise<void> {
    const session = `agent-${++agents}`;
    const bash = (id: string, command: string) => ({
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: id,
    });
    const response = { tool_response: { stdout: "ok", stderr: "", interrupted: false } };
    await host.tell("SessionStart", session, { source: "startup" });
    await host.tell("UserPromptSubmit", session, { prompt });
    const failed = {
      ...bash("t1", "npm run lint"),
      error: "Exit code 127\neslint: command not found",
    };
    await host.tell("PostToolUseFailure", session, failed);
    await host.tell("PostToolUse", session, {
      ...bash("t2", "npm install --legacy-peer-deps"),
      ...response,
    });
    await host.tell("PostToolUse", session, { ...bash("t3", "npm run lint"), ...response });
    await host.tell("SessionEnd", session, { reason: "other" });
  }
  const how = ["--as", "writer", "--url", url, "--model", "m"];
  await tacit.json(["models", "use", "openai-compatible", ...how]);
  await tacit.json(["observe", sessionFile(tacit, "s1"), "--finalize"]);
  // Run every command that resolves sessions or writes lessons.
  await tacit.json(["status"]);
  await tacit.json(["learn", "--no-home"]);
  await tacit.json(["learn", "--no-home"]);
  // One session checks whether the server answers, two are about the recorded session.
  expect(agents).toBe(3);
  expect(requests).toHaveLength(3);
  const all = (await tacit.json(["list"])) as readonly WriterReply[];
  expect(JSON.stringify(all)).not.toContain("eslint");
  expect(JSON.stringify(await tacit.json(["candidates"]))).not.toContain("eslint");
  expect(await listed(tacit)).toMatchObject([{ content: LESSON }]);
  // The same work under a person's prompt teaches something: only our own prompt was skipped.
  await playAgent("lint it");
  await tacit.json(["status"]);
  expect(JSON.stringify(await tacit.json(["list"]))).toContain("eslint");
});
