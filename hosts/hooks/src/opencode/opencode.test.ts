/** Payloads of the shape our plugin makes of OpenCode 1.18.33's, and what is made of them. */
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { OPENCODE } from "./opencode.ts";

const moments = momentsOf(OPENCODE);
afterAll(moments.remove);

const ROOT = "ses_e0471cebeffezBOqmYPhjflubk";
const CHILD = "ses_e045819e9fferTomAxNI7GgSjk";

const read = (event: string, more: object = {}) =>
  moments.read(event, { root: ROOT, agent: null, directory: PROJECT_PATH, ...more });

const SHELL = {
  tool: "bash",
  callID: "call_2b8d9f0246d94611a01d5b59",
  args: { command: "npm start" },
  isForeign: false,
};

test("a session's start is told nothing: its first prompt is", () => {
  expect(read("session.created")?.ask).toEqual({ kind: "settle" });
  expect(read("session.created", { agent: CHILD })).toBeNull();
});

test.each([
  ["Rename the port.", "Rename the port."],
  ['"Rename the port."', "Rename the port."],
  ['"a" and "b"', '"a" and "b"'],
])("the prompt %s is kept as %s", (prompt, stored) => {
  expect(read("chat.message", { prompt, messageID: "msg_1", isOpened: false })).toEqual({
    ledger: ROOT,
    ask: { kind: "prompt", prompt: stored, opensAt: ["prompt"] },
    events: [{ agent: "opencode", kind: "prompt", text: stored }],
  });
});

test("a prompt after a compaction that was told of already opens nothing", () => {
  const more = { prompt: "Go on.", messageID: "msg_2", isOpened: true };
  expect(read("chat.message", more)?.ask).toEqual({ kind: "prompt", prompt: "Go on." });
});

test("a message is one event, however often it is told", () => {
  const more = { prompt: "Go on.", messageID: "msg_2" };
  const keys = () =>
    moments.keys("chat.message", { root: ROOT, agent: null, directory: PROJECT_PATH, ...more });
  expect(keys()).toEqual(["prompt:msg_2"]);
});

test("a command that went well, and one that failed, in the words every host has for it", () => {
  const done = read("tool.execute.after", { ...SHELL, output: "listening", exit: 0 });
  expect(done?.events[0]).toMatchObject({ callId: SHELL.callID, tool: "shell" });
  expect(done?.events[1]).toMatchObject({ output: "listening", isError: false });
  expect(done?.ask).toBeNull();
  const failed = read("tool.execute.after", { ...SHELL, output: "port 3000 is taken", exit: 7 });
  const error = "Exit code 7\nport 3000 is taken";
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7, output: error });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error, command: "npm start" });
});

test("a file just read or changed is asked about", () => {
  const args = { filePath: `${PROJECT_PATH}/src/app.ts` };
  for (const tool of ["read", "edit", "write"]) {
    const done = read("tool.execute.after", { ...SHELL, tool, args, output: "done" });
    expect(done?.ask).toEqual({ kind: "tool", files: ["src/app.ts"], error: null });
  }
});

test("a tool that threw is a failure; one that its user refused asks for nothing", () => {
  const args = { filePath: `${PROJECT_PATH}/no.ts` };
  const failed = read("tool.error", { ...SHELL, tool: "read", args, error: "File not found" });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error: "File not found" });
  expect(failed?.events[1]).toMatchObject({ isError: true, files: ["no.ts"] });
  const error = "The user rejected permission to use this specific tool call.";
  expect(read("tool.error", { ...SHELL, error })?.ask).toBeNull();
});

test("a server's tool is one; our own are not captured", () => {
  const foreign = { isForeign: true, args: { query: "x" }, output: "[]" };
  const done = read("tool.execute.after", { ...SHELL, ...foreign, tool: "notes_search" });
  expect(done?.events[0]).toMatchObject({ tool: "mcp", hostTool: "mcp__notes_search" });
  expect(read("tool.execute.after", { ...SHELL, ...foreign, tool: "tacit_recall" })).toBeNull();
  expect(read("tool.error", { ...SHELL, tool: "tacit_get", error: "no" })).toBeNull();
});

test("a subagent's prompt was written by the agent above it: it is told on its own", () => {
  const agent = { agent: CHILD, agentKind: "general", prompt: "Look around." };
  expect(read("chat.message", agent)).toEqual({
    ledger: `${ROOT}/${CHILD}`,
    ask: { kind: "subagent" },
    events: [{ agent: "opencode", kind: "subagent_start", agentKind: "general", agentId: CHILD }],
  });
  const done = read("tool.execute.after", { ...SHELL, agent: CHILD, output: "", exit: 0 });
  expect(done?.events[1]).toMatchObject({ agentId: CHILD });
  expect(read("session.idle", { agent: CHILD, agentKind: "general" })?.events[0]).toMatchObject({
    kind: "subagent_stop",
    agentId: CHILD,
  });
});

test("a compaction leaves word of where the work stood; the request after it is told anew", () => {
  expect(read("experimental.session.compacting")?.ask).toEqual({ kind: "handoff" });
  expect(read("session.compacted")).toMatchObject({ ask: null, events: [{ kind: "compaction" }] });
  expect(read("session.continued")?.ask).toEqual({ kind: "start", task: "", isCompaction: true });
});

test("the last word of a turn, and the end of the program", () => {
  expect(read("session.idle", { message: "Done." })?.events).toEqual([
    { agent: "opencode", kind: "message", text: "Done." },
  ]);
  expect(read("session.idle", { message: "" })?.events).toEqual([]);
  expect(read("dispose")).toMatchObject({
    ask: { kind: "settle" },
    events: [{ kind: "session_end", reason: "exit" }],
  });
});

test.each([
  ["an event of another name", "config", {}],
  ["no session", "chat.message", { root: undefined, prompt: "x" }],
])("%s is nothing to us", (_name, event, more) => {
  expect(read(event, more)).toBeNull();
});

test("the answer is one object with nothing in it but the text", () => {
  expect(OPENCODE.encode("chat.message", "a", {})).toBe('{"additionalContext":"a"}');
  expect(OPENCODE.encode("chat.message", "", {})).toBe("");
});
