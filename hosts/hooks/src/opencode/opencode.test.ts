/** Tests payloads of the shape that our plugin makes of OpenCode 1.18.33's. */
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

test("shows nothing at a session's start but with its first prompt", () => {
  expect(read("session.created")?.ask).toEqual({ kind: "settle" });
  expect(read("session.created", { agent: CHILD })).toBeNull();
});

test.each([
  ["Rename the port.", "Rename the port."],
  ['"Rename the port."', "Rename the port."],
  ['"a" and "b"', '"a" and "b"'],
])("stores the prompt %s as %s", (prompt, stored) => {
  expect(read("chat.message", { prompt, messageID: "msg_1", isOpened: false })).toEqual({
    ledger: ROOT,
    ask: { kind: "prompt", prompt: stored, opensAt: ["prompt"] },
    events: [{ agent: "opencode", kind: "prompt", text: stored }],
  });
});

test("does not open the session again with a prompt after a compaction that was already answered", () => {
  const more = { prompt: "Go on.", messageID: "msg_2", isOpened: true };
  expect(read("chat.message", more)?.ask).toEqual({ kind: "prompt", prompt: "Go on." });
});

test("reads a message as one event, however often it is reported", () => {
  const more = { prompt: "Go on.", messageID: "msg_2" };
  const keys = () =>
    moments.keys("chat.message", { root: ROOT, agent: null, directory: PROJECT_PATH, ...more });
  expect(keys()).toEqual(["prompt:msg_2"]);
});

test("reads a successful and a failed command in the form common to all hosts", () => {
  const done = read("tool.execute.after", { ...SHELL, output: "listening", exit: 0 });
  expect(done?.events[0]).toMatchObject({ callId: SHELL.callID, tool: "shell" });
  expect(done?.events[1]).toMatchObject({ output: "listening", isError: false });
  expect(done?.ask).toBeNull();
  const failed = read("tool.execute.after", { ...SHELL, output: "port 3000 is taken", exit: 7 });
  const error = "Exit code 7\nport 3000 is taken";
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7, output: error });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error, command: "npm start" });
});

test("asks about a file after it was read or changed", () => {
  const args = { filePath: `${PROJECT_PATH}/src/app.ts` };
  for (const tool of ["read", "edit", "write"]) {
    const done = read("tool.execute.after", { ...SHELL, tool, args, output: "done" });
    expect(done?.ask).toEqual({ kind: "tool", files: ["src/app.ts"], error: null });
  }
});

test("reads a tool that threw as a failure and asks nothing about a refused tool", () => {
  const args = { filePath: `${PROJECT_PATH}/no.ts` };
  const failed = read("tool.error", { ...SHELL, tool: "read", args, error: "File not found" });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error: "File not found" });
  expect(failed?.events[1]).toMatchObject({ isError: true, files: ["no.ts"] });
  const error = "The user rejected permission to use this specific tool call.";
  expect(read("tool.error", { ...SHELL, error })?.ask).toBeNull();
});

test("recognizes a server's tool and does not capture ours", () => {
  const foreign = { isForeign: true, args: { query: "x" }, output: "[]" };
  const done = read("tool.execute.after", { ...SHELL, ...foreign, tool: "notes_search" });
  expect(done?.events[0]).toMatchObject({ tool: "mcp", hostTool: "mcp__notes_search" });
  expect(read("tool.execute.after", { ...SHELL, ...foreign, tool: "tacit_recall" })).toBeNull();
  expect(read("tool.error", { ...SHELL, tool: "tacit_get", error: "no" })).toBeNull();
});

test("answers a subagent's prompt, which the agent above wrote, separately", () => {
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

test("writes a handoff at a compaction and shows the start block with the next request", () => {
  expect(read("experimental.session.compacting")?.ask).toEqual({ kind: "handoff" });
  expect(read("session.compacted")).toMatchObject({ ask: null, events: [{ kind: "compaction" }] });
  expect(read("session.continued")?.ask).toEqual({ kind: "start", task: "", isCompaction: true });
});

test("reads the last message of a turn and the end of the program", () => {
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
])("ignores %s", (_name, event, more) => {
  expect(read(event, more)).toBeNull();
});

test("answers with one object that contains only the text", () => {
  expect(OPENCODE.encode("chat.message", "a", {})).toBe('{"additionalContext":"a"}');
  expect(OPENCODE.encode("chat.message", "", {})).toBe("");
});
