/** The real OpenCode: how to run it without an account or a network, and the names of its tools. */

import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CHAT } from "./chat-wire.mjs";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { npmProgram } from "./npm-program.mjs";

const VERSION = "1.18.33";

/** Package that OpenCode installs beside its configuration at start. Without a network it tries for a minute. */
const LIBRARY = npmProgram({
  folder: "opencode-plugin",
  name: "@opencode-ai/plugin",
  version: VERSION,
  program: null,
});

/** The user's settings before Tacit is connected. */
const CONFIG = `{
    // by hand
    "$schema": "https://opencode.ai/config.json",
    "autoupdate": false,
    "share": "disabled",
    "provider": {
        "scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": { "baseURL": "{env:SCRIPTED_URL}", "apiKey": "not-a-key" },
            "models": {
                "scripted": {
                    "name": "scripted",
                    "tool_call": true,
                    "limit": { "context": 100000, "output": 8192 },
                },
            },
        },
    },
    "model": "scripted/scripted",
    "small_model": "scripted/scripted", /* and no other */
}
`;

const configFolder = (home) => join(home, ".config", "opencode");

/** @type {import("./clients.mjs").Client} */
export const OPENCODE = {
  name: "opencode",
  title: "OpenCode",
  size: "about 400 MB",
  wire: CHAT,
  program: withLibrary(
    npmProgram({ folder: "opencode", name: "opencode-ai", version: VERSION, program: "opencode" }),
  ),
  scenarios: [
    "remembered",
    "pointed",
    "titled",
    "mended-error",
    "resumed",
    "compacted-midway",
    ...EVERYDAY,
  ],
  config: (home) => ({ path: join(configFolder(home), "opencode.jsonc"), text: CONFIG }),
  place: (home) => {
    provideLibrary(home);
    return {};
  },
  env: (modelUrl) => ({
    SCRIPTED_URL: `${modelUrl}/v1`,
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    NO_COLOR: "1",
  }),
  args: (prompt, resume) => [
    ...["run", "--format", "json", "--auto"],
    ...(resume === null ? [] : ["--session", resume]),
    prompt,
  ],
  sessionIn: (output) => /"sessionID":"(ses_[A-Za-z0-9]+)"/.exec(output)?.[1] ?? null,
  act: (reply) => {
    if ("shell" in reply) {
      const { shell, ...more } = reply;
      return { tool: "bash", input: { command: shell, description: "check" }, ...more };
    }
    if ("read" in reply) return { tool: "read", input: { filePath: reply.read } };
    if (!("edit" in reply)) return reply;
    const { file, before, after } = reply.edit;
    return { tool: "edit", input: { filePath: file, oldString: before, newString: after } };
  },
  checksAfter: (home) => {
    const plugins = join(configFolder(home), "plugins");
    return [{ name: "and takes the plugin away, with its folder", ok: !existsSync(plugins) }];
  },
};

/** Counts the program as installed only if the library that it would download is installed too. */
function withLibrary(program) {
  return {
    ...program,
    isInstalled: () => program.isInstalled() && LIBRARY.isInstalled(),
    install: () => program.install() ?? LIBRARY.install(),
  };
}

function provideLibrary(home) {
  const folder = configFolder(home);
  if (existsSync(join(folder, "node_modules"))) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ["node_modules", "package.json", "package-lock.json"]) {
    cpSync(join(LIBRARY.place, name), join(folder, name), { recursive: true });
  }
}
