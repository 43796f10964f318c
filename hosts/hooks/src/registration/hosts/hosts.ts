/** Lists the agent hosts that Tacit can register with, and finds those on this machine. */

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isFolder } from "@tacit-memory/files";
import type { DisconnectRequest, RegisteredHost } from "../registered-host.ts";
import { CLAUDE_CODE_FILES } from "./claude-code-files.ts";
import { CLINE_FILES } from "./cline-files.ts";
import { CODEX_FILES } from "./codex-files.ts";
import { COPILOT_FILES } from "./copilot-files.ts";
import { CURSOR_FILES } from "./cursor-files.ts";
import { GEMINI_FILES } from "./gemini-files.ts";
import { MCP_FILES } from "./mcp-files.ts";
import { OPENCODE_FILES } from "./opencode-files.ts";
import { PI_FILES } from "./pi-files.ts";
import { QWEN_FILES } from "./qwen-files.ts";
import { VSCODE_FILES } from "./vscode-files.ts";
import { WINDSURF_FILES } from "./windsurf-files.ts";

/** Hosts in the order of registration. */
export const REGISTERED_HOSTS: readonly RegisteredHost[] = [
  CLAUDE_CODE_FILES,
  CODEX_FILES,
  GEMINI_FILES,
  QWEN_FILES,
  COPILOT_FILES,
  CLINE_FILES,
  CURSOR_FILES,
  VSCODE_FILES,
  WINDSURF_FILES,
  OPENCODE_FILES,
  PI_FILES,
  MCP_FILES,
];

/** Returns the hosts with a folder of their own in the user's home, or with their program on the PATH. */
export function hostsFound(request: DisconnectRequest): readonly RegisteredHost[] {
  return REGISTERED_HOSTS.filter(
    (host) => isFolder(host.folder(request) ?? "") || isOnPath(host.program, request.env),
  );
}

function isOnPath(program: string | null, env: DisconnectRequest["env"]): boolean {
  if (program === null) return false;
  const names = [program, `${program}.cmd`, `${program}.exe`];
  return (env["PATH"] ?? env["Path"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .some((folder) => names.some((name) => existsSync(join(folder, name))));
}
