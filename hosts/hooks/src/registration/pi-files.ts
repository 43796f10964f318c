/** What pi is told about us: an extension, a file of our own. It has no MCP client. */
import { join } from "node:path";
import { pluginFileEdit } from "./plugin-file.ts";
import type { DisconnectRequest, RegisteredHost } from "./registered-host.ts";

const HOST = "pi";

export const PI_FILES: RegisteredHost = {
  name: HOST,
  title: "pi",
  program: "pi",
  folder,
  edits: (request) => [
    pluginFileEdit(HOST, join(folder(request), "extensions", "tacit.ts"), "pi-plugin.js"),
  ],
  stillToDo: null,
};

function folder({ env, userHome }: DisconnectRequest): string {
  return env["PI_CODING_AGENT_DIR"] || join(userHome, ".pi", "agent");
}
