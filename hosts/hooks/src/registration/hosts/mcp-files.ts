/**
 * Any MCP client: our server among the `mcpServers` of a file that its user names, as `.mcp.json`, Claude Desktop's
 * `claude_desktop_config.json` and most others have them, or among the `servers` of VS Code's. There is nothing to find
 * such a client by, so the receipts tell which files those were.
 */

import { SERVER, USUAL } from "../edits/server-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { configBackups } from "../plan.ts";
import { keptFiles } from "../receipts.ts";
import type {
  ConnectRequest,
  DisconnectRequest,
  Edit,
  RegisteredHost,
} from "../registered-host.ts";
import { VSCODE_FORM } from "./vscode-files.ts";

const HOST = "mcp";
const VSCODE_FILE = /[\\/](?:\.vscode[\\/]mcp|Code(?: - Insiders)?[\\/]User[\\/]mcp)\.json$/;

export const MCP_FILES: RegisteredHost = {
  name: HOST,
  title: "Any MCP client",
  program: null,
  folder: () => null,
  edits: (request) => filesOf(request).map(editOf),
  stillToDo: null,
  isServerOnly: true,
};

/** The entry as one would paste it into a file of servers; ends with a line end. */
export function serverSnippet(request: ConnectRequest): string {
  const entry = USUAL.entry({ ...request, isDefaultHome: false }, {});
  return `${JSON.stringify({ [USUAL.key]: { [SERVER]: entry } }, null, 2)}\n`;
}

function filesOf({ home, serverFiles }: DisconnectRequest): readonly string[] {
  return serverFiles ?? keptFiles(configBackups(home), HOST);
}

function editOf(path: string): Edit {
  const edit = VSCODE_FILE.test(path)
    ? serverFileEdit(path, { type: "stdio" }, VSCODE_FORM)
    : serverFileEdit(path, {});
  const done = `${edit.done}; the file contains paths of this machine, so do not share or commit it`;
  return { ...edit, done, keeper: HOST };
}
