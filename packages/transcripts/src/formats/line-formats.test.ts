/** Tests the smaller formats of lines: Gemini, Copilot, Cursor and OpenHands. */
import { expect, test } from "vitest";
import { jsonLines, ofKind, outline, readContent } from "../testing-transcripts.ts";

async function check(name: string, content: string, expected: readonly string[]) {
  const { events, problems } = await readContent(name, content);
  expect(problems).toEqual([]);
  expect(outline(events)).toEqual(expected);
  return events;
}

const TIME = "2026-11-21T00:41:45.016Z";

test("Gemini: reads lines that grow, rewritten state, and hooks' text inside the user's", async () => {
  const context =
    "<session_context>\n- **Workspace Directories:**\n  - /srv/app\n</session_context>";
  const reply = { id: "m2", timestamp: TIME, type: "gemini", content: "" };
  const response = {
    output:
      "<untrusted_context>\nOutput: no\nExit Code: 3\n</untrusted_context>\n\n<hook_context>x</hook_context>",
  };
  const call = {
    id: "call-1",
    name: "run_shell_command",
    args: { command: "cat src/a.ts" },
    status: "success",
    timestamp: TIME,
    result: [{ functionResponse: { response } }],
  };
  const typed = [
    { text: "<hook_context>&lt;tacit-memory&gt;s&lt;/tacit-memory&gt;</hook_context>\n\nhello" },
  ];
  const user = { id: "m1", timestamp: TIME, type: "user", content: typed };
  const lines = [
    { sessionId: "g1", projectHash: "h", startTime: TIME, kind: "main" },
    {
      $set: {
        messages: [{ id: "m0", timestamp: TIME, type: "user", content: [{ text: context }] }],
      },
    },
    user,
    { $set: { lastUpdated: TIME } },
    reply,
    { ...reply, toolCalls: [call] },
    { $set: { messages: [user, { ...reply, toolCalls: [call] }] } },
    { id: "m3", timestamp: TIME, type: "gemini", content: "Done." },
  ];
  const expected = [
    "session_start",
    "prompt: hello",
    "shell src/a.ts",
    "failed: Output: no\nExit Code: 3",
    "message: Done.",
    "end: partial",
  ];
  const events = await check("session-1.jsonl", jsonLines(lines), expected);
  expect(events[1]).toMatchObject({ session: "g1", cwd: "/srv/app" });
});

test("Gemini: reads a document of an older version", async () => {
  const messages = [
    { type: "user", content: "hello" },
    { type: "model", content: "Hi." },
  ];
  const document = { sessionId: "g0", projectHash: "h", startTime: TIME, messages };
  const expected = ["session_start", "prompt: hello", "message: Hi.", "end: success"];
  await check("session-0.json", JSON.stringify(document, null, 2), expected);
  await check("session-0.json", JSON.stringify(document), expected);
});

test("Copilot: reads events with data, failures and subagents", async () => {
  const line = (type: string, data: object, extra: object = {}) => ({
    type,
    data,
    id: `${type}${JSON.stringify(data)}`,
    timestamp: TIME,
    ...extra,
  });
  const inside = { agentId: "a1" };
  const context = { cwd: "/srv/app", branch: "main" };
  const lines = [
    line("session.start", { sessionId: "p1", context }),
    line("user.message", {
      content: "go",
      transformedContent: "go <system_reminder>x</system_reminder>",
    }),
    line("tool.execution_start", {
      toolCallId: "c1",
      toolName: "view",
      arguments: { path: "/srv/app/a.ts" },
    }),
    line("tool.execution_complete", {
      toolCallId: "c1",
      success: false,
      error: { message: "Path does not exist", code: "failure" },
    }),
    line("subagent.started", { agentName: "explore" }, inside),
    line("assistant.message", { content: "inside" }, inside),
    line("subagent.completed", { agentName: "explore" }, inside),
    line("assistant.message", { content: "done" }),
  ];
  const events = await check("events.jsonl", jsonLines(lines), [
    "session_start",
    "prompt: go",
    "read a.ts",
    "failed: Path does not exist",
    "subagent_start",
    "message: inside",
    "subagent_stop",
    "message: done",
    "end: partial",
  ]);
  expect(ofKind(events, "subagent_start")[0]).toMatchObject({
    agentId: "a1",
    agentKind: "explore",
  });
});

test("Copilot: reads the flat lines of the first versions", async () => {
  const lines = [
    {
      session_id: "p0",
      cwd: "/srv/app",
      type: "userpromptsubmitted",
      prompt: "go",
      timestamp: 1_700_002_000_000,
    },
    { session_id: "p0", type: "assistantresponse", result: "done", timestamp: 1_700_002_002_000 },
  ];
  const expected = ["session_start", "prompt: go", "message: done", "end: success"];
  const [start] = await check("x.events.jsonl", jsonLines(lines), expected);
  expect(start).toMatchObject({ session: "p0", ts: "2023-11-14T22:46:40.000Z" });
});

test("Cursor: reads prompts without their wrapping, calls and results", async () => {
  const query = "<user_info>os</user_info>\n<user_query>\nRun it\n</user_query>";
  const use = { type: "tool_use", id: "c1", name: "Shell", input: { command: "ls" } };
  const lines = [
    { role: "user", message: { content: [{ type: "text", text: query }] } },
    { role: "assistant", message: { content: [{ type: "text", text: "Ok." }, use] } },
    {
      role: "user",
      message: { content: [{ type: "tool_result", tool_use_id: "c1", content: "a" }] },
    },
  ];
  const expected = [
    "session_start",
    "prompt: Run it",
    "message: Ok.",
    "shell",
    "ok: a",
    "end: success",
  ];
  await check("agent-transcripts/x/x.jsonl", jsonLines(lines), expected);
});

test.each([
  ["a list", (events: unknown[]) => JSON.stringify(events, null, 1)],
  ["lines", (events: unknown[]) => jsonLines(events)],
  [
    "an evaluation's line",
    (events: unknown[]) => jsonLines([{ instance_id: "i", history: events }]),
  ],
])("OpenHands: reads %s", async (_name, format) => {
  const metadata = { exit_code: 1, working_dir: "/srv/app" };
  const events = [
    { id: 0, timestamp: TIME, source: "user", action: "message", args: { content: "go" } },
    {
      id: 1,
      timestamp: TIME,
      source: "agent",
      action: "run",
      args: { command: "pytest -q", thought: "Try." },
    },
    {
      id: 2,
      timestamp: TIME,
      source: "agent",
      cause: 1,
      observation: "run",
      content: "1 failed, 1 passed in 0.1s",
      extras: { metadata },
    },
    { id: 3, timestamp: TIME, source: "agent", action: "finish", args: { final_thought: "Done." } },
  ];
  await check("oh.json", format(events), [
    "session_start",
    "prompt: go",
    "message: Try.",
    "shell",
    "failed: 1 failed, 1 passed in 0.1s",
    "test_run",
    "message: Done.",
    "end: partial",
  ]);
});
