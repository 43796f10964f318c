/** Hosts that leave something unsaid: a start that nothing can be told at, an end that is never told. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { afterAll, expect, test } from "vitest";
import { runHook } from "./run-hook.ts";

const ground = mkdtempSync(join(tmpdir(), "tacit-untold-"));
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));
let worlds = 0;

interface World {
  readonly home: string;
  readonly project: string;
  /** What the host's model is told; "" for nothing. */
  readonly tell: (host: string, event: string, session: string, more?: object) => Promise<string>;
}

function world(): World {
  const base = join(ground, String(++worlds));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(project, { recursive: true });
  let clock = 0;
  return {
    home,
    project,
    tell: async (host, event, session, more = {}) => {
      const timestamp = new Date(Date.UTC(2026, 10, 21, 0, 0, ++clock)).toISOString();
      const payload = { session_id: session, cwd: project, timestamp, ...more };
      // Begun later than now: the deadline is not what is tested.
      const startedAtMs = Date.now() + 60_000;
      const answer = await runHook(host, event, JSON.stringify(payload), {
        env: {},
        home,
        startedAtMs,
      });
      return answer === "" ? "" : JSON.parse(answer).hookSpecificOutput.additionalContext;
    },
  };
}

async function taught(): Promise<World> {
  const at = world();
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  await tacit.remember({
    content: "Never use npm here: pnpm, always.",
    type: "convention",
    source: "agent_explicit",
  });
  await tacit.close();
  return at;
}

test("Gemini: the first prompt is told what a session starts with, the next ones are not", async () => {
  const { tell } = await taught();
  expect(await tell("gemini", "SessionStart", "s1", { source: "startup" })).toBe("");
  const first = await tell("gemini", "BeforeAgent", "s1", { prompt: "Rename the port." });
  expect(first).toContain("pnpm");
  expect(first.length).toBeLessThan(9000);
  expect(await tell("gemini", "BeforeAgent", "s1", { prompt: "Now the tests, please." })).toBe("");
});

test("Gemini: nor is a resumed session; one that the user compressed is", async () => {
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

async function mendInQwen({ tell, project }: World, session: string): Promise<void> {
  writeFileSync(join(project, "app.json"), "{}");
  const check = { tool_name: "run_shell_command", tool_input: { command: "npm run check" } };
  const edit = { tool_name: "edit", tool_input: { file_path: join(project, "app.json") } };
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
  const done = (said: string) => ({ tool_response: { llmContent: said } });
  await tell("qwen", "PostToolUse", session, { ...edit, tool_use_id: "b", ...done("updated") });
  const passed = done(report("configuration is fine", 0));
  await tell("qwen", "PostToolUse", session, { ...check, tool_use_id: "c", ...passed });
}

async function learned({ home, project }: World): Promise<number> {
  const tacit = await openTacit({ home, cwd: project });
  const memories = await tacit.list({});
  await tacit.close();
  return memories.length;
}

test("Qwen: a session that never ends is learned from when the next one begins", async () => {
  const at = world();
  await mendInQwen(at, "s1");
  await at.tell("qwen", "Stop", "s1", { last_assistant_message: "It passes now." });
  expect(await learned(at)).toBe(0);
  await at.tell("qwen", "SessionStart", "s2", { source: "startup" });
  expect(await learned(at)).toBeGreaterThan(0);
});

test("Qwen: one that is at work beside it is not", async () => {
  const at = world();
  await mendInQwen(at, "s1");
  await at.tell("qwen", "SessionStart", "s2", { source: "startup" });
  expect(await learned(at)).toBe(0);
});
