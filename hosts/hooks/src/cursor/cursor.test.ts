/** Tests payloads of the shapes that Cursor documents. */
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { CLAUDE_CODE } from "../claude-code/claude-code.ts";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { CURSOR } from "./cursor.ts";

const moments = momentsOf(CURSOR);
const asClaude = momentsOf(CLAUDE_CODE);
afterAll(() => {
  moments.remove();
  asClaude.remove();
});

const CHAT = "5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10";
const payload = (event: string, more: object) => ({
  conversation_id: CHAT,
  generation_id: "f2a9c0d4-1b7e-4c55-a0e2-6d3b8e71c4aa",
  session_id: CHAT,
  hook_event_name: event,
  cursor_version: "3.20.17",
  workspace_roots: [PROJECT_PATH],
  transcript_path: null,
  ...more,
});
const read = (event: string, more: object = {}) => moments.read(event, payload(event, more));

const shell = (command: string, fields: object) => ({
  tool_name: "Shell",
  tool_input: { command, cwd: PROJECT_PATH },
  tool_use_id: "call_9Qx\nctc_71b",
  cwd: PROJECT_PATH,
  duration: 48,
  ...fields,
});

test("shows the start block at a start and learns from chats that never ended", () => {
  expect(read("sessionStart", { composer_mode: "agent", is_background_agent: false })).toEqual({
    ledger: CHAT,
    ask: { kind: "start", task: "", isCompaction: false, endsUnreported: true },
    events: [{ agent: "cursor", kind: "session_start", source: "startup" }],
  });
});

test("stores a prompt without asking, because an answer to it is not documented", () => {
  expect(read("beforeSubmitPrompt", { prompt: "Rename the port.", attachments: [] })).toEqual({
    ledger: CHAT,
    ask: null,
    events: [{ agent: "cursor", kind: "prompt", text: "Rename the port." }],
  });
});

test("reads a command's output from a JSON text", () => {
  const output = JSON.stringify({ output: "listening\n", exitCode: 0 });
  const done = read("postToolUse", shell("npm start", { tool_output: output }));
  expect(done?.events).toMatchObject([
    { kind: "tool_call", tool: "shell", callId: "call_9Qx ctc_71b" },
    { kind: "tool_result", output: "listening\n", isError: false, durationMs: 48 },
  ]);
  expect(done?.ask).toBeNull();
});

test.each([
  ["a text", JSON.stringify({ exitCode: 1, stdout: "not ok", stderr: "Error: no space" })],
  ["a value", { exit_code: 1, stdout: "not ok", stderr: "Error: no space" }],
])("a result with another exit status than 0 is a failure: %s", (_name, tool_output) => {
  const done = read("postToolUse", shell("npm test", { tool_output }));
  expect(done?.events).toMatchObject([
    { kind: "tool_call", tool: "shell" },
    {
      kind: "tool_result",
      isError: true,
      exitCode: 1,
      output: "Exit code 1\nnot ok\nError: no space",
    },
  ]);
  expect(done?.ask).toMatchObject({ kind: "tool", error: expect.stringContaining("no space") });
});

test("asks about a file after it was read or written", () => {
  for (const tool_name of ["Read", "Write"]) {
    const use = { tool_name, tool_input: { file_path: `${PROJECT_PATH}/src/app.ts` } };
    expect(read("postToolUse", { ...use, tool_output: "{}" })?.ask).toEqual({
      kind: "tool",
      files: ["src/app.ts"],
      error: null,
    });
  }
});

test("stores a failure in the form common to all hosts without answering", () => {
  const failed = read(
    "postToolUseFailure",
    shell("npm start", {
      error_message: "Command failed with exit code 7: port 3000 is taken",
      failure_type: "error",
    }),
  );
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7 });
  expect(failed?.ask).toBeNull();
  const other = { tool_name: "Read", tool_input: {}, error_message: "File not found" };
  expect(read("postToolUseFailure", other)?.events[1]).toMatchObject({ output: "File not found" });
});

test("reads a server's tool, which has no server name, and does not capture ours", () => {
  const use = { tool_input: '{"query":"x"}', tool_output: '{"content":[{"text":"found"}]}' };
  expect(read("postToolUse", { tool_name: "MCP:search_nodes", ...use })?.events).toMatchObject([
    { tool: "mcp", hostTool: "mcp__search_nodes", input: { query: "x" } },
    { output: "found" },
  ]);
  expect(read("postToolUse", { tool_name: "MCP:recall", ...use })).toEqual({
    ledger: CHAT,
    ask: null,
    events: [],
  });
});

test("reads a compaction, the agent's message and an end", () => {
  expect(read("preCompact", { trigger: "auto", messages_to_compact: 118 })).toMatchObject({
    ask: { kind: "handoff" },
    events: [{ kind: "compaction" }],
  });
  expect(read("afterAgentResponse", { text: "Done." })?.events).toMatchObject([
    { kind: "message", text: "Done." },
  ]);
  expect(read("sessionEnd", { reason: "completed" })).toMatchObject({
    ask: { kind: "settle" },
    events: [{ kind: "session_end", reason: "completed" }],
  });
});

test.each(["preToolUse", "stop", "subagentStart", "toString"])("ignores %s", (event) =>
  expect(read(event)).toBeNull(),
);

test("does not store twice what Cursor also reports to Claude Code's hooks", () => {
  expect(asClaude.read("SessionStart", payload("SessionStart", {}))).toBeNull();
});

test("answers with one object that contains only the text, where an answer is documented", () => {
  expect(CURSOR.encode("sessionStart", "a")).toBe('{"additional_context":"a"}');
  expect(CURSOR.encode("postToolUse", "a")).toBe('{"additional_context":"a"}');
  expect(CURSOR.encode("beforeSubmitPrompt", "a")).toBe("");
  expect(CURSOR.encode("sessionStart", "")).toBe("");
});

test("property: no payload makes it fail", () => {
  const fields = ["conversation_id", "tool_name", "tool_input", "tool_output", "error_message"];
  const anyPayload = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
  const events = ["sessionStart", "postToolUse", "postToolUseFailure", "afterAgentResponse"];
  void fc.assert(
    fc.property(anyPayload, fc.constantFrom(...events), (more, event) => {
      expect(() => read(event, more)).not.toThrow();
    }),
  );
});
