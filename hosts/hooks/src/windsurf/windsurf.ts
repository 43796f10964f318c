/**
 * Windsurf's hooks, by its documentation of Cascade hooks (not run against the program). No answer of a hook reaches the
 * model, so they only capture; the agent asks for memories over MCP. A command is reported without its output and exit
 * status, so only the fact that it was run is stored.
 */
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Ask, HookCall, Host, Payload } from "../host.ts";
import { list, record, text } from "../payload.ts";
import { digestOf } from "../text-digest.ts";

const NAME = "windsurf";

export const WINDSURF: Host = {
  name: NAME,
  // Hooks run in the workspace's folder, and a command reports where it ran.
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
      : { ...call, events: call.events.filter(moment.isStored), ask: moment.ask };
  },
  encode: () => "",
};

interface TranslatedEvent {
  /** Claude Code's name of the event, and its payload in Claude Code's form. */
  readonly event: string;
  readonly payload: Payload;
  readonly isStored: (event: HookCall["events"][number]) => boolean;
  readonly ask: Ask | null;
}

const all = (): boolean => true;

const MOMENTS: Readonly<Record<string, (info: Payload) => TranslatedEvent>> = {
  pre_user_prompt: (info) => ({
    event: "UserPromptSubmit",
    payload: { prompt: info["user_prompt"] },
    isStored: all,
    ask: null,
  }),
  post_write_code: (info) => ({
    event: "PostToolUse",
    payload: {
      tool_name: "edit",
      tool_input: { file_path: info["file_path"], edits: list(info["edits"]) },
      tool_response: "",
    },
    isStored: all,
    ask: null,
  }),
  post_run_command: (info) => ({
    event: "PostToolUse",
    payload: { tool_name: "run_command", tool_input: { command: info["command_line"] } },
    isStored: ({ kind }) => kind === "tool_call",
    ask: null,
  }),
  // No session reports its end; the host does not wait for this hook.
  post_cascade_response: (info) => ({
    event: "Stop",
    payload: { last_assistant_message: info["response"] },
    isStored: all,
    ask: { kind: "settle", isUnawaited: true },
  }),
};
