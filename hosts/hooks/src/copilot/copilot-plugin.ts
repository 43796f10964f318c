/**
 * Adapter for Copilot CLI when it runs a plugin of Claude Code's form, by payloads recorded from 1.0.102: Copilot's own
 * content, with Claude Code's event names and its own fields in snake case.
 */
import type { Host, Payload } from "../host.ts";
import { record } from "../payload.ts";
import { COPILOT } from "./copilot.ts";

const EVENTS: Readonly<Record<string, string>> = {
  SessionStart: "sessionStart",
  UserPromptSubmit: "userPromptSubmitted",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  SubagentStart: "subagentStart",
  SubagentStop: "subagentStop",
  PreCompact: "preCompact",
  Stop: "agentStop",
  SessionEnd: "sessionEnd",
};

export const COPILOT_PLUGIN: Host = {
  ...COPILOT,
  decode: (event, payload, place, nowMs, env) =>
    COPILOT.decode(EVENTS[event] ?? event, asCopilotSays(payload), place, nowMs, env),
  encode: (event, context) => COPILOT.encode(EVENTS[event] ?? event, context, {}),
};

/** Translates the field names into Copilot's. The arguments belong to the tool, so their names stay. */
function asCopilotSays(payload: Payload): Payload {
  const { hook_event_name: _event, tool_input, tool_result, ...rest } = payload;
  return {
    ...camelCased(rest),
    ...(tool_input === undefined ? {} : { toolArgs: tool_input }),
    ...(tool_result === undefined ? {} : { toolResult: camelCased(record(tool_result)) }),
  };
}

function camelCased(fields: Payload): Payload {
  const named = Object.entries(fields).map(([name, value]) => [
    name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(named) as Payload;
}
