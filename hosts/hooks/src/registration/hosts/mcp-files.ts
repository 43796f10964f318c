/**
 * Registers our server with any MCP client: among the `mcpServers` of a file that its user names, as in `.mcp.json`, Claude
 * Desktop's `claude_desktop_config.json` and most other files, or among the `servers` of VS Code's. Such a client cannot be
 * found by searching, so the receipts record the files.
 */

import { SERVER, USUAL_FORM } from "../edits/server-entries.ts";
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

/** Returns the entry to paste into a file of servers; it ends with a line end. */
export function serverSnippet(request: ConnectRequest): string {
  const entry = USUAL_FORM.entry({ ...request, isDefaultHome: false }, {});
  return `${JSON.stringify({ [USUAL_FORM.key]: { [SERVER]: entry } }, null, 2)}\n`;
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
