/** Tests Cline: one document per session, a subagent's beside it, in shapes recorded from 3.0.65. */
import { expect, test } from "vitest";
import {
  inTemporaryFolder,
  ofKind,
  outline,
  read,
  readContent,
  write,
} from "../../testing-transcripts.ts";

const SESSION = "1795221685887_25sds";
const TS = 1795221687362;

const document = (messages: readonly object[], more: object = {}) => ({
  version: 1,
  updated_at: "2026-11-21T00:41:30.254Z",
  agent: "lead",
  sessionId: SESSION,
  origin: { source: "cli", mode: "user", sessionId: SESSION, version: "3.0.65" },
  messages,
  ...more,
});
const text = (id: string, role: string, message: string, more: object = {}) => ({
  id,
  role,
  content: [{ type: "text", text: message }],
  ts: TS,
  ...more,
});
const call = (id: string, name: string, input: object) => ({
  id: `m-${id}`,
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
  ts: TS + 1,
});
const result = (id: string, content: unknown) => ({
  id: `r-${id}`,
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
  ts: TS + 2,
});

const MESSAGES = [
  text("1", "user", '<user_input mode="act">Make the check pass.</user_input>'),
  call("a", "run_commands", { commands: ["npm test", "git status"] }),
  result("a", [
    { query: "npm test", result: "[Command exited with code 2]\n\n[stderr]\nno", success: false },
    { query: "git status", result: "clean", success: true },
  ]),
  text(
    "2",
    "user",
    '<hook_context source="PostToolUse"><tacit-memory>x</tacit-memory></hook_context>',
    {
      metadata: { userRunSpan: 0, displayRole: "system" },
    },
  ),
  call("b", "editor", { path: "/srv/app/src/a.ts", old_text: "1", new_text: "2" }),
  result("b", '{"query":"edit:/srv/app/src/a.ts","result":"Edited","success":true}'),
  call("c", "memory__search", { query: "x" }),
  result("c", '{"content":[{"type":"text","text":"found"}],"structuredContent":{}}'),
  call("d", "read_files", { files: [{ path: "/srv/app/no.txt" }] }),
  result("d", [{ query: "/srv/app/no.txt", result: "", error: "ENOENT", success: false }]),
  text("3", "assistant", "It passes now."),
  text("4", "assistant", "invalid_request_error", {
    metadata: { displayOnly: true, displayRole: "error" },
  }),
];
const OUTLINE = [
  "session_start",
  "prompt: Make the check pass.",
  "shell",
  "failed: Exit code 2\nno",
  "shell",
  "ok: clean",
  "edit src/a.ts",
  "ok: Edited",
  "mcp",
  "ok: found",
  "read no.txt",
  "failed: ENOENT",
  "message: It passes now.",
  "end: partial",
];

test("reads each part of a message's reasoning, although such a part has no id", async () => {
  const parts = [
    { type: "thinking", thinking: "First I look.", signature: "a" },
    { type: "thinking", thinking: "Then I change it.", signature: "b" },
    { type: "text", text: "Done." },
  ];
  const message = { id: "1", role: "assistant", content: parts, ts: TS };
  const { events } = await readContent(
    `${SESSION}.messages.json`,
    JSON.stringify(document([message])),
  );
  expect(ofKind(events, "reasoning").map((event) => event.text)).toEqual([
    "First I look.",
    "Then I change it.",
  ]);
});

test("reads a session, indented or on one line, with its folder from the file beside it", async () => {
  await inTemporaryFolder(async (folder) => {
    const beside = { session_id: SESSION, cwd: "/srv/app", metadata: { git: { branch: "main" } } };
    await write(folder, `${SESSION}.json`, JSON.stringify(beside));
    for (const indent of [2, undefined]) {
      const content = JSON.stringify(document(MESSAGES), null, indent);
      const path = await write(folder, `${SESSION}.messages.json`, content);
      const { events, problems } = await read(path);
      expect(problems).toEqual([]);
      expect(outline(events)).toEqual(OUTLINE);
      expect(events[1]).toMatchObject({
        session: SESSION,
        agent: "cline",
        cwd: "/srv/app",
        branch: "main",
        ts: new Date(TS).toISOString(),
      });
      expect(ofKind(events, "tool_result")[0]).toMatchObject({ exitCode: 2, callId: "a" });
      expect(ofKind(events, "tool_call")[1]).toMatchObject({ callId: "a#1" });
    }
  });
});

test("reads the folder from the system prompt if the document was copied alone", async () => {
  const system_prompt = "Environment:\n4. Working Directory: /srv/app\n";
  const content = JSON.stringify(document(MESSAGES, { system_prompt }), null, 2);
  const { events } = await readContent(`${SESSION}.messages.json`, content);
  expect(outline(events)).toEqual(OUTLINE);
  expect(events[1]).toMatchObject({ cwd: "/srv/app" });
});

test("assigns a subagent's part to the session that started it, without the prompts that an agent wrote", async () => {
  const origin = { parentThreadId: SESSION, subagent: "agent_1", source: "cli" };
  const part = document(
    [
      text("1", "user", "Look at the port."),
      call("a", "run_commands", { commands: ["ls"] }),
      result("a", [{ result: "src", success: true }]),
      text("2", "assistant", "Done."),
    ],
    { agent: "subagent", sessionId: `${SESSION}__agent_1`, origin },
  );
  const { events } = await readContent("agent_1.messages.json", JSON.stringify(part));
  expect(outline(events)).toEqual(["shell", "ok: src", "message: Done."]);
  expect(events[0]).toMatchObject({ session: SESSION, agentId: "agent_1" });
});

test.each([
  ["no messages", { messages: null }],
  ["messages that are none", { messages: [7, null, { role: "user" }, { content: [1] }] }],
  ["a result without its call", { messages: [result("z", 7)] }],
  ["a name that leads elsewhere", { sessionId: "../../etc/passwd" }],
])("%s: throws nothing", async (_name, more) => {
  const { problems } = await readContent(
    "x.messages.json",
    JSON.stringify(document([], more)),
    "cline",
  );
  expect(problems).toEqual([]);
});

test("reports a truncated document as unreadable", async () => {
  const content = JSON.stringify(document(MESSAGES), null, 2).slice(0, 900);
  const { events, problems } = await readContent("x.messages.json", content);
  expect(events).toEqual([]);
  expect(problems.length).toBeGreaterThan(0);
});
