/** Tests payloads and session lines of the shapes that Codex 0.169.0 writes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { CODEX } from "./codex.ts";

const moments = momentsOf(CODEX);
const ground = mkdtempSync(join(tmpdir(), "tacit-codex-"));
const rollout = join(ground, "rollout.jsonl");
afterAll(() => {
  moments.remove();
  rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
});

const SESSION = "01a1fb8d-c2b0-78f0-9741-bb0d611f0c18";
const TURN = "01a1fb8d-c2f1-7ee2-bcab-d1cb54d78faa";
const AGENT = { agent_id: "01a1fb9d-8e4f-7462-97b6-3fa8fd6b3d49", agent_type: "default" };

function payload(event: string, more: object): object {
  return {
    session_id: SESSION,
    turn_id: TURN,
    transcript_path: null,
    cwd: PROJECT_PATH,
    hook_event_name: event,
    model: "gpt-5.1-codex",
    permission_mode: "bypassPermissions",
    ...more,
  };
}

const read = (event: string, more: object = {}) => moments.read(event, payload(event, more));
const keys = (event: string, more: object = {}) => moments.keys(event, payload(event, more));

const CALL = {
  tool_name: "Bash",
  tool_input: { command: "npm start" },
  tool_use_id: "call_0cf53caa098040e2bec09cb0",
};
const PATCH = [
  "*** Begin Patch",
  "*** Update File: src/app.js",
  "@@",
  "-export const port = 1;",
  "+export const port = 2;",
  "*** End Patch",
].join("\n");

/** Writes what Codex had written into the session's file when it called the hook. */
function written(...lines: object[]): { readonly transcript_path: string } {
  const text = lines.map((line) => `${JSON.stringify({ timestamp: "t", ...line })}\n`).join("");
  writeFileSync(rollout, `{"type":"session_meta","payload":{}}\nnot json\n${text}`);
  return { transcript_path: rollout };
}

function completed(item: object, turn = TURN): object {
  return { type: "event_msg", payload: { type: "item_completed", turn_id: turn, item } };
}

function ended(exitCode: number, output: string, callId = CALL.tool_use_id): object {
  return completed({
    type: "CommandExecution",
    id: callId,
    command: ["/bin/bash", "-lc", "npm start"],
    status: exitCode === 0 ? "completed" : "failed",
    aggregated_output: output,
    exit_code: exitCode,
    duration: { secs: 1, nanos: 500_000_000 },
  });
}

function patched(status = "completed", turn = TURN): object {
  return completed(
    {
      type: "FileChange",
      id: "call_patch",
      changes: { [`${PROJECT_PATH}/src/app.js`]: { type: "update", unified_diff: "" } },
      status,
      stdout: "Success. Updated the following files:\nM src/app.js\n",
      stderr: "",
    },
    turn,
  );
}

test("shows the start block at a start and after a compaction, and only news in a resumed session", () => {
  expect(read("SessionStart", { source: "startup" })?.ask).toMatchObject({ kind: "start" });
  const resumed = { kind: "start", task: "", isCompaction: false, isNews: true };
  expect(read("SessionStart", { source: "resume" })?.ask).toEqual(resumed);
  expect(read("SessionStart", { source: "compact" })?.ask).toMatchObject({ isCompaction: true });
  expect(read("PreCompact", { trigger: "auto" })?.ask).toEqual({ kind: "handoff" });
  expect(read("PostCompact", { trigger: "auto" })?.events).toMatchObject([{ kind: "compaction" }]);
});

test("stores a prompt under its turn and answers it", () => {
  expect(keys("UserPromptSubmit", { prompt: "Rename the port." })).toEqual([`prompt:${TURN}`]);
  expect(read("UserPromptSubmit", { prompt: "Rename the port." })).toEqual({
    ledger: SESSION,
    ask: { kind: "prompt", prompt: "Rename the port." },
    events: [{ agent: "codex", kind: "prompt", text: "Rename the port." }],
  });
});

test("neither stores nor answers an empty prompt", () => {
  expect(read("UserPromptSubmit", { prompt: " " })).toMatchObject({ ask: null, events: [] });
});

test("answers a subagent's prompt but does not store it, because the agent above wrote it", () => {
  expect(read("UserPromptSubmit", { ...AGENT, prompt: "Do it." })).toEqual({
    ledger: `${SESSION}/${AGENT.agent_id}`,
    ask: { kind: "prompt", prompt: "Do it." },
    events: [],
  });
});

test("marks a subagent's start, end and tools as its own", () => {
  expect(read("SubagentStart", AGENT)).toMatchObject({
    ask: { kind: "subagent" },
    events: [{ kind: "subagent_start", agentId: AGENT.agent_id, agentKind: "default" }],
  });
  expect(read("SubagentStop", AGENT)?.events).toMatchObject([{ kind: "subagent_stop" }]);
  const done = read("PostToolUse", { ...CALL, ...AGENT, tool_response: "x" });
  expect(done?.events).toMatchObject([{ agentId: AGENT.agent_id }]);
});

