/** Registers Tacit with OpenCode: our own plugin file, and an MCP server in its configuration. */

import { join } from "node:path";
import { pluginFileEdit } from "../edits/plugin-file.ts";
import type { ServerForm } from "../edits/server-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { type DisconnectRequest, hostFileText, type RegisteredHost } from "../registered-host.ts";

const HOST = "opencode";

const FORM: ServerForm = {
  key: "mcp",
  variables: "environment",
  entry: ({ mcpCommand, mcpArgs, home }) => ({
    type: "local",
    command: [mcpCommand, ...mcpArgs],
    environment: { TACIT_HOME: home },
    enabled: true,
  }),
};

export const OPENCODE_FILES: RegisteredHost = {
  name: HOST,
  title: "OpenCode",
  program: "opencode",
  folder,
  edits: (request) => [
    pluginFileEdit(HOST, join(folder(request), "plugins", "tacit.js"), "opencode-plugin.js"),
    serverFileEdit(configOf(request), {}, FORM),
  ],
  stillToDo: null,
};

function folder({ env, userHome }: DisconnectRequest): string {
  return join(env["XDG_CONFIG_HOME"] || join(userHome, ".config"), "opencode");
}

/**
 * Returns the configuration file. OpenCode reads two files: prefers the file that contains our entry, then the existing file,
 * checking first the file that OpenCode reads last.
 */
function configOf(request: DisconnectRequest): string {
  const both = ["opencode.jsonc", "opencode.json"].map((name) => {
    const path = join(folder(request), name);
    return { path, text: hostFileText(path) };
  });
  const ours = both.find(({ text }) => text?.includes("TACIT_HOME") === true);
  const there = both.find(({ text }) => text !== null);
  return (ours ?? there)?.path ?? join(folder(request), "opencode.json");
}
