/** Tests Claude Code's lines: what the person typed, what tools did, and what a program added. */
import { expect, test } from "vitest";
import { jsonLines, ofKind, outline, readContent } from "../testing-transcripts.ts";

let clock = 0;

function line(type: string, content: unknown, extra: object = {}) {
  clock += 1;
  const at = new Date(Date.UTC(2026, 10, 20, 10, 0, clock)).toISOString();
  const base = { sessionId: "s1", cwd: "/srv/app", gitBranch: "main", isSidechain: false };
  const message = { role: type, content, model: "m" };
  return { ...base, type, uuid: `u${clock}`, timestamp: at, message, ...extra };
}

const use = (id: string, name: string, input: object, extra: object = {}) =>
  line("assistant", [{ type: "tool_use", id, name, input }], extra);
const result = (id: string, content: unknown, isError = false, extra: object = {}) =>
  line("user", [{ type: "tool_result", tool_use_id: id, content, is_error: isError }], extra);

async function check(lines: readonly unknown[], expected: readonly string[], name = "s1.jsonl") {
  const { events } = await readContent(name, jsonLines(lines));
  expect(outline(events)).toEqual(expected);
  return events;
}

test("reads a session from its first prompt to its end", async () => {
  const events = await check(
    [
      { type: "file-history-snapshot", messageId: "x", snapshot: {} },
      line("user", "fix the parser"),
      line("assistant", [{ type: "thinking", thinking: "where is it" }]),
      line("assistant", [{ type: "text", text: "Looking." }]),
      use("t1", "Read", { file_path: "/srv/app/src/parser.ts" }),
      result("t1", "1\tcode"),
      use("t2", "Bash", { command: "npx vitest run src/parser.test.ts" }),
      result("t2", "Exit code 1\n Tests  1 failed | 2 passed (3)", true),
      use("t3", "Edit", { file_path: "/elsewhere/x.ts", old_string: "a", new_string: "b" }),
      result("t3", [
        { type: "text", text: "done" },
        { type: "image", source: {} },
      ]),
      { type: "some-later-kind", sessionId: "s1" },
    ],
    [
      "session_start",
      "prompt: fix the parser",
      "reasoning",
      "message: Looking.",
      "read src/parser.ts",
      "ok: 1\tcode",
      "shell src/parser.test.ts",
      "failed: Exit code 1\n Tests  1 failed | 2 passed (3)",
      "test_run",
      "edit",
      "ok: done\n[image]",
      "end: success",
    ],
  );
  expect(events[0]).toMatchObject({
    kind: "session_start",
    task: "fix the parser",
    agent: "claude-code",
    branch: "main",
    cwd: "/srv/app",
    key: "start",
  });
  expect(ofKind(events, "tool_call")[0]).toMatchObject({ key: "call:t1", hostTool: "Read" });
  expect(ofKind(events, "tool_result")[1]).toMatchObject({ key: "result:t2", exitCode: 1 });
  expect(ofKind(events, "test_run")[0]).toMatchObject({ passed: 2, failed: 1 });
});

test.each([
  [
    "a slash command without words",
    "<command-name>/clear</command-name>\n<command-args></command-args>",
    [],
  ],
  [
    "a slash command's words are typed",
    "<command-name>/x</command-name><command-args>do it</command-args>",
    ["do it"],
  ],
  ["a reminder beside the text", "<system-reminder>be good</system-reminder>\nhello", ["hello"]],
  ["what a local command printed", "<local-command-stdout>out</local-command-stdout>", []],
  ["our own text", 'a<tacit-memory event="x">secret</tacit-memory>b', ["ab"]],
  ["our own text, never closed", "a<tacit-memory>secret", ["a"]],
  ["an interruption", "[Request interrupted by user for tool use]", []],
  ["a picture", [{ type: "image" }, { type: "text", text: "this" }], ["[image]\nthis"]],
  ["a number where text should be", 12345, []],
  ["nothing", null, []],
])("reads the prompt: %s", async (_name, content, expected) => {
  const { events } = await readContent("s1.jsonl", jsonLines([line("user", content)]));
  expect(ofKind(events, "prompt").map((event) => event.text)).toEqual(expected);
});

