/** Tests payloads of the shape that Copilot CLI 1.0.102 sends to a plugin of Claude Code's form. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { COPILOT_PLUGIN } from "./copilot-plugin.ts";

const moments = momentsOf(COPILOT_PLUGIN);
afterAll(moments.remove);

const SESSION = "d546dba4-70f1-44d7-9450-e2b19e4baf5f";

const FIELDS = { session_id: SESSION, timestamp: "2026-11-22T00:22:12.856Z", cwd: PROJECT_PATH };

const read = (event: string, more: object = {}) =>
  moments.read(event, { hook_event_name: event, ...FIELDS, ...more });

test("asks at a prompt but not at the start", () => {
  expect(read("SessionStart", { source: "new", initial_prompt: "Hello." })?.ask).toBeNull();
  const prompt = read("UserPromptSubmit", { prompt: "Rename the port." });
  expect(prompt).toMatchObject({
    ledger: SESSION,
    ask: { kind: "prompt", prompt: "Rename the port." },
    events: [{ agent: "copilot", kind: "prompt", text: "Rename the port." }],
  });
});

test("reads a command's result as Copilot writes it and keeps the names of its arguments", () => {
  const failed = read("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command: "npm start", with_description: "check" },
    tool_result: {
      result_type: "success",
      text_result_for_llm: "port 3000 is taken\n<shellId: 0 completed with exit code 3>",
    },
  });
  expect(failed?.events).toMatchObject([
    { tool: "shell", input: { command: "npm start", with_description: "check" } },
    { isError: true, exitCode: 3, output: "Exit code 3\nport 3000 is taken" },
  ]);
  const error = "Path does not exist";
  const missing = read("PostToolUseFailure", {
    tool_name: "Read",
    tool_input: { path: `${PROJECT_PATH}/no.ts` },
    error,
  });
  expect(missing?.ask).toMatchObject({ kind: "tool", error });
});

test("answers the first tool after a compaction, whatever tool it was", () => {
  const home = mkdtempSync(join(tmpdir(), "tacit-copilot-"));
  try {
    const folder = join(home, "session-state", SESSION);
    mkdirSync(folder, { recursive: true });
    const line = '{"type":"session.compaction_complete","data":{}}\n';
    writeFileSync(join(folder, "events.jsonl"), line);
    const use = { tool_name: "Bash", tool_input: { command: "ls" }, tool_result: {} };
    const call = moments.read("PostToolUse", { ...FIELDS, ...use }, { COPILOT_HOME: home });
    expect(call?.ask).toMatchObject({ kind: "tool", opensAt: ["prompt", "tool_result"] });
    expect(moments.read("PostToolUse", { ...FIELDS, ...use })?.ask).toBeNull();
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
});

test("reads the end of the session and ignores events that Copilot never sends", () => {
  expect(read("SessionEnd", { reason: "complete" })).toMatchObject({
    ask: { kind: "settle" },
    events: [{ kind: "session_end", reason: "complete" }],
  });
  expect(read("PostCompact")).toBeNull();
});

test("answers in Copilot's own form", () => {
  expect(COPILOT_PLUGIN.encode("UserPromptSubmit", "a", { hook_event_name: "x" })).toBe(
    '{"additionalContext":"a"}',
  );
});
