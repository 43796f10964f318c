/**
 * Registers Tacit with Copilot CLI: hooks in our own file beside those of others, one MCP server, a skill. Hooks that run
 * before a tool are never used: when such a hook fails, Copilot denies the tool.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { copilotHome } from "@tacit-memory/transcripts";
import { copilotHooksFile } from "../../copilot/hooks-file.ts";
import { flatHooksEdit } from "../edits/flat-hook-entries.ts";
import { hookArguments } from "../edits/hook-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { hookEventIn, shellLine } from "../edits/shell-words.ts";
import { skillFileEdit } from "../edits/skill-file.ts";
import type { DisconnectRequest, Programs, RegisteredHost } from "../registered-host.ts";

const HOST = "copilot";
/** Seconds. */
const TIMEOUT_SECONDS = 5;
const EVENTS = [
  "sessionStart",
  "userPromptSubmitted",
  "postToolUse",
  "postToolUseFailure",
  "preCompact",
  "subagentStart",
  "subagentStop",
  "agentStop",
  "sessionEnd",
] as const;

export const COPILOT_FILES: RegisteredHost = {
  name: HOST,
  title: "Copilot CLI",
  program: "copilot",
  folder: copilotHome,
  edits: (request) => {
    const hooks = copilotHooksFile(request);
    const servers = join(copilotHome(request), "mcp-config.json");
    return [
      flatHooksEdit(hooks, FORM, `${hooks}: hooks; open sessions do not use them`),
      serverFileEdit(servers, { type: "local", tools: ["*"] }),
      skillFileEdit(copilotHome(request)),
    ];
  },
  stillToDo: null,
};

const FORM = {
  events: EVENTS,
  version: 1,
  handler: (event: string, programs: Programs) => {
    const words = [programs.nodePath, ...hookArguments(HOST, event, programs)];
    return {
      type: "command",
      bash: shellLine(words, "linux"),
      powershell: shellLine(words, "win32"),
      timeoutSec: TIMEOUT_SECONDS,
    };
  },
  isOurs: ({ bash, powershell }: Readonly<Record<string, unknown>>) =>
    hookEventIn(bash, HOST) !== null || hookEventIn(powershell, HOST) !== null,
};

/** Returns whether our hooks file exists. */
export function hasCopilotHooks(request: DisconnectRequest): boolean {
  return existsSync(copilotHooksFile(request));
}
