/** Tests hosts with gaps: a start without an answer that reaches the model, an end that is never reported. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTacit } from "@tacit-memory/memory";
import { describe, expect, test } from "vitest";
import { context, type HookSetup, taught } from "./testing-setup.ts";

test("Gemini: shows the start block with the first prompt only", async () => {
  const { tell } = await taught();
  expect(await tell("gemini", "SessionStart", "s1", { source: "startup" })).toBe("");
  const first = await tell("gemini", "BeforeAgent", "s1", { prompt: "Rename the port." });
  expect(first).toContain("pnpm");
  expect(first.length).toBeLessThan(9000);
  expect(await tell("gemini", "BeforeAgent", "s1", { prompt: "Now the tests, please." })).toBe("");
});

test("Gemini: shows it again after a compression by the user, not after a resume", async () => {
  const { tell } = await taught();
  await tell("gemini", "SessionStart", "s1", { source: "startup" });
  await tell("gemini", "BeforeAgent", "s1", { prompt: "Rename the port." });
  await tell("gemini", "SessionEnd", "s1", { reason: "exit" });
  await tell("gemini", "SessionStart", "s1", { source: "resume" });
  expect(await tell("gemini", "BeforeAgent", "s1", { prompt: "Go on with it." })).toBe("");
  await tell("gemini", "PreCompress", "s1", { trigger: "auto" });
  expect(await tell("gemini", "BeforeAgent", "s1", { prompt: "And further." })).toBe("");
  await tell("gemini", "PreCompress", "s1", { trigger: "manual" });
  const again = await tell("gemini", "BeforeAgent", "s1", { prompt: "Where were we?" });
  expect(again).toContain("pnpm");
  expect(again).toContain("Rename the port");
});

async function repairInQwen({ tell, project }: HookSetup, session: string): Promise<void> {
  writeFileSync(join(project, "app.json"), "{}");
  const check = { tool_name: "run_shell_command", tool_input: { command: "npm run check" } };
  const change = { old_string: "{}", new_string: '{"region":"eu"}' };
  const edit = {
    tool_name: "edit",
    tool_input: { file_path: join(project, "app.json"), ...change },
  };
  const report = (output: string, code: number) =>
    `Command: npm run check\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}`;
  await tell("qwen", "SessionStart", session, { source: "startup" });
  await tell("qwen", "UserPromptSubmit", session, {
    prompt: "Make the check pass.",
    prompt_id: "1",
  });
  const failed = report("Error: config key region is not set, expected eu or us", 1);
  await tell("qwen", "PostToolUseFailure", session, { ...check, tool_use_id: "a", error: failed });
  await tell("qwen", "UserPromptSubmit", session, { prompt: "", prompt_id: "1" });
  const done = (output: string) => ({ tool_response: { llmContent: output } });
  await tell("qwen", "PostToolUse", session, { ...edit, tool_use_id: "b", ...done("updated") });
  const passed = done(report("configuration is fine", 0));
  await tell("qwen", "PostToolUse", session, { ...check, tool_use_id: "c", ...passed });
}

async function learned({ home, project }: HookSetup): Promise<number> {
  const tacit = await openTacit({ home, cwd: project });
  const memories = await tacit.memories.list({});
  await tacit.close();
  return memories.filter(({ type }) => type !== "handoff").length;
}

test("Qwen: learns from a session that never ends when the next one begins", async () => {
  const at = context();
  await repairInQwen(at, "s1");
  await at.tell("qwen", "Stop", "s1", { last_assistant_message: "It passes now." });
  expect(await learned(at)).toBe(0);
  await at.tell("qwen", "SessionStart", "s2", { source: "startup" });
  expect(await learned(at)).toBeGreaterThan(0);
});

test("Qwen: does not learn from a session that is still working", async () => {
  const at = context();
  await repairInQwen(at, "s1");
  await at.tell("qwen", "SessionStart", "s2", { source: "startup" });
  expect(await learned(at)).toBe(0);
});

const IN_COPILOT = { toolName: "bash", toolArgs: { command: "true" }, toolResult: {} };

test("Copilot: shows the start block with the first prompt, not at the start or with later prompts", async () => {
  const { tell } = await taught();
  expect(await tell("copilot", "sessionStart", "s1", { source: "new" })).toBe("");
  const payload = { prompt: "Rename the port." };
  expect(await tell("copilot", "userPromptSubmitted", "s1", payload)).toContain("pnpm");
  expect(await tell("copilot", "postToolUse", "s1", IN_COPILOT)).toBe("");
  await tell("copilot", "sessionEnd", "s1", { reason: "complete" });
  await tell("copilot", "sessionStart", "s1", { source: "resume" });
  expect(await tell("copilot", "userPromptSubmitted", "s1", { prompt: "Go on." })).toBe("");
});

test("Copilot: after a compaction within a turn, shows the start block and the handoff with the next tool", async () => {
  const { tell, home } = await taught();
  await tell("copilot", "userPromptSubmitted", "s1", { prompt: "Rename the port." });
  await tell("copilot", "preCompact", "s1", { trigger: "auto" });
  const folder = join(dirname(home), ".copilot", "session-state", "s1");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "events.jsonl"), '{"type":"session.compaction_start","data":{}}\n');
  const again = await tell("copilot", "postToolUse", "s1", IN_COPILOT);
  expect(again).toContain("pnpm");
  expect(again).toContain("Rename the port");
  expect(await tell("copilot", "postToolUse", "s1", { ...IN_COPILOT, toolName: "ls" })).toBe("");
  expect(await tell("copilot", "userPromptSubmitted", "s1", { prompt: "Go on." })).toBe("");
});

test("Copilot: shows a subagent its memories at its start, not with its first tool", async () => {
  const { tell, project } = await taught();
  const inside = { agentId: "a1", agentType: "general-purpose", parentAgentId: "s1" };
  expect(await tell("copilot", "subagentStart", "s1", inside)).toContain("pnpm");
  const use = { toolName: "view", toolArgs: { path: join(project, "a.ts") }, toolResult: {} };
  expect(await tell("copilot", "postToolUse", "a1", { ...inside, ...use })).toBe("");
});

test("a hook that is too late to ingest events still shows the start block", async () => {
  const { tell } = await taught();
  const payload = { prompt: "Rename the port." };
  expect(await tell("copilot", "userPromptSubmitted", "s1", payload, 5_000)).toContain("pnpm");
  // Shown once, even if the next hooks are late and two registrations report the same prompt.
  expect(await tell("copilot", "postToolUse", "s1", IN_COPILOT, 5_000)).toBe("");
  expect(await tell("copilot", "userPromptSubmitted", "s1", payload)).toBe("");
});

test("a late start begins no work that can wait, even if nothing is left to ingest", async () => {
  const at = await taught();
  const claude = { sessionId: undefined, sessionContext: undefined, workspaceRoots: undefined };
  const start = (lateMs?: number) =>
    at.tell("claude-code", "SessionStart", "s2", { ...claude, source: "startup" }, lateMs);
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  const ended = { v: 1, session: "s1", key: "1", kind: "session_end", outcome: "success" } as const;
  await tacit.sessions.ingest([{ ...ended, ts: "2026-11-20T00:00:00.000Z" }], "live");
  await tacit.admin.setMode("off");
  await tacit.close();
  const jobs = () => {
    const db = new DatabaseSync(join(at.home, "memory.db"));
    const begun = db.prepare("SELECT kind FROM job").all();
    db.close();
    return begun.length;
  };
  expect(await start(3_000)).toContain("pnpm");
  expect(jobs()).toBe(0);
  expect(await start()).toContain("pnpm");
  expect(jobs()).toBeGreaterThan(0);
});

describe("a prompt whose hook was too late", () => {
  /** Fields that only other hosts set in Claude Code's payloads. */
  const CLAUDE = {
    sessionId: undefined,
    sessionContext: undefined,
    workspaceRoots: undefined,
    timestamp: undefined,
  };
  const QUESTION = { ...CLAUDE, prompt: "Which port does the dev server listen on?" };
  const read = ({ project }: HookSetup, id: string) => ({
    ...CLAUDE,
    tool_name: "Read",
    tool_use_id: id,
    tool_input: { file_path: join(project, "other.ts") },
    tool_response: { type: "text" },
  });

  test("is answered if the machine was only slow to start many hooks at once", async () => {
    const at = await taught(
      "The dev server listens on port 8081 because the proxy holds 8080",
      "fact",
    );
    expect(await at.tell("claude-code", "UserPromptSubmit", "s1", QUESTION, 1_000)).toContain(
      "8081",
    );
  });

  test("is answered once, by the next hook that may show something", async () => {
    const at = await taught(
      "The dev server listens on port 8081 because the proxy holds 8080",
      "fact",
    );
    expect(await at.tell("claude-code", "UserPromptSubmit", "s1", QUESTION, 5_000)).toBe("");
    expect(await at.tell("claude-code", "PostToolUse", "s1", read(at, "t1"), 5_000)).toBe("");
    expect(await at.tell("claude-code", "PostToolUse", "s2", read(at, "t1"))).toBe("");
    expect(await at.tell("claude-code", "PostToolUse", "s1", read(at, "t2"))).toContain("8081");
    expect(await at.tell("claude-code", "PostToolUse", "s1", read(at, "t3"))).toBe("");
  });

  test("is dropped at the next prompt and at the end of the session", async () => {
    const at = await taught(
      "The dev server listens on port 8081 because the proxy holds 8080",
      "fact",
    );
    const next: [string, object][] = [
      ["UserPromptSubmit", { ...CLAUDE, prompt: "Thank you." }],
      ["SessionEnd", { ...CLAUDE, reason: "exit" }],
    ];
    for (const [i, [event, more]] of next.entries()) {
      const session = `s${i}`;
      expect(await at.tell("claude-code", "UserPromptSubmit", session, QUESTION, 5_000)).toBe("");
      expect(await at.tell("claude-code", event, session, more)).toBe("");
      expect(await at.tell("claude-code", "PostToolUse", session, read(at, "t1"))).toBe("");
    }
  });

  test("is not answered again if it was answered in time", async () => {
    const at = await taught(
      "The dev server listens on port 8081 because the proxy holds 8080",
      "fact",
    );
    expect(await at.tell("claude-code", "UserPromptSubmit", "s1", QUESTION)).toContain("8081");
    expect(await at.tell("claude-code", "PostToolUse", "s1", read(at, "t1"))).toBe("");
  });
});

