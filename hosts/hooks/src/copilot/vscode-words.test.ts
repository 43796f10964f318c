/** Tests payloads of the shapes that VS Code documents for hooks of Copilot CLI's files. */
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { COPILOT } from "./copilot.ts";

const moments = momentsOf(COPILOT);
afterAll(moments.remove);

const payload = (hookEventName: string, more: object) => ({
  timestamp: "2026-11-21T10:30:00.000Z",
  cwd: PROJECT_PATH,
  sessionId: "v1",
  hookEventName,
  transcript_path: "/nowhere/transcript.json",
  ...more,
});
const read = (event: string, as: string, more: object = {}) =>
  moments.read(event, payload(as, more));

test("shows the start block at a start", () => {
  expect(read("sessionStart", "SessionStart", { source: "new" })).toMatchObject({
    ledger: "v1",
    ask: { kind: "start", isCompaction: false },
    events: [{ agent: "vscode", kind: "session_start", source: "new" }],
  });
});

test("stores a prompt without asking, because an answer to it is not documented", () => {
  expect(read("userPromptSubmitted", "UserPromptSubmit", { prompt: "Rename it." })).toEqual({
    ledger: "v1",
    ask: null,
    events: [{ agent: "vscode", kind: "prompt", text: "Rename it." }],
  });
});

test.each([
  ["read_file", { filePath: `${PROJECT_PATH}/src/app.ts` }, "read"],
  ["create_file", { filePath: `${PROJECT_PATH}/src/app.ts`, content: "" }, "write"],
  ["replace_string_in_file", { filePath: `${PROJECT_PATH}/src/app.ts` }, "edit"],
  ["editFiles", { files: ["src/app.ts"] }, "edit"],
] as const)("asks about the file after %s", (tool_name, tool_input, tool) => {
  const result = read("postToolUse", "PostToolUse", {
    tool_name,
    tool_input,
    tool_use_id: "tool-123",
    tool_response: "done",
  });
  expect(result?.ask).toEqual({ kind: "tool", files: ["src/app.ts"], error: null });
  expect(result?.events).toMatchObject([
    { kind: "tool_call", callId: "tool-123", tool },
    { kind: "tool_result", output: "done" },
  ]);
});

test("reads a compaction, subagents, and Stop as the end of the session", () => {
  const compacted = read("preCompact", "PreCompact", { trigger: "auto" });
  expect(compacted).toMatchObject({ ask: { kind: "handoff" }, events: [{ kind: "compaction" }] });
  const agent = { agent_id: "subagent-456", agent_type: "Plan" };
  expect(read("subagentStart", "SubagentStart", agent)).toMatchObject({
    ledger: "v1/subagent-456",
    ask: { kind: "subagent" },
  });
  const ended = read("agentStop", "Stop", { stop_hook_active: false });
  expect(ended).toMatchObject({ ask: { kind: "settle" }, events: [{ kind: "session_end" }] });
});

test.each(["postToolUseFailure", "sessionEnd", "toString"])("ignores %s", (event) => {
  expect(read(event, event)).toBeNull();
});

test("answers in VS Code's form", () => {
  const answer = COPILOT.encode("postToolUse", "a", payload("PostToolUse", {}));
  expect(answer).toBe(
    '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"a"}}',
  );
});
