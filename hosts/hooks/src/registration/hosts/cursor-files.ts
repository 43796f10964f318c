/**
 * Registers Tacit with Cursor: hooks beside those of others in `hooks.json`, and one MCP server in `mcp.json`. Cursor refuses
 * a file with an event that it does not know, and requires version 1.
 */
import { join } from "node:path";
import { flatHooksEdit } from "../edits/flat-hook-entries.ts";
import { hookArguments } from "../edits/hook-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { hookEventIn, shellLine } from "../edits/shell-words.ts";
import type { Programs, RegisteredHost } from "../registered-host.ts";

const HOST = "cursor";
/** Timeout in seconds; on Windows the shell alone takes one second. */
const TIMEOUT_SECONDS = 10;
const EVENTS = [
  "sessionStart",
  "beforeSubmitPrompt",
  "postToolUse",
  "postToolUseFailure",
  "preCompact",
  "afterAgentResponse",
  "sessionEnd",
] as const;

export const CURSOR_FILES: RegisteredHost = {
  name: HOST,
  title: "Cursor",
  program: HOST,
  folder: ({ userHome }) => join(userHome, ".cursor"),
  edits: ({ userHome }) => {
    const hooks = join(userHome, ".cursor", "hooks.json");
    return [
      flatHooksEdit(hooks, FORM, `${hooks}: hooks; open chats do not use them`),
      serverFileEdit(join(userHome, ".cursor", "mcp.json"), {}),
    ];
  },
  stillToDo: null,
  isOnlyDocumented: true,
};

const FORM = {
  events: EVENTS,
  version: 1,
  handler: (event: string, programs: Programs) => ({
    command: shellLine(
      [programs.nodePath, ...hookArguments(HOST, event, programs)],
      process.platform,
    ),
    timeout: TIMEOUT_SECONDS,
  }),
  isOurs: ({ command }: Readonly<Record<string, unknown>>) => hookEventIn(command, HOST) !== null,
};
