/**
 * Registers Tacit with Windsurf: one MCP server in `mcp_config.json`, hooks that only capture in `hooks.json`, and commands,
 * which it calls workflows; it does not support prompts of MCP servers. No hook before a tool is used.
 */
import { join } from "node:path";
import { commandFileEdits } from "../edits/command-files.ts";
import { flatHooksEdit } from "../edits/flat-hook-entries.ts";
import { hookArguments } from "../edits/hook-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { hookEventIn, shellLine } from "../edits/shell-words.ts";
import type { DisconnectRequest, Programs, RegisteredHost } from "../registered-host.ts";

const HOST = "windsurf";
const EVENTS = [
  "pre_user_prompt",
  "post_write_code",
  "post_run_command",
  "post_cascade_response",
] as const;

export const WINDSURF_FILES: RegisteredHost = {
  name: HOST,
  title: "Windsurf",
  program: HOST,
  folder,
  edits: (request) => {
    const hooks = join(folder(request), "hooks.json");
    return [
      flatHooksEdit(hooks, FORM, `${hooks}: hooks that only record events`),
      serverFileEdit(join(folder(request), "mcp_config.json"), {}),
      ...commandFileEdits({
        folder: join(folder(request), "global_workflows"),
        tool: (name) => name,
        argumentsPlaceholder: "the text sent along with this command.",
        isHinted: false,
      }),
    ];
  },
  stillToDo: null,
  isOnlyDocumented: true,
};

const FORM = {
  events: EVENTS,
  version: null,
  handler: (event: string, programs: Programs) => {
    const words = [programs.nodePath, ...hookArguments(HOST, event, programs)];
    return {
      command: shellLine(words, "linux"),
      powershell: shellLine(words, "win32"),
      show_output: false,
    };
  },
  isOurs: ({ command, powershell }: Readonly<Record<string, unknown>>) =>
    hookEventIn(command, HOST) !== null || hookEventIn(powershell, HOST) !== null,
};

function folder({ userHome }: DisconnectRequest): string {
  return join(userHome, ".codeium", "windsurf");
}
