/** The real Copilot CLI: how to run it without an account or a network, and the names of its tools. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CHAT } from "./chat-wire.mjs";
import { npmProgram } from "./npm-program.mjs";

/** The user's settings before Tacit is connected. */
const SERVERS = '{\n\t"mcpServers": {}\n}\n';

/** Copilot offers its tools even when it asks for a summary, so the prompt identifies that request. */
const SUMMARY = /create a detailed summary|summary of the conversation/i;

/** @type {import("./model-server.mjs").Wire} */
const WIRE = {
  ...CHAT,
  kindOf: (body) =>
    SUMMARY.test(JSON.stringify(body.messages.at(-1))) ? "summary" : CHAT.kindOf(body),
};

/** @type {import("./clients.mjs").Client} */
export const COPILOT = {
  name: "copilot",
  title: "Copilot CLI",
  size: "about 190 MB",
  wire: WIRE,
  program: npmProgram({
    folder: "copilot",
    name: "@github/copilot",
    version: "1.0.102",
    program: "copilot",
  }),
  hasSkills: true,
  scenarios: ["remembered", "mended-error", "compacted-beside", "resumed"],
  config: (home) => ({ path: join(home, ".copilot", "mcp-config.json"), text: SERVERS }),
  place: () => ({}),
  env: (modelUrl) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: "not-a-key",
    COPILOT_PROVIDER_WIRE_API: "completions",
    COPILOT_MODEL: "scripted",
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: "100000",
    COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: "8192",
    NO_COLOR: "1",
  }),
  args: (prompt, resume) => [
    ...["-p", prompt, "--allow-all-tools", "--allow-all-paths", "--output-format", "json"],
    ...(resume === null ? [] : ["--resume", resume]),
  ],
  sessionIn: (output) => /"sessionId":"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      const { shell, ...more } = reply;
      return { tool: "bash", input: { command: shell, description: "check" }, ...more };
    }
    if ("read" in reply) return { tool: "view", input: { path: reply.read } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    return { tool: "edit", input: { path: file, old_str: before, new_str: after } };
  },
  checksAfter: (home) => {
    const hooks = join(home, ".copilot", "hooks", "tacit.json");
    return [{ name: "and takes the hooks' file away, which was ours", ok: !existsSync(hooks) }];
  },
};
