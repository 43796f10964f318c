/** The real Claude Code: how to run it without an account or a network, and the names of its tools. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ANTHROPIC } from "./anthropic-wire.mjs";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { npmProgram } from "./npm-program.mjs";

/** The user's settings before Tacit is connected. */
const SETTINGS = '{\n    "cleanupPeriodDays": 365,\n    "env": { "PROBE": "1" }\n}\n';

/** @type {import("./clients.mjs").Client} */
export const CLAUDE_CODE = {
  name: "claude-code",
  title: "Claude Code",
  size: "about 360 MB",
  wire: ANTHROPIC,
  program: npmProgram({
    folder: "claude",
    name: "@anthropic-ai/claude-code",
    version: "2.1.332",
    program: "claude",
  }),
  hasSkills: true,
  scenarios: [
    "remembered",
    "pointed",
    "before-command",
    "mended-error",
    "compacted",
    ...EVERYDAY,
    "two-programs",
  ],
  config: (home) => ({ path: join(home, ".claude", "settings.json"), text: SETTINGS }),
  place: (home) => ({ CLAUDE_CONFIG_DIR: join(home, ".claude") }),
  /** A fake API key, and no traffic except to the scripted model. */
  env: (modelUrl) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "sk-ant-not-a-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // Lets a container's root user skip permission questions, because no user is present to answer them.
    IS_SANDBOX: "1",
  }),
  args: (prompt, resume) => [
    ...["-p", prompt, "--output-format", "stream-json", "--verbose"],
    ...["--model", "claude-sonnet-4-5", "--permission-mode", "bypassPermissions"],
    ...(resume === null ? [] : ["--resume", resume]),
  ],
  sessionIn: (output) => /"session_id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      return { tool: "Bash", input: { command: reply.shell, description: "check" } };
    }
    if ("read" in reply) return { tool: "Read", input: { file_path: reply.read } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    return { tool: "Edit", input: { file_path: file, old_string: before, new_string: after } };
  },
  checksAfter: (home) => {
    const path = join(home, ".claude", ".claude.json");
    const state = existsSync(path) ? readFileSync(path, "utf8") : "";
    return [
      {
        name: "and leaves the host's own state, without us",
        ok: state.includes("firstStartTime") && !state.includes("TACIT_HOME"),
      },
    ];
  },
};
