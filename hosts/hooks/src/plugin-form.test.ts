/** Tests which of four hosts called the shared plugin, by payloads and environments recorded from each host. */
import { expect, test } from "vitest";
import { hostOfPlugin } from "./plugin-form.ts";

const IN_COPILOT = { COPILOT_PLUGIN_ROOT: "/p", PLUGIN_ROOT: "/p", CLAUDE_PLUGIN_ROOT: "/p" };
const IN_QWEN = { QWEN_CODE_CLI: "/opt/qwen/cli-entry.js", CLAUDE_PROJECT_DIR: "/srv/app" };
const IN_CODEX = { PLUGIN_ROOT: "/p", CLAUDE_PLUGIN_ROOT: "/p", CODEX_MANAGED_BY_NPM: "1" };
const IN_CLAUDE = { CLAUDECODE: "1", CLAUDE_PLUGIN_ROOT: "/p", CLAUDE_PROJECT_DIR: "/srv/app" };

const ID = "01a1fb8d-c2b0-78f0-9741-bb0d611f0c18";

test.each([
  ["codex", `/home/u/.codex/sessions/2026/11/21/rollout-2026-11-21T00-42-14-${ID}.jsonl`],
  ["qwen", `C:\\Users\\u\\.qwen\\projects\\-srv-app\\chats\\${ID}.jsonl`],
  ["copilot", `/home/u/.copilot/session-state/${ID}/events.jsonl`],
  ["claude-code", `/home/u/.claude/projects/-srv-app/${ID}.jsonl`],
])("recognizes %s by its transcript's path, whichever host started it", (name, transcript_path) => {
  for (const env of [{}, IN_CLAUDE, IN_CODEX, IN_QWEN, IN_COPILOT]) {
    expect(hostOfPlugin({ transcript_path }, env).name).toBe(name);
  }
});

test.each([
  ["copilot", {}, IN_COPILOT],
  ["qwen", {}, IN_QWEN],
  ["codex", {}, IN_CODEX],
  ["codex", { turn_id: "1" }, {}],
  ["claude-code", {}, IN_CLAUDE],
  ["claude-code", { transcript_path: 7 }, {}],
])("recognizes %s without a transcript", (name, payload, env) => {
  expect(hostOfPlugin(payload, env).name).toBe(name);
});
