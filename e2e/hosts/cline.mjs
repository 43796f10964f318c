/** The real Cline CLI: how to run it without an account or a network, and the names of its tools. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHAT } from "./chat-wire.mjs";
import { isolation } from "./isolation.mjs";
import { npmProgram } from "./npm-program.mjs";

/** The user's settings before Tacit is connected. */
const SERVERS = '{\n    "mcpServers": {}\n}\n';

/** @type {import("./clients.mjs").Client} */
export const CLINE = {
  name: "cline",
  title: "Cline CLI",
  size: "about 440 MB",
  wire: CHAT,
  program: npmProgram({ folder: "cline", name: "cline", version: "3.0.65", program: "cline" }),
  scenarios: ["remembered-at-work", "mended-error"],
  config: (home) => ({
    path: join(home, ".cline", "data", "settings", "cline_mcp_settings.json"),
    text: SERVERS,
  }),
  place: () => ({}),
  env: (modelUrl, home) => {
    provideModel(home, modelUrl);
    return {
      CLINE_NO_AUTO_UPDATE: "1",
      CLINE_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
      NO_COLOR: "1",
      // Cline works in a daemon that outlives it. Without isolation the daemon would also outlive the run and serve the next
      // run, so the daemon is not used then.
      ...(isolation() === "none" ? { CLINE_SESSION_BACKEND_MODE: "local" } : {}),
    };
  },
  args: (prompt) => [
    ...["--json", "--auto-approve", "true", "-P", "openai-compatible", "-m", "scripted"],
    prompt,
  ],
  // A session cannot be resumed without a terminal.
  sessionIn: () => null,
  act: (reply) => {
    if ("shell" in reply) {
      const { shell, ...more } = reply;
      return { tool: "run_commands", input: { commands: [shell] }, ...more };
    }
    if ("read" in reply) return { tool: "read_files", input: { files: [{ path: reply.read }] } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    return { tool: "editor", input: { path: file, old_text: before, new_text: after } };
  },
  checksAfter: (home) => {
    const hooks = join(home, ".cline", "hooks");
    const isGone = !existsSync(hooks) || readdirSync(hooks).length === 0;
    return [{ name: "and takes the hooks away, which were ours", ok: isGone }];
  },
};

/** Writes the settings that `cline auth` writes. */
function provideModel(home, modelUrl) {
  const folder = join(home, ".cline", "data", "settings");
  mkdirSync(folder, { recursive: true });
  const settings = {
    provider: "openai-compatible",
    apiKey: "not-a-key",
    model: "scripted",
    baseUrl: `${modelUrl}/v1`,
  };
  const provider = { settings, updatedAt: "2026-11-21T00:00:00.000Z", tokenSource: "manual" };
  const document = {
    version: 1,
    lastUsedProvider: "openai-compatible",
    modes: {},
    providers: { "openai-compatible": provider },
  };
  writeFileSync(join(folder, "providers.json"), JSON.stringify(document, null, 2));
}
