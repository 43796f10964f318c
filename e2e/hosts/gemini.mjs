/** The real Gemini CLI: how to run it without an account or a network, and the names of its tools. */

import { join } from "node:path";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { GENERATE_CONTENT } from "./gemini-wire.mjs";
import { npmProgram } from "./npm-program.mjs";

/** The user's settings before Tacit is connected. */
const SETTINGS = `{
    // by hand
    "security": { "auth": { "selectedType": "gemini-api-key" } },
    "general": { "enableAutoUpdate": false },
    "privacy": { "usageStatisticsEnabled": false },
    "telemetry": { "enabled": false }
}
`;

/** @type {import("./clients.mjs").Client} */
export const GEMINI = {
  name: "gemini",
  title: "Gemini CLI",
  size: "about 100 MB",
  wire: GENERATE_CONTENT,
  program: npmProgram({
    folder: "gemini",
    name: "@google/gemini-cli",
    version: "0.61.0",
    program: "gemini",
  }),
  hasSkills: true,
  scenarios: ["remembered", "pointed", "prompted", "mended-error", "resumed", ...EVERYDAY],
  config: (home) => ({ path: join(home, ".gemini", "settings.json"), text: SETTINGS }),
  place: () => ({}),
  env: (modelUrl) => ({
    GEMINI_API_KEY: "not-a-key",
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    NO_COLOR: "1",
  }),
  args: (prompt, resume) => [
    ...["-p", prompt, "--output-format", "stream-json", "--yolo", "--model", "gemini-2.5-pro"],
    ...(resume === null ? [] : ["--resume", "latest"]),
  ],
  sessionIn: (output) => /"session_id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      return { tool: "run_shell_command", input: { command: reply.shell, description: "check" } };
    }
    if ("read" in reply) return { tool: "read_file", input: { file_path: reply.read } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    const input = { file_path: file, old_string: before, new_string: after };
    return { tool: "replace", input: { ...input, instruction: "mend it" } };
  },
  checksAfter: () => [],
};
