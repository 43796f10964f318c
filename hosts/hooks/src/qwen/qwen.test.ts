/** Tests payloads of the shape that Qwen Code 0.24.4 sends. */
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { QWEN } from "./qwen.ts";

const moments = momentsOf(QWEN);
afterAll(moments.remove);

const SESSION = "f368c1f4-fd9c-437c-a448-7b7710267095";

const read = (event: string, more: object = {}) =>
  moments.read(event, {
    session_id: SESSION,
    transcript_path: "/home/probe/.qwen/projects/-probe-project/chats/session.jsonl",
    cwd: PROJECT_PATH,
    hook_event_name: event,
    timestamp: "2026-11-21T00:36:24.406Z",
    permission_mode: "yolo",
    ...more,
  });

const CALL = {
  tool_name: "run_shell_command",
  tool_input: { command: "npm start", is_background: false },
  tool_use_id: "toolu_1795221388564_0efga69w8",
  tool_call_id: "call_8814236e96bf424e977f36e1",
  duration_ms: 22,
};

function report(output: string, exitCode: number): string {
  return `Command: npm start\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${exitCode}\nSignal: (none)\nProcess Group PGID: (none)`;
}

test.each([
  ["startup", false],
  ["resume", false],
  ["clear", false],
  ["compact", true],
])(
  "shows the start block at a start by %s, because no transcript stores it",
  (source, isCompaction) => {
    const ask = { kind: "start", task: "", isCompaction, endsUnreported: true };
    expect(read("SessionStart", { source })?.ask).toEqual(ask);
  },
);

test("neither stores nor answers the empty prompt after every tool result", () => {
  const id = `${SESSION}########0`;
  expect(read("UserPromptSubmit", { prompt: "", prompt_id: id })).toEqual({
    ledger: SESSION,
    ask: null,
    events: [],
  });
  expect(read("UserPromptSubmit", { prompt: "Rename the port.", prompt_id: id })).toEqual({
    ledger: SESSION,
    ask: { kind: "prompt", prompt: "Rename the port." },
    events: [{ agent: "qwen", kind: "prompt", text: "Rename the port." }],
  });
});

test("reads a successful command's output without the host's labels", () => {
  const done = read("PostToolUse", {
    ...CALL,
    tool_response: { llmContent: report("listening", 0), returnDisplay: "listening" },
  });
  expect(done?.events[0]).toMatchObject({ callId: CALL.tool_use_id, tool: "shell" });
  expect(done?.events[1]).toMatchObject({ output: "listening", isError: false, durationMs: 22 });
});

test("reads a failed command as a failure in the form common to all hosts", () => {
  const failed = read("PostToolUseFailure", {
    ...CALL,
    error: report("Error: port 3000 is taken", 7),
    is_interrupt: false,
  });
  const error = "Exit code 7\nError: port 3000 is taken";
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7, output: error });
  expect(failed?.ask).toEqual({ kind: "tool", files: [], error, command: "npm start" });
});

test("asks about a file after it was read or changed", () => {
  const tool_input = { file_path: `${PROJECT_PATH}/src/app.ts` };
  for (const tool_name of ["read_file", "edit", "write_file"]) {
    const done = read("PostToolUse", {
      tool_name,
      tool_input,
      tool_response: { llmContent: "done" },
    });
    expect(done?.ask).toEqual({ kind: "tool", files: ["src/app.ts"], error: null });
  }
});

test("keeps the message of any other failure", () => {
  const failed = read("PostToolUseFailure", {
    tool_name: "read_file",
    tool_input: { file_path: `${PROJECT_PATH}/no.txt` },
    error: "File not found",
    is_interrupt: false,
  });
  expect(failed?.events[1]).toMatchObject({ isError: true, output: "File not found" });
});

test("marks a subagent's calls and answers them separately", () => {
  const agent = { agent_id: "general-purpose-call_1", agent_type: "general-purpose" };
  expect(read("SubagentStart", agent)).toMatchObject({
    ledger: `${SESSION}/${agent.agent_id}`,
    ask: { kind: "subagent" },
    events: [{ kind: "subagent_start", agentKind: "general-purpose" }],
  });
  const done = read("PostToolUse", {
    ...CALL,
    agent_id: agent.agent_id,
    tool_response: { llmContent: report("(empty)", 0) },
  });
  expect(done?.events[1]).toMatchObject({ agentId: agent.agent_id, output: "" });
});

test("writes a handoff at a compaction, then reads its summary", () => {
  expect(read("PreCompact", { trigger: "auto" })?.ask).toEqual({ kind: "handoff" });
  expect(read("PostCompact", { trigger: "auto", compact_summary: "Halfway." })?.events).toEqual([
    { agent: "qwen", kind: "compaction", summary: "Halfway." },
  ]);
});

test("does not capture our own tools", () => {
  const done = read("PostToolUse", {
    tool_name: "mcp__tacit__recall",
    tool_input: { query: "pnpm" },
    tool_response: { llmContent: [{ text: "[mem:0011aabb] use pnpm" }] },
  });
  expect(done?.events).toEqual([]);
});

test("answers with one object that contains only the text", () => {
  expect(QWEN.encode("UserPromptSubmit", "a")).toBe(
    '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a"}}',
  );
});