test("reads a successful command", () => {
  const more = { ...CALL, ...written(ended(0, "listening\n")), tool_response: "listening\n" };
  const done = read("PostToolUse", more);
  expect(keys("PostToolUse", more)).toEqual([
    `call:${CALL.tool_use_id}`,
    `result:${CALL.tool_use_id}`,
  ]);
  expect(done?.ask).toBeNull();
  expect(done?.events).toMatchObject([
    { kind: "tool_call", agent: "codex", tool: "shell", hostTool: "Bash", input: CALL.tool_input },
    { kind: "tool_result", output: "listening\n", isError: false, durationMs: 1500 },
  ]);
});

test("reads a command's failure from the session's file and asks about its error", () => {
  const more = { ...CALL, ...written(ended(3, "port taken\n")), tool_response: "port taken\n" };
  const done = read("PostToolUse", more);
  expect(done?.ask).toEqual({
    kind: "tool",
    files: [],
    error: "Exit code 3\nport taken\n",
    command: "npm start",
  });
  expect(done?.events[1]).toMatchObject({
    output: "Exit code 3\nport taken\n",
    isError: true,
    exitCode: 3,
  });
});

test.each([
  ["no file is named", { transcript_path: null }],
  ["the file is gone", { transcript_path: join(ground, "gone.jsonl") }],
  ["it is a folder", { transcript_path: ground }],
])("stores a command without a result, which may be a failure, if %s", (_name, more) => {
  const done = read("PostToolUse", { ...CALL, ...more, tool_response: "port taken" });
  expect(done?.events).toMatchObject([{ kind: "tool_call", tool: "shell" }]);
});

test("stores the counts of a test run whose exit status is not known", () => {
  const call = { ...CALL, tool_input: { command: "npx vitest run" } };
  const done = read("PostToolUse", { ...call, tool_response: "Tests  1 failed | 8 passed (9)" });
  expect(done?.events).toMatchObject([
    { kind: "tool_call" },
    { kind: "test_run", passed: 8, failed: 1 },
  ]);
});

test.each([
  ["by the shell", "Bash", { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` }],
  ["by its own tool", "apply_patch", { command: PATCH }],
])("answers and stores an edit %s before it happens", (_name, tool, input) => {
  const call = read("PreToolUse", { ...CALL, tool_name: tool, tool_input: input });
  expect(call?.ask).toEqual({ kind: "tool", files: ["src/app.js"], error: null });
  expect(call?.events).toMatchObject([
    { kind: "tool_call", tool: "edit", hostTool: "apply_patch", files: ["src/app.js"] },
  ]);
});

test("asks about a command before it runs without storing it, and ignores any other tool", () => {
  const call = read("PreToolUse", { ...CALL, tool_name: "Bash", tool_input: { command: "ls" } });
  expect(call).toMatchObject({ events: [], ask: { kind: "command", command: "ls" } });
  expect(read("PreToolUse", { ...CALL, tool_name: "web", tool_input: {} })).toBeNull();
});

test("reads an edit by the shell, which calls no hook, at the next hook and at the turn's end", () => {
  const next = { ...CALL, ...written(patched(), ended(0, "")), tool_response: "" };
  expect(keys("PostToolUse", next)).toEqual([
    "result:call_patch",
    `call:${CALL.tool_use_id}`,
    `result:${CALL.tool_use_id}`,
  ]);
  const stop = { ...written(patched("failed")), last_assistant_message: "Done." };
  expect(read("Stop", stop)?.events).toMatchObject([
    { kind: "tool_result", tool: "edit", isError: true },
    { kind: "message", text: "Done." },
  ]);
});

test("ignores the edits of another turn", () => {
  const other = written(patched("completed", "another turn"));
  expect(keys("Stop", { ...other, last_assistant_message: "Done." })).toHaveLength(1);
});

test("reads a command that outlived its call at the end of the turn, and no other command", () => {
  const output = "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n";
  const left = {
    type: "response_item",
    payload: { type: "function_call_output", call_id: "call_long", output },
  };
  const more = written(left, ended(1, "late", "call_long"), ended(0, "early"));
  expect(keys("Stop", { ...more, last_assistant_message: "" })).toEqual([
    "call:call_long",
    "result:call_long",
  ]);
});

test("does not capture our own tools", () => {
  const more = { ...CALL, tool_name: "mcp__tacit__recall", tool_response: "<tacit-memory>" };
  expect(read("PostToolUse", more)?.events).toEqual([]);
});

test.each(["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "SubagentStart"])(
  "%s: answers with one object that contains only the keys of its schema",
  (event) => {
    expect(CODEX.encode(event, "known")).toBe(
      `{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"known"}}`,
    );
    expect(CODEX.encode(event, "")).toBe("");
  },
);

test.each(["Stop", "SubagentStop", "PreCompact", "PostCompact", "SessionEnd", "Interrupt"])(
  "%s has no place for text, so nothing is printed",
  (event) => {
    expect(CODEX.encode(event, "known")).toBe("");
  },
);

test("property: no content of a payload or a session's file makes it throw", () => {
  const anyEvent = fc.constantFrom("UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop");
  const anyItem = fc.record({ type: fc.constantFrom("CommandExecution", "FileChange", 1) });
  void fc.assert(
    fc.property(anyEvent, fc.object(), anyItem, fc.object(), (event, more, item, extra) => {
      const file = written(completed({ ...extra, ...item }));
      expect(() => read(event, { ...CALL, ...more, ...file })).not.toThrow();
    }),
  );
});
