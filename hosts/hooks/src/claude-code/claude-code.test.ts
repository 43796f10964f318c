/** Tests Claude Code's payloads, recorded from 2.1.329, and those of other programs that run its hooks. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { CLAUDE_CODE } from "./claude-code.ts";

const moments = momentsOf(CLAUDE_CODE);
const ground = mkdtempSync(join(tmpdir(), "tacit-claude-code-"));
afterAll(() => {
  moments.remove();
  rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
});

const payload = (more: object) => ({
  session_id: "s1",
  transcript_path: "/h/.claude/projects/-srv-app/s1.jsonl",
  cwd: PROJECT_PATH,
  permission_mode: "default",
  ...more,
});
const read = (event: string, more: object = {}) => moments.read(event, payload(more));

test("shows the start block at a start and again after a compaction, and only news in a resumed session", () => {
  expect(read("SessionStart", { source: "startup" })?.ask).toMatchObject({
    kind: "start",
    isCompaction: false,
  });
  expect(read("SessionStart", { source: "compact" })?.ask).toMatchObject({ isCompaction: true });
  const resumed = { kind: "start", task: "", isCompaction: false, isNews: true };
  expect(read("SessionStart", { source: "resume" })?.ask).toEqual(resumed);
});

test("marks a subagent's moments as its own and answers it separately", () => {
  const agent = { agent_id: "a1", agent_type: "general-purpose" };
  expect(read("SubagentStart", agent)).toEqual({
    ledger: "s1/a1",
    ask: { kind: "subagent" },
    events: [
      { agent: "claude-code", agentId: "a1", kind: "subagent_start", agentKind: "general-purpose" },
    ],
  });
  const bash = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "ls" } };
  expect(read("PostToolUse", { ...agent, ...bash, tool_response: { stdout: "a" } })).toMatchObject({
    ledger: "s1/a1",
    events: [{ agentId: "a1" }, { agentId: "a1" }],
  });
});

test("stores a command with its shell's folder if that is not the project's folder", () => {
  const inputIn = (cwd: string) => {
    const call = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "go build" } };
    const ran = read("PostToolUse", { cwd, ...call, tool_response: { stdout: "" } });
    return (ran?.events[0] as { readonly input?: unknown } | undefined)?.input;
  };
  const { cwd } = { cwd: "", ...(inputIn(`${PROJECT_PATH}/cli`) as object) };
  expect(cwd).toMatch(/[/\\]cli$/);
  expect(inputIn(PROJECT_PATH)).toEqual({ command: "go build" });
});

test("ignores the SubagentStop that a compaction fires", () => {
  expect(read("SubagentStop", { agent_id: "a1", agent_type: "" })).toMatchObject({ events: [] });
  expect(read("SubagentStop", { agent_type: "x" })).toMatchObject({ events: [] });
  expect(read("SubagentStop", { agent_id: "a1", agent_type: "x" })?.events).toHaveLength(1);
});

test("stores the report of a subagent as its message", () => {
  const stopped = { agent_id: "a1", agent_type: "x", last_assistant_message: "It reads twice." };
  expect(read("SubagentStop", stopped)?.events).toMatchObject([
    { kind: "message", text: "It reads twice.", agentId: "a1" },
    { kind: "subagent_stop", agentId: "a1" },
  ]);
  const keyOf = (event: string, more: object) =>
    moments.keys(event, { session_id: "s1", ...more })[0];
  const keys = [
    keyOf("SubagentStop", stopped),
    keyOf("SubagentStop", { ...stopped, agent_id: "a2" }),
    keyOf("Stop", { last_assistant_message: "It reads twice." }),
  ];
  expect(new Set(keys).size).toBe(3);
});

test("handles the end of the session's own turn, not of a subagent's", () => {
  const input = { last_assistant_message: "Done." };
  expect(read("Stop", input)?.ask).toEqual({ kind: "turn_end" });
  expect(read("Stop", { ...input, agent_id: "a1" })?.ask).toBeNull();
  expect(read("Stop", { last_assistant_message: "" })?.ask).toBeNull();
});

test("asks about searches when all tools of a batch have returned", () => {
  const grep = (pattern: string) => ({ tool_name: "Grep", tool_input: { pattern } });
  const tool_calls = [grep("port"), { tool_name: "Read", tool_input: {} }, grep("host"), null];
  expect(read("PostToolBatch", { tool_calls })).toMatchObject({
    events: [],
    ask: { kind: "searches", patterns: ["port", "host"] },
  });
});

function folder(name: string, mark: string | null): string {
  const path = join(ground, name);
  mkdirSync(join(path, "src"), { recursive: true });
  if (mark !== null) writeFileSync(join(path, mark), "{}");
  return path;
}

test("assigns a moment to the repository of its folder, also after a cd, else to the folder the session started in", () => {
  const started = folder("started", null);
  const worktree = folder("worktree", ".git");
  const named = folder("named", ".tacit.json");
  const of = (cwd: string | undefined, from: string | undefined) =>
    CLAUDE_CODE.folderOf({ cwd }, { CLAUDE_PROJECT_DIR: from });
  expect(of(join(started, "src"), started)).toBe(started);
  expect(of(folder("elsewhere", null), started)).toBe(started);
  expect(of(join(worktree, "src"), started)).toBe(join(worktree, "src"));
  expect(of(named, started)).toBe(named);
  expect(of(join(started, "src"), undefined)).toBe(join(started, "src"));
  expect(of(undefined, started)).toBe(started);
  expect(of(undefined, "")).toBeNull();
});

test("ignores Cursor's payloads, which Cursor's own hooks capture", () => {
  expect(read("UserPromptSubmit", { prompt: "Hello there.", cursor_version: "3.2" })).toBeNull();
});

const VSCODE = {
  timestamp: "2026-11-21T10:30:00.000Z",
  sessionId: "v1",
  session_id: undefined,
  transcript_path:
    "/h/.config/Code/User/workspaceStorage/w/GitHub.copilot-chat/transcripts/v1.jsonl",
};

test("captures VS Code's moments once, with or without Copilot's hooks", () => {
  const HOME = join(ground, "user");
  const vscode = (event: string, more: object) =>
    moments.read(event, payload({ ...VSCODE, hookEventName: event, ...more }), { HOME });
  const prompt = { prompt: "Rename it." };
  expect(vscode("UserPromptSubmit", prompt)).toEqual({
    ledger: "v1",
    ask: null,
    events: [{ agent: "vscode", kind: "prompt", text: "Rename it." }],
  });
  expect(vscode("SessionStart", { source: "new" })?.ask).toMatchObject({ kind: "start" });
  expect(vscode("PostToolBatch", { tool_calls: [] })).toBeNull();

  mkdirSync(join(HOME, ".copilot", "hooks"), { recursive: true });
  writeFileSync(join(HOME, ".copilot", "hooks", "tacit.json"), "{}");
  expect(vscode("UserPromptSubmit", prompt)).toBeNull();
  const own = moments.read("UserPromptSubmit", payload({ ...prompt, timestamp: "t" }), { HOME });
  expect(own?.events).toMatchObject([{ agent: "claude-code", text: "Rename it." }]);
});

const ran = (more: object) => ({ tool_name: "Bash", tool_use_id: "t1", tool_input: {}, ...more });

test("stores a failed call as a failure and asks for its fix, unless the user stopped it", () => {
  const failed = ran({ error: "Exit code 1\nno such file" });
  expect(read("PostToolUseFailure", failed)).toMatchObject({
    ask: { kind: "tool", error: "Exit code 1\nno such file" },
    events: [{ kind: "tool_call" }, { kind: "tool_result", isError: true, exitCode: 1 }],
  });
  const stopped = { ...failed, is_interrupt: true };
  expect(read("PostToolUseFailure", stopped)?.ask).toBeNull();
});

test("stores neither the output of our own tools nor the content of an ignored file", () => {
  const own = ran({ tool_name: "mcp__tacit__recall", tool_response: "known" });
  expect(read("PostToolUse", own)?.events).toEqual([]);
  const file_path = join(PROJECT_PATH, ".env");
  const secret = ran({ tool_name: "Read", tool_input: { file_path }, tool_response: "PORT=1" });
  const { events } = read("PostToolUse", secret) ?? {};
  expect(events).toMatchObject([{ input: {} }, { output: "[ignored file]" }]);
});
