/**
 * Registers Tacit with VS Code: one MCP server in the user's `mcp.json`, whose comments are preserved. Its own agent runs the
 * hooks of Copilot CLI's folder, so no other hooks are needed.
 */
import { join } from "node:path";
import { editorUserFolder } from "@tacit-memory/transcripts";
import { type ServerForm, USUAL_FORM } from "../edits/server-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import type { DisconnectRequest, RegisteredHost } from "../registered-host.ts";
import { hasCopilotHooks } from "./copilot-files.ts";

/** VS Code's key for servers. */
export const VSCODE_FORM: ServerForm = { ...USUAL_FORM, key: "servers" };

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
