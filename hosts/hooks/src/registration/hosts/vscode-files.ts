/**
 * What VS Code is told about us: one MCP server in the user's `mcp.json`, which has comments and keeps them. Its own
 * agent runs the hooks of Copilot CLI's folder, so there are none of its own.
 */
import { join } from "node:path";
import { editorUserFolder } from "@tacit-memory/transcripts";
import { type ServerForm, USUAL } from "../edits/server-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import type { DisconnectRequest, RegisteredHost } from "../registered-host.ts";
import { hasCopilotHooks } from "./copilot-files.ts";

/** Under a key of its own. */
export const VSCODE_FORM: ServerForm = { ...USUAL, key: "servers" };

export const VSCODE_FILES: RegisteredHost = {
  name: "vscode",
  title: "VS Code",
  program: "code",
  folder,
  edits: (request) => [
    serverFileEdit(join(folder(request), "mcp.json"), { type: "stdio" }, VSCODE_FORM),
  ],
  stillToDo:
    "VS Code's own agent runs the hooks of Copilot CLI: to install them, run `tacit connect copilot`",
  askWhatIsLeft: async (request) => (hasCopilotHooks(request) ? null : undefined),
  isServerOnly: true,
  isOnlyDocumented: true,
};

function folder(request: DisconnectRequest): string {
  return editorUserFolder(request, "Code");
}
