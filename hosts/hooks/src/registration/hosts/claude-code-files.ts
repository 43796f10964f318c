/** Registers Tacit with Claude Code: one hook per moment in `settings.json`, one MCP server in `.claude.json`. */
import { join } from "node:path";
import { claudeHome } from "@tacit-memory/transcripts";
import {
  type HookForm,
  holdsHooks,
  hookArguments,
  withHooks,
  withoutHooks,
} from "../edits/hook-entries.ts";
import { serverFileEdit } from "../edits/server-file.ts";
import { skillFileEdit } from "../edits/skill-file.ts";
import { type DisconnectRequest, isEmptyObject, type RegisteredHost } from "../registered-host.ts";

const TELLING = { timeout: 5 };
const ACTS = "Bash|Edit|Write|MultiEdit|NotebookEdit";
const HOST = "claude-code";

const FORM: HookForm = {
  /** Claude Code gives all SessionEnd hooks 1.5 s together, whatever timeout they set. */
  moments: {
    SessionStart: TELLING,
    UserPromptSubmit: TELLING,
    PreToolUse: { ...TELLING, matcher: ACTS },
    PostToolUse: { ...TELLING, matcher: "*" },
    PostToolUseFailure: { ...TELLING, matcher: "*" },
    PostToolBatch: TELLING,
    SubagentStart: TELLING,
    SubagentStop: TELLING,
    PreCompact: TELLING,
    PostCompact: TELLING,
    Stop: TELLING,
    SessionEnd: { timeout: 2 },
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
      {
        path: settings,
        holds: (text, programs) => holdsHooks(settings, text, programs, FORM),
        add: (text, programs) => withHooks(settings, text, programs, FORM),
        remove: (text, was) => withoutHooks(settings, text, was, FORM),
        isEmpty: isEmptyObject,
        done: `${settings}: hooks; restart open sessions to use them`,
        otherwise: "",
      },
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
