/**
 * Codex's hooks, by payloads recorded from 0.169.0: Claude Code's words, with differences that are translated
 * here. Codex drops an answer with one key too many without a word, so it gets exactly those it knows.
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

/** Where its schemas have a place for text. */
const TELLING = new Set([
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
  encode: (event, context) => (TELLING.has(event) ? hookContext(event, context) : ""),
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

/** What is "typed" to a subagent was written by the agent above it: it is answered, and not kept. */
function promptCall(call: HookCall | null, payload: Payload): HookCall | null {
  return call === null || text(payload["agent_id"]) === null ? call : { ...call, events: [] };
}

/**
 * Before a patch is applied, what is known of its files is shown: afterwards Codex calls no hook when the shell applied it. Before any
 * other command, what waits for it.
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
  const call = own === undefined ? read("PostToolUse", patch) : readItem(read, own, patch);
  if (call === null) return null;
  const others = items.filter((item) => item.kind === "patch" && item !== own);
  return { ...call, events: [...others.flatMap((item) => resultsOf(read, item)), ...call.events] };
}

/** The end of a turn: what finished in it without a hook. */
function turnCall(call: HookCall | null, payload: Payload, read: Read): HookCall | null {
  if (call === null) return null;
  const items = finishedItems(text(payload["transcript_path"]), text(payload["turn_id"]));
  const unheard = items.filter((item) => item.kind === "patch" || item.wasLeftRunning);
  return { ...call, events: [...unheard.flatMap((item) => resultsOf(read, item)), ...call.events] };
}

/** The call of a patch was told when it began. */
function resultsOf(read: Read, item: FinishedItem): Event[] {
  const events = readItem(read, item, itemInput(item))?.events ?? [];
  return events.filter(({ kind }) => item.kind === "command" || kind !== "tool_call");
}

function itemInput(item: FinishedItem): Payload {
  return item.kind === "command"
    ? { tool_name: "Bash", tool_input: { command: unwrapShell(item.command) } }
    : { tool_name: "apply_patch", tool_input: { files: item.files } };
}

/** One tool call that has ended, well or not. */
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

/** A patch, by the tool of that name or by the shell, as a call of the tool; null for anything else. */
function patchOf(payload: Payload): Payload | null {
  const input = record(payload["tool_input"]);
  const patch = text(input["command"]) ?? text(input["input"]) ?? text(input["patch"]) ?? "";
  if (!patch.includes("*** Begin Patch")) return null;
  return { tool_name: "apply_patch", tool_input: { patch } };
}
