/** Tests payloads of the shapes that Cline's command line 3.0.65 sends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProjectSync } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { CLINE } from "./cline.ts";

const moments = momentsOf(CLINE);
const ground = mkdtempSync(join(tmpdir(), "tacit-cline-"));
afterAll(() => {
  moments.remove();
  rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
});

const SESSION = "1795221685887_25sds";
const AGENT = "agent_1795223480236_gsadwe";
const SUBAGENT = { agent_id: AGENT, parent_agent_id: "agent_1795223473632_64r7er" };

const payload = (more: object) => ({
  clineVersion: "",
  timestamp: "2026-11-21T00:41:29.324Z",
  taskId: "conv_1795221687319_q426h9q",
  sessionContext: { rootSessionId: SESSION },
  workspaceRoots: [PROJECT_PATH],
  agent_id: "agent_1795221687177_8rxhdn",
  parent_agent_id: null,
  ...more,
});
const read = (event: string, more: object = {}) => moments.read(event, payload(more));

const used = (name: string, input: unknown, output: unknown, more: object = {}) => ({
  hookName: "tool_result",
  iteration: 2,
  tool_result: { id: "call_a94f", name, input, output, durationMs: 177, ...more },
});
const commands = (...all: readonly (readonly [command: string, result: object])[]) =>
  used(
    "run_commands",
    { commands: all.map(([command]) => command) },
    all.map(([query, result]) => ({ query, ...result })),
  );
const DONE = { kind: "tool", files: [], error: null, opensAt: ["tool_result"] };

test("reads a turn's start once as the session's start and learns from other sessions then", () => {
  const start = read("TaskStart", { hookName: "agent_start", taskStart: { taskMetadata: {} } });
  expect(start?.ask).toEqual({ kind: "settle", isUnawaited: true });
  expect(start?.events).toEqual([{ agent: "cline", kind: "session_start", source: "startup" }]);
  expect(moments.keys("TaskStart", payload({}))).toEqual([`start:${SESSION}`]);
});

test("reads a successful command with its output and its stderr", () => {
  const done = read(
    "PostToolUse",
    commands(["npm test", { result: "ok\n[stderr]\nslow", success: true }]),
  );
  expect(done?.events).toMatchObject([
    { kind: "tool_call", callId: "call_a94f", tool: "shell", input: { command: "npm test" } },
    { kind: "tool_result", isError: false, durationMs: 177, output: "ok\n[stderr]\nslow" },
  ]);
  expect(done?.ask).toEqual(DONE);
});

test("reads a failed command as a failure in the form common to all hosts", () => {
  const failed = read(
    "PostToolUse",
    commands([
      "npm start",
      {
        result: "[Command exited with code 7]\n\n[stderr]\nError: port 3000 is taken\n",
        error: "Command exited with code 7",
        success: false,
      },
    ]),
  );
  const error = "Exit code 7\nError: port 3000 is taken\n";
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7, output: error });
  expect(failed?.ask).toEqual({ ...DONE, error, command: "npm start" });
});

test("asks nothing about a tool without files or an error late in a turn", () => {
  const late = { ...commands(["ls", { result: "a", success: true }]), iteration: 9 };
  expect(read("PostToolUse", late)?.ask).toBeNull();
});

test("reads several commands as several calls and asks about the failed call", () => {
  const failure = { result: "[Command exited with code 1]\n\nno", success: false };
  const result = read(
    "PostToolUse",
    commands(["ls", { result: "a", success: true }], ["npm test", failure], ["pwd", {}]),
  );
  const results = result?.events.filter((event) => "output" in event);
  expect(results).toMatchObject([
    { callId: "call_a94f", output: "a", isError: false },
    { callId: "call_a94f#1", output: "Exit code 1\nno", isError: true },
    { callId: "call_a94f#2", isError: false },
  ]);
  expect(result?.ask).toMatchObject({ error: "Exit code 1\nno" });
});

test("asks about a file after it was read or changed", () => {
  const path = `${PROJECT_PATH}/src/app.ts`;
  const readFile = used("read_files", { files: [{ path }] }, [
    { query: path, result: "1 | export const answer = 42;", success: true },
  ]);
  const edited = used(
    "editor",
    { path, new_text: "one\n" },
    { query: path, result: "Edited", success: true },
  );
  for (const use of [readFile, edited]) {
    expect(read("PostToolUse", use)?.ask).toEqual({ ...DONE, files: ["src/app.ts"] });
  }
});

test("reads a missing file as a failure with its message", () => {
  const failed = read(
    "PostToolUse",
    used("read_files", { files: [{ path: `${PROJECT_PATH}/no.txt` }] }, [
      { query: "no.txt", result: "", error: "Error reading file: ENOENT", success: false },
    ]),
  );
  expect(failed?.events[1]).toMatchObject({ isError: true, output: "Error reading file: ENOENT" });
});

test("reads the error of a tool without output", () => {
  const broken = { ...used("fetch_web_content", {}, undefined) };
  broken.tool_result = { ...broken.tool_result, error: "offline" } as typeof broken.tool_result;
  expect(read("PostToolUse", broken)?.events[1]).toMatchObject({
    isError: true,
    output: "offline",
  });
});

test("names other servers' tools by their server and does not capture ours", () => {
  const content = { content: [{ type: "text", text: "found" }], structuredContent: { a: 1 } };
  const done = read("PostToolUse", used("memory__search_nodes", { query: "x" }, content));
  expect(done?.events).toMatchObject([
    { tool: "mcp", hostTool: "mcp__memory__search_nodes" },
    { output: "found" },
  ]);
  const own = read("PostToolUse", used("tacit__recall", { query: "x" }, content));
  expect(own).toEqual({ ledger: SESSION, ask: null, events: [] });
});

test("marks a subagent's moments as its own", () => {
  const ledger = `${SESSION}/${AGENT}`;
  expect(read("TaskStart", SUBAGENT)).toMatchObject({
    ledger,
    ask: null,
    events: [{ kind: "subagent_start", agentId: AGENT }],
  });
  const done = read("PostToolUse", {
    ...SUBAGENT,
    ...commands(["ls", { result: "a", success: true }]),
  });
  expect(done).toMatchObject({ ledger, ask: DONE });
  expect(done?.events[0]).toMatchObject({ agentId: AGENT });
  expect(read("TaskComplete", SUBAGENT)?.events).toMatchObject([{ kind: "subagent_stop" }]);
});

test("reads the end of a turn as a message and the end of an interactive session as an end", () => {
  const end = read("TaskComplete", { iteration: 4, turn: { outputText: "Done." } });
  expect(end).toEqual({
    ledger: SESSION,
    ask: null,
    events: [{ agent: "cline", kind: "message", text: "Done." }],
  });
  expect(read("SessionShutdown", { reason: "quit" })).toMatchObject({
    ask: { kind: "settle" },
    events: [{ kind: "session_end", reason: "quit" }],
  });
});

test.each(["PreToolUse", "TaskError", "UserPromptSubmit", "toString"])("ignores %s", (event) =>
  expect(read(event)).toBeNull(),
);

/** Writes the session's own file as it is when the turn's first tools run. */
function written(name: string, messages: readonly object[]) {
  const folder = join(ground, name, "data", "sessions", SESSION);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${SESSION}.messages.json`), JSON.stringify({ version: 1, messages }));
  const place = resolveProjectSync(ground);
  const env = { CLINE_DIR: join(ground, name) };
  return (event: string, more: object) => {
    const call = CLINE.decode(event, JSON.parse(JSON.stringify(payload(more))), place, 0, env);
    return (call?.events ?? []).map(({ kind, key }) => [kind, key]);
  };
}

const text = (role: string, content: string, more: object = {}) => ({
  id: `id-${content.length}`,
  role,
  content: [{ type: "text", text: content }],
  ...more,
});
const TYPED = '<user_input mode="act">Rename the port.</user_input>';
const SHOWN = text("user", '<hook_context source="PostToolUse">x</hook_context>', {
  metadata: { displayRole: "system" },
});

test("reads the typed prompt from the session's file at the turn's first tools, or at its end", () => {
  const readEvents = written("typed", [text("user", "before"), text("user", TYPED), SHOWN]);
  const prompt = ["prompt", `prompt:id-${TYPED.length}`];
  const call = ["tool_call", "call:call_a94f"];
  const first = { ...commands(["ls", { result: "a" }]), iteration: 1 };
  expect(readEvents("PostToolUse", first).slice(0, 2)).toEqual([prompt, call]);
  expect(readEvents("PostToolUse", { ...first, iteration: 2 })[0]).toEqual(call);
  expect(readEvents("PostToolUse", { ...first, ...SUBAGENT })[0]).toEqual(call);
  expect(readEvents("PostToolUse", { ...used("tacit__recall", {}, {}), iteration: 1 })).toEqual([
    prompt,
  ]);
  expect(readEvents("TaskComplete", { iteration: 1, turn: { outputText: "Hi." } })[0]).toEqual(
    prompt,
  );
});

test("reads no file for a session id that leads to another folder", () => {
  const readEvents = written("elsewhere", [text("user", TYPED)]);
  const first = { ...commands(["ls", { result: "a" }]), iteration: 1 };
  const outside = { version: 1, messages: [text("user", TYPED)] };
  const path = join(ground, "elsewhere", "data", "outside.messages.json");
  writeFileSync(path, JSON.stringify(outside));
  const away = { sessionContext: { rootSessionId: "../outside" } };
  expect(readEvents("PostToolUse", { ...first, ...away })[0]).toEqual([
    "tool_call",
    "call:call_a94f",
  ]);
});

test("answers with one object that contains only the text, and only after a tool", () => {
  expect(CLINE.encode("PostToolUse", "a\nb")).toBe('{"contextModification":"a\\nb"}');
  expect(CLINE.encode("PostToolUse", "")).toBe("");
  expect(CLINE.encode("TaskStart", "a")).toBe("");
});

test("property: no payload makes it fail", () => {
  const fields = ["sessionContext", "tool_result", "turn", "agent_id", "iteration", "reason"];
  const anyPayload = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
  const events = ["TaskStart", "PostToolUse", "TaskComplete", "SessionShutdown"];
  void fc.assert(
    fc.property(anyPayload, fc.constantFrom(...events), (more, event) => {
      expect(() => read(event, more)).not.toThrow();
    }),
  );
});
