/** Tests Codex rollouts of several versions: each text once, each result with its exit code. */
import { expect, test } from "vitest";
import { jsonLines, ofKind, outline, readContent } from "../../testing-transcripts.ts";

const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000Z`;
let second = 0;

function line(type: string, payload: object) {
  second = (second + 1) % 60;
  return { timestamp: at(second), type, payload };
}

const meta = (extra: object = {}) =>
  line("session_meta", { id: "thread-1", cwd: "/srv/app", git: { branch: "dev" }, ...extra });
const user = (text: string) =>
  line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] });
const call = (callId: string, name: string, args: object) =>
  line("response_item", {
    type: "function_call",
    name,
    call_id: callId,
    arguments: JSON.stringify(args),
  });
const output = (callId: string, text: unknown) =>
  line("response_item", { type: "function_call_output", call_id: callId, output: text });

async function check(lines: readonly unknown[], expected: readonly string[]) {
  const { events } = await readContent("rollout-x.jsonl", jsonLines(lines));
  expect(outline(events)).toEqual(expected);
  return events;
}

test("reads a text in two kinds of lines once, whichever comes first", async () => {
  const message = {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "ok" }],
  };
  const lines = [
    meta(),
    user("<environment_context>\n<cwd>/x</cwd>\n</environment_context>"),
    user("<recommended_plugins>\n- a plugin\n</recommended_plugins>"),
    user("# AGENTS.md instructions for /srv/app\n\n<INSTRUCTIONS>be good</INSTRUCTIONS>"),
    user("go"),
    line("event_msg", { type: "user_message", message: "go" }),
    line("event_msg", { type: "agent_message", message: "ok" }),
    line("response_item", message),
    line("event_msg", { type: "user_message", message: "go" }),
    line("event_msg", { type: "turn_aborted", reason: "interrupted" }),
  ];
  const expected = ["session_start", "prompt: go", "message: ok", "prompt: go", "end: partial"];
  const [start] = await check(lines, expected);
  expect(start).toMatchObject({ session: "thread-1", task: "go", branch: "dev", agent: "codex" });
});

test("leaves out the open files that an editor puts before a request", async () => {
  const opened = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts: src/a.ts\n\n";
  const lines = [
    meta(),
    user(`${opened}## My request for Codex:\nrename the port\n`),
    user(opened),
  ];
  const [start] = await check(lines, [
    "session_start",
    "prompt: rename the port",
    `prompt: ${opened.trim()}`,
    "end: success",
  ]);
  expect(start).toMatchObject({ task: "rename the port" });
});

test.each([
  [
    "a header",
    "Chunk ID: a\nWall time: 1.5000 seconds\nProcess exited with code 2\nOutput:\nboom",
    { isError: true, exitCode: 2, durationMs: 1500, output: "boom" },
  ],
  [
    "JSON",
    JSON.stringify({ output: "fine", metadata: { exit_code: 0, duration_seconds: 0.25 } }),
    { isError: false, exitCode: 0, durationMs: 250, output: "fine" },
  ],
  [
    "a patch's header",
    "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.",
    { isError: false, exitCode: 0, output: "Success." },
  ],
  ["content parts", [{ type: "input_text", text: "seen" }], { isError: false, output: "seen" }],
  ["an object", { content: "no", success: false }, { isError: true, output: "no" }],
  [
    "a refusal",
    "exec command rejected by user",
    { isError: false, output: "[rejected by the user] exec command rejected by user" },
  ],
])("reads a result as %s", async (_name, raw, expected) => {
  const lines = [
    meta(),
    call("c1", "shell", { command: ["bash", "-lc", "make"] }),
    output("c1", raw),
  ];
  const { events } = await readContent("rollout-x.jsonl", jsonLines(lines));
  expect(ofKind(events, "tool_result")[0]).toMatchObject({
    ...expected,
    key: "result:c1",
    tool: "shell",
  });
});

test("reads a patch as an edit of its files", async () => {
  const input =
    "*** Begin Patch\n*** Update File: /srv/app/src/a.ts\n@@\n*** Add File: b.ts\n*** End Patch";
  const patch = { type: "custom_tool_call", name: "apply_patch", call_id: "c1", input };
  await check(
    [meta(), user("go"), line("response_item", patch)],
    ["session_start", "prompt: go", "edit src/a.ts b.ts", "end: success"],
  );
});

test("assigns later output of a running command to the command", async () => {
  const running = "Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\nbun test";
  const done = "Wall time: 1.0 seconds\nProcess exited with code 0\nOutput:\n 3 pass\n 1 fail";
  const lines = [
    meta(),
    call("c1", "exec_command", { cmd: "bun test src", workdir: "/srv/app/pkg" }),
    output("c1", running),
    call("c2", "write_stdin", { session_id: 7, chars: "" }),
    output("c2", done),
  ];
  const { events } = await readContent("rollout-x.jsonl", jsonLines(lines));
  expect(ofKind(events, "test_run")[0]).toMatchObject({
    command: "bun test src",
    passed: 3,
    failed: 1,
  });
});

test("assigns a subagent's thread to the thread that started it", async () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: "thread-0" } } };
  const { events } = await readContent(
    "rollout-x.jsonl",
    jsonLines([meta({ source }), user("SUB"), call("c", "shell", {})]),
  );
  expect(events.map((event) => [event.session, event.agentId, event.kind])).toEqual([
    ["thread-0", "thread-1", "subagent_start"],
    ["thread-0", "thread-1", "tool_call"],
    ["thread-0", "thread-1", "subagent_stop"],
  ]);
});

test("leaves out parts that the program added to a user's message", async () => {
  const content = [
    { type: "input_text", text: "added" },
    { type: "input_text", text: "typed" },
  ];
  const marks = { content_item_kinds: ["hooks.additional_context", "user.text"] };
  const item = {
    type: "message",
    role: "user",
    content,
    internal_chat_message_metadata_passthrough: marks,
  };
  const compacted = line("compacted", { message: "so far" });
  const expected = ["session_start", "prompt: typed", "compaction", "end: success"];
  const events = await check([meta(), line("response_item", item), compacted], expected);
  expect(ofKind(events, "compaction")[0]).toMatchObject({ summary: "so far" });
});
