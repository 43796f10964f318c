/**
 * Windsurf's hooks, by its documentation of Cascade hooks (not run against the program). Nothing that a hook says
 * reaches the model, so they only capture: what is known is for the agent to ask for over MCP. A command is told
 * without what it printed and how it ended, so only that it was run is kept.
 */
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Ask, HookCall, Host, Payload } from "../host.ts";
import { list, record, text } from "../payload.ts";
import { digestOf } from "../text-digest.ts";

const NAME = "windsurf";

export const WINDSURF: Host = {
  name: NAME,
  // Hooks run in the workspace's folder, and a command says where it ran.
  folderOf: (payload, env) =>
    text(record(payload["tool_info"])["cwd"]) ?? env["PWD"] ?? process.cwd(),
  decode: (event, payload, place, nowMs) => {
    const info = record(payload["tool_info"]);
    const moment = MOMENTS[event]?.(info);
    const session_id = text(payload["trajectory_id"]);
    if (moment === undefined || session_id === null) return null;
    const id = `${text(payload["timestamp"])}:${digestOf(JSON.stringify(info))}`;
    const fields = { session_id, prompt_id: id, tool_use_id: id, ...moment.payload };
    const call = readMoment(NAME, moment.event, fields, place, nowMs);
    return call === null
      ? null
      : { ...call, events: call.events.filter(moment.isKept), ask: moment.ask };
  },
  encode: () => "",
};

interface Moment {
  /** Claude Code's name of it, and its payload in Claude Code's words. */
  readonly event: string;
  readonly payload: Payload;
  readonly isKept: (event: HookCall["events"][number]) => boolean;
  readonly ask: Ask | null;
}

const all = (): boolean => true;

const MOMENTS: Readonly<Record<string, (info: Payload) => Moment>> = {
  pre_user_prompt: (info) => ({
    event: "UserPromptSubmit",
    payload: { prompt: info["user_prompt"] },
    isKept: all,
    ask: null,
  }),
  post_write_code: (info) => ({
    event: "PostToolUse",
    payload: {
      tool_name: "edit",
      tool_input: { file_path: info["file_path"], edits: list(info["edits"]) },
      tool_response: "",
    },
    isKept: all,
    ask: null,
  }),
  post_run_command: (info) => ({
    event: "PostToolUse",
    payload: { tool_name: "run_command", tool_input: { command: info["command_line"] } },
    isKept: ({ kind }) => kind === "tool_call",
    ask: null,
  }),
  // No session says that it is over; nobody waits for this hook.
  post_cascade_response: (info) => ({
    event: "Stop",
    payload: { last_assistant_message: info["response"] },
    isKept: all,
    ask: { kind: "settle", isUnawaited: true },
  }),
};
