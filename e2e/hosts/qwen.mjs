/** The real Qwen Code: how to run it without an account or a network, and the names of its tools. */

import { join } from "node:path";
import { CHAT } from "./chat-wire.mjs";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { npmProgram } from "./npm-program.mjs";

/** The user's settings before Tacit is connected, in the form they have after the first start, which rewrites the file. */
const SETTINGS = `{
\t// by hand
\t"security": { "auth": { "selectedType": "openai" } },
\t"general": { "enableAutoUpdate": false },
\t"privacy": { "usageStatisticsEnabled": false },
\t"telemetry": { "enabled": false },
\t"model": {
\t\t"name": "scripted"
\t},
\t"$version": 4
}
`;

/** @type {import("./clients.mjs").Client} */
export const QWEN = {
  name: "qwen",
  title: "Qwen Code",
  size: "about 150 MB",
  wire: CHAT,
  program: npmProgram({
    folder: "qwen",
    name: "@qwen-code/qwen-code",
    version: "0.24.4",
    program: "qwen",
  }),
  hasSkills: true,
  scenarios: ["remembered", "pointed", "prompted", "mended-error", "resumed", ...EVERYDAY],
  config: (home) => ({ path: join(home, ".qwen", "settings.json"), text: SETTINGS }),
  place: () => ({}),
  env: (modelUrl) => ({
    OPENAI_API_KEY: "not-a-key",
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "scripted",
    NO_COLOR: "1",
  }),
  args: (prompt, resume) => [
    ...["-p", prompt, "--output-format", "stream-json", "--auth-type", "openai", "--yolo"],
    ...(resume === null ? [] : ["--resume", resume]),
  ],
  sessionIn: (output) => /"session_id":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      const input = { command: reply.shell, description: "check", is_background: false };
      return { tool: "run_shell_command", input };
    }
    if ("read" in reply) return { tool: "read_file", input: { file_path: reply.read } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    return { tool: "edit", input: { file_path: file, old_string: before, new_string: after } };
  },
  checksAfter: () => [],
};