const inCline = (id: string, more: object = {}) => ({
  agent_id: "lead",
  parent_agent_id: null,
  tool_result: {
    id,
    name: "run_commands",
    input: { commands: ["true"] },
    output: [{ result: "" }],
  },
  ...more,
});

test("Cline: shows the start block with the first tool, only once for several at the same time", async () => {
  const { tell } = await taught();
  await tell("cline", "TaskStart", "s1", inCline(""));
  const contexts = await Promise.all(
    ["a", "b", "c"].map((id) => tell("cline", "PostToolUse", "s1", inCline(id))),
  );
  expect(contexts.filter((item) => item.includes("pnpm"))).toHaveLength(1);
  expect(await tell("cline", "PostToolUse", "s1", inCline("d"))).toBe("");
});

test("Cline: shows a subagent with its first tool what a subagent should know", async () => {
  const { tell, home, project } = await taught();
  const tacit = await openTacit({ home, cwd: project });
  const content = "Port 7781 is taken by the metrics sidecar on every machine.";
  await tacit.memories.remember({ content, type: "gotcha", source: "agent_explicit" });
  await tacit.close();
  expect(await tell("cline", "PostToolUse", "s1", inCline("a"))).toContain("7781");
  const inside = { agent_id: "sub", parent_agent_id: "lead" };
  const answer = await tell("cline", "PostToolUse", "s1", inCline("b", inside));
  expect(answer).toContain("pnpm");
  expect(answer).not.toContain("7781");
  expect(await tell("cline", "PostToolUse", "s1", inCline("c", inside))).toBe("");
});

test("Cline: learns from a session that never ends when the next one begins", async () => {
  const { home, project, tell } = context();
  writeFileSync(join(project, "app.json"), "{}");
  const use = (id: string, name: string, input: object, output: object) =>
    tell("cline", "PostToolUse", "s1", inCline("", { tool_result: { id, name, input, output } }));
  const check = { commands: ["npm run check"] };
  const failed =
    "[Command exited with code 1]\n\nError: config key region is not set, expected eu or us";
  await tell("cline", "TaskStart", "s1", inCline(""));
  await use("a", "run_commands", check, [{ result: failed, success: false }]);
  const edit = { path: join(project, "app.json"), old_text: "{}", new_text: '{"region":"eu"}' };
  await use("b", "editor", edit, { result: "Edited", success: true });
  await use("c", "run_commands", check, [{ result: "configuration is fine", success: true }]);
  await tell("cline", "TaskComplete", "s1", inCline("", { turn: { outputText: "It passes." } }));
  expect(await learned({ home, project, tell })).toBe(0);
  await tell("cline", "TaskStart", "s2", inCline(""));
  expect(await learned({ home, project, tell })).toBeGreaterThan(0);
});
