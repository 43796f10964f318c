/** Tests payloads of the shape that our extension makes of pi 0.73.1's events. */
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { PI } from "./pi.ts";

const moments = momentsOf(PI);
afterAll(moments.remove);

const SESSION = "01a1fb8a-ada5-74ac-acf9-6605c3539fb5";

const read = (event: string, more: object = {}) =>
  moments.read(event, { session: SESSION, cwd: PROJECT_PATH, ...more });

const SHELL = {
  toolName: "bash",
  toolCallId: "call_5b59a019313044b79aaf2197",
  input: { command: "npm start" },
  isError: false,
};

test.each([
  ["startup", "startup"],
  ["new", "startup"],
  ["fork", "startup"],
  ["resume", "resume"],
])("shows nothing at a start by %s but with the first prompt", (reason, source) => {
  expect(read("session_start", { reason })).toMatchObject({
    ask: { kind: "settle" },
    events: [{ kind: "session_start", source }],
  });
});

test("opens a session with a prompt if it is fresh or a compaction removed what we showed", () => {
  const prompt = "Rename the port.";
  expect(read("before_agent_start", { prompt, standing: "fresh" })).toEqual({
    ledger: SESSION,
    ask: { kind: "prompt", prompt, opensAt: ["prompt"] },
    events: [{ agent: "pi", kind: "prompt", text: prompt }],
  });
  const ask = (state: string) => read("before_agent_start", { prompt, standing: state })?.ask;
  expect(ask("opened")).toEqual({ kind: "prompt", prompt });
  expect(ask("compacted")).toEqual({ kind: "start", task: prompt, isCompaction: true });
});

test("reads a successful and a failed command in the form common to all hosts", () => {
  const done = read("tool_result", { ...SHELL, output: "listening" });
  expect(done?.events[0]).toMatchObject({ callId: SHELL.toolCallId, tool: "shell" });
  expect(done?.events[1]).toMatchObject({ output: "listening", isError: false });
  const output = "port 3000 is taken\n\nCommand exited with code 7";
  const failed = read("tool_result", { ...SHELL, output, isError: true });
  const error = "Exit code 7\nport 3000 is taken";
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7, output: error });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error, command: "npm start" });
});

test("asks nothing about a command that its user stopped", () => {
  const stopped = { ...SHELL, output: "half\n\nCommand aborted", isError: true };
  expect(read("tool_result", stopped)?.ask).toBeNull();
});

test("asks about a file after it was read or changed, and about a failure", () => {
  const input = { path: `${PROJECT_PATH}/src/app.ts` };
  for (const toolName of ["read", "edit", "write"]) {
    const done = read("tool_result", { ...SHELL, toolName, input, output: "done" });
    expect(done?.ask).toEqual({ kind: "tool", files: ["src/app.ts"], error: null });
  }
  const failed = read("tool_result", {
    ...{ ...SHELL, toolName: "read", input, output: "ENOENT", isError: true },
  });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error: "ENOENT" });
});

test("does not capture our own tools", () => {
  expect(read("tool_result", { ...SHELL, toolName: "tacit_recall", output: "[]" })).toBeNull();
});

test("writes a handoff at a compaction and shows the start block in a run that continues", () => {
  expect(read("session_before_compact")?.ask).toEqual({ kind: "handoff" });
  expect(read("session_compact", { summary: "Halfway." })).toMatchObject({
    ask: null,
    events: [{ kind: "compaction", summary: "Halfway." }],
  });
  expect(read("context")?.ask).toEqual({ kind: "start", task: "", isCompaction: true });
});

test("reads the last message of a run and the end of the program", () => {
  expect(read("agent_end", { message: "Done." })?.events).toEqual([
    { agent: "pi", kind: "message", text: "Done." },
  ]);
  expect(read("session_shutdown", { reason: "quit" })).toMatchObject({
    ask: { kind: "settle" },
    events: [{ kind: "session_end", reason: "quit" }],
  });
});

test.each([
  ["an event of another name", "model_select", {}],
  ["no session", "before_agent_start", { session: undefined, prompt: "x" }],
])("ignores %s", (_name, event, more) => {
  expect(read(event, more)).toBeNull();
});

test("answers with one object that contains only the text", () => {
  expect(PI.encode("tool_result", "a", {})).toBe('{"additionalContext":"a"}');
  expect(PI.encode("tool_result", "", {})).toBe("");
});