test("a call that the person rejects is no failure, but the session ends as partial", async () => {
  const refusal = "The user doesn't want to proceed with this tool use.";
  await check(
    [line("user", "go"), use("t1", "Bash", { command: "rm x.ts" }), result("t1", refusal, true)],
    [
      "session_start",
      "prompt: go",
      "shell x.ts",
      `ok: [rejected by the user] ${refusal}`,
      "end: partial",
    ],
  );
});

test("a compaction has its summary, or none", async () => {
  const boundary = line("system", "", { subtype: "compact_boundary" });
  const summary = line("user", "This session is being continued. All of it.", {
    isCompactSummary: true,
  });
  const lines = [line("user", "one"), boundary, summary, boundary, line("user", "two")];
  const { events } = await readContent(
    "s1.jsonl",
    jsonLines(lines.map((each, i) => ({ ...each, uuid: `c${i}` }))),
  );
  expect(ofKind(events, "compaction").map((event) => event.summary)).toEqual([
    "This session is being continued. All of it.",
    undefined,
  ]);
  expect(ofKind(events, "prompt").map((event) => event.text)).toEqual(["one", "two"]);
});

test.each([
  ["its own file", { isSidechain: true, agentId: "a1" }, "s1/subagents/agent-a1.jsonl"],
  ["lines between the session's", { isSidechain: true, agentId: "a1" }, "s1.jsonl"],
])("assigns a subagent in %s to the session", async (_name, mark, name) => {
  const lines = [
    line("user", "SUBTASK", mark),
    use("t9", "Bash", { command: "ls" }, mark),
    result("t9", "a", false, mark),
  ];
  const { events } = await readContent(name, jsonLines(lines));
  const inside = events.filter((event) => event.agentId === "a1");
  expect(outline(inside)).toEqual(["subagent_start", "shell", "ok: a", "subagent_stop"]);
  expect(new Set(events.map((event) => event.session))).toEqual(new Set(["s1"]));
});

test("assigns a subagent's steps inside progress lines to the subagent", async () => {
  const inner = use("t7", "Grep", { pattern: "x" });
  const data = { type: "agent_progress", agentId: "a2", message: inner };
  const { events } = await readContent(
    "s1.jsonl",
    jsonLines([line("user", "go"), line("progress", "", { data })]),
  );
  expect(ofKind(events, "tool_call")[0]).toMatchObject({ agentId: "a2", tool: "search" });
});

test("assigns lines that a resumed session repeats to the session they came from", async () => {
  const earlier = line("user", "first", { sessionId: "s0" });
  const { events } = await readContent(
    "s1.jsonl",
    jsonLines([earlier, earlier, line("user", "second")]),
  );
  const spoken = ofKind(events, "prompt").map((event) => `${event.session} ${event.text}`);
  expect(spoken).toEqual(["s0 first", "s1 second"]);
});

test("preserves the ends of long outputs and inputs", async () => {
  const long = `head${"x".repeat(50_000)}tail`;
  const lines = [
    use("t1", "Write", { file_path: "/srv/app/a.ts", content: long }),
    result("t1", long),
  ];
  const { events } = await readContent("s1.jsonl", jsonLines(lines));
  const [call] = ofKind(events, "tool_call");
  const [answer] = ofKind(events, "tool_result");
  expect(answer?.output).toMatch(/^headx{11996}\n… \[30008 characters cut\] …\nx{7996}tail$/);
  expect(JSON.stringify(call?.input).length).toBeLessThan(20_200);
});

test("stores a command with its shell's folder if that is not the session's folder", async () => {
  const within = { cwd: "/srv/app/cli" };
  const { events } = await readContent(
    "s1.jsonl",
    jsonLines([
      line("user", "build it"),
      use("t1", "Bash", { command: "cd cli && ls" }),
      result("t1", "go.mod"),
      use("t2", "Bash", { command: "go build -o app" }, within),
      result("t2", "", false, within),
      use("t3", "Read", { file_path: "/srv/app/cli/go.mod" }, within),
      result("t3", "module app", false, within),
    ]),
  );
  expect(ofKind(events, "tool_call").map(({ input }) => input)).toEqual([
    { command: "cd cli && ls" },
    { command: "go build -o app", cwd: "/srv/app/cli" },
    { file_path: "/srv/app/cli/go.mod" },
  ]);
  expect(new Set(events.map(({ cwd }) => cwd))).toEqual(new Set(["/srv/app"]));
});
