/**
 * Codex's hooks, by payloads recorded from 0.169.0: Claude Code's terms, with differences that are translated here. Codex
 * silently drops an answer with an unknown key, so it gets exactly the keys it knows.
 */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { unwrapShell } from "@tacit-memory/transcripts";
import { hookContext } from "../claude-shape/hook-context.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import type { HookCall, Host, Payload } from "../host.ts";
import { record, text } from "../payload.ts";
import { type FinishedItem, finishedItems } from "./finished-items.ts";

const NAME = "codex";

/** Events whose schemas have a place for text. */
const EVENTS_WITH_TEXT = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "SubagentStart",
]);

export const CODEX: Host = {
  name: NAME,
  folderOf: (payload) => text(payload["cwd"]),
  decode,
  encode: (event, context) => (EVENTS_WITH_TEXT.has(event) ? hookContext(event, context) : ""),
};

function decode(
  event: string,
  payload: Payload,
  place: ProjectIdentity,
  nowMs: number,
): HookCall | null {
  const read = (as: string, more: Payload): HookCall | null =>
    readMoment(NAME, as, { ...payload, ...more }, place, nowMs);
  switch (event) {
    case "UserPromptSubmit":
      return promptCall(read("UserPromptSubmit", { prompt_id: payload["turn_id"] }), payload);
    case "PreToolUse":
      return actCall(payload, read);
    case "PostToolUse":
      return toolCall(payload, read);
    case "Stop":
    case "SessionEnd":
      return turnCall(read(event, {}), payload, read);
    default:
      return read(event, {});
  }
}

type Read = (as: string, more: Payload) => HookCall | null;

/** Drops the events of a subagent's prompt, which the agent above wrote: it is answered but not stored. */
function promptCall(call: HookCall | null, payload: Payload): HookCall | null {
  return call === null || text(payload["agent_id"]) === null ? call : { ...call, events: [] };
}

/**
 * Asks about the files of a patch before it is applied, because Codex calls no hook after a patch that the shell applied.
 * Before any other command, asks for the memories with a matching trigger.
 */
function actCall(payload: Payload, read: Read): HookCall | null {
  const patch = patchOf(payload);
  if (patch === null) {
    const call = read("PreToolUse", {});
    return call?.ask?.kind === "command" ? call : null;
  }
  const call = read("PreToolUse", patch);
  const [started] = read("PostToolUse", patch)?.events ?? [];
  return call === null ? null : { ...call, events: started === undefined ? [] : [started] };
}

function toolCall(payload: Payload, read: Read): HookCall | null {
  const items = finishedItems(text(payload["transcript_path"]), text(payload["turn_id"]));
  const own = items.find(({ callId }) => callId === payload["tool_use_id"]);
  const patch = patchOf(payload) ?? {};
  const call =
    own === undefined ? withoutStatus(read("PostToolUse", patch)) : readItem(read, own, patch);
  if (call === null) return null;
  const others = items.filter((item) => item.kind === "patch" && item !== own);
  return { ...call, events: [...others.flatMap((item) => resultsOf(read, item)), ...call.events] };
}

/** Drops the result of a command that the session's file does not contain: the payload does not say whether it failed. */
function withoutStatus(call: HookCall | null): HookCall | null {
  const [first] = call?.events ?? [];
  if (call === null || first?.kind !== "tool_call" || first.tool !== "shell") return call;
  const events = call.events.filter(({ kind }) => kind !== "tool_result" && kind !== "commit");
  return { ...call, events };
}

/** Adds what finished in the turn without a hook. */
function turnCall(call: HookCall | null, payload: Payload, read: Read): HookCall | null {
  if (call === null) return null;
  const items = finishedItems(text(payload["transcript_path"]), text(payload["turn_id"]));
  const unreported = items.filter((item) => item.kind === "patch" || item.wasLeftRunning);
  return {
    ...call,
    events: [...unreported.flatMap((item) => resultsOf(read, item)), ...call.events],
  };
}

/** Returns the events of a finished item. The call of a patch was captured when it began, so it is left out. */
function resultsOf(read: Read, item: FinishedItem): Event[] {
  const events = readItem(read, item, itemInput(item))?.events ?? [];
  return events.filter(({ kind }) => item.kind === "command" || kind !== "tool_call");
}

function itemInput(item: FinishedItem): Payload {
  return item.kind === "command"
    ? { tool_name: "Bash", tool_input: { command: unwrapShell(item.command) } }
    : { tool_name: "apply_patch", tool_input: { files: item.files } };
}

/** Reads a tool call that has ended, with success or failure. */
function readItem(read: Read, item: FinishedItem, input: Payload): HookCall | null {
  const isError = item.kind === "command" ? item.exitCode !== 0 : item.isError;
  const error =
    item.kind === "command" ? `Exit code ${item.exitCode}\n${item.output}` : item.output;
  return read(isError ? "PostToolUseFailure" : "PostToolUse", {
    ...input,
    tool_use_id: item.callId,
    tool_response: item.output,
    ...(isError ? { error } : {}),
    ...(item.kind === "command" ? { duration_ms: item.durationMs } : {}),
  });
}

/** Returns a patch, applied by its own tool or by the shell, as a call of the tool; null for anything else. */
function patchOf(payload: Payload): Payload | null {
  const input = record(payload["tool_input"]);
  const patch = text(input["command"]) ?? text(input["input"]) ?? text(input["patch"]) ?? "";
  if (!patch.includes("*** Begin Patch")) return null;
  return { tool_name: "apply_patch", tool_input: { patch } };
}
