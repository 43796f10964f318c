/** Registers Tacit with Claude Code: one hook per moment in `settings.json`, one MCP server in `.claude.json`. */
import { join } from "node:path";
import { claudeHome } from "@tacit-memory/transcripts";
import {
  AFTER_TOOLS,
  atTool,
  BEFORE_TOOLS,
  type HookForm,
  hookArguments,
  hooksFileEdit,
} from "../edits/hook-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { skillFileEdit } from "../edits/skill-file.ts";
import type { DisconnectRequest, RegisteredHost } from "../registered-host.ts";

const ACTS = "Bash|Edit|Write|MultiEdit|NotebookEdit";
const HOST = "claude-code";

const FORM: HookForm = {
  moments: {
    ...BEFORE_TOOLS,
    PreToolUse: atTool(ACTS),
    PostToolUse: atTool("*"),
    PostToolUseFailure: atTool("*"),
    PostToolBatch: { timeout: 5 },
    ...AFTER_TOOLS,
  },
  handler: (event, timeout, programs) => ({
    type: "command",
    command: programs.nodePath,
    args: hookArguments(HOST, event, programs),
    timeout,
  }),
  isOurs: ({ args }) => {
    if (!Array.isArray(args)) return false;
    const [file, host, event] = args[0] === "-e" ? args.slice(2) : args;
    return (
      typeof file === "string" &&
      /(?:^|[\\/])hook\.[cm]?js$/.test(file) &&
      host === HOST &&
      typeof event === "string" &&
      event in FORM.moments
    );
  },
};

export const CLAUDE_CODE_FILES: RegisteredHost = {
  name: HOST,
  title: "Claude Code",
  program: "claude",
  folder: claudeHome,
  edits: (request) => {
    const { settings, state } = filesOf(request);
    return [
      hooksFileEdit(settings, FORM, "hooks; restart open sessions to use them"),
      serverFileEdit(state, { type: "stdio" }),
      skillFileEdit(claudeHome(request)),
    ];
  },
  stillToDo: null,
};

/** Returns its files. The state file is beside Claude Code's folder, but inside a folder that was moved. */
function filesOf(request: DisconnectRequest) {
  const folder = claudeHome(request);
  const isMoved = Boolean(request.env["CLAUDE_CONFIG_DIR"]);
  return {
    settings: join(folder, "settings.json"),
    state: join(isMoved ? folder : request.userHome, ".claude.json"),
  };
}
