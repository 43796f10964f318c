/**
 * What VS Code is told about us: one MCP server in the user's `mcp.json`, which has comments and keeps them. Its own
 * agent runs the hooks of Copilot CLI's folder, so there are none of its own.
 */
import { join } from "node:path";
import { hasCopilotHooks } from "./copilot-files.ts";
import type { DisconnectRequest, RegisteredHost } from "./registered-host.ts";
import { type ServerForm, USUAL } from "./server-entries.ts";
import { serverFileEdit } from "./server-file.ts";

const FORM: ServerForm = { ...USUAL, key: "servers" };

export const VSCODE_FILES: RegisteredHost = {
  name: "vscode",
  title: "VS Code",
  program: "code",
  folder,
  edits: (request) => [serverFileEdit(join(folder(request), "mcp.json"), { type: "stdio" }, FORM)],
  stillToDo:
    "VS Code's own agent runs the hooks of Copilot CLI: `tacit connect copilot` puts them there",
  askWhatIsLeft: async (request) => (hasCopilotHooks(request) ? null : undefined),
  isOnlyDocumented: true,
};

/** Of the default profile. */
function folder({ env, userHome }: DisconnectRequest): string {
  const { platform } = process;
  if (platform === "win32") {
    return join(env["APPDATA"] || join(userHome, "AppData", "Roaming"), "Code", "User");
  }
  return platform === "darwin"
    ? join(userHome, "Library", "Application Support", "Code", "User")
    : join(env["XDG_CONFIG_HOME"] || join(userHome, ".config"), "Code", "User");
}
