/**
 * VS Code's own agent also runs the hooks of `~/.copilot/hooks`, by its documentation of June 2026 (not run against the
 * program): Claude Code's terms with a few of its own, and the same answers except to a prompt. Our command line gets
 * Copilot's event names if VS Code reads Copilot's file, and Claude Code's if it reads Claude Code's file, which it also
 * does.
 */
import type { ProjectIdentity } from "@tacit-memory/memory";
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Ask, HookCall, Payload } from "../host.ts";
import { text } from "../payload.ts";

const NAME = "vscode";

const EVENTS: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  userPromptSubmitted: "UserPromptSubmit",
  postToolUse: "PostToolUse",
  preCompact: "PreCompact",
  subagentStart: "SubagentStart",
  subagentStop: "SubagentStop",
  agentStop: "Stop",
};

const VSCODE_EVENTS: ReadonlySet<string> = new Set(Object.values(EVENTS));

/**
 * Returns whether VS Code sent the payload. Copilot CLI names its event only in permission requests, which our hook never
 * gets.
 */
export function isFromVscode(payload: Payload): boolean {
  return (text(payload["hookEventName"]) ?? text(payload["hook_event_name"])) !== null;
}

/** Returns VS Code's name of an event. */
export function vscodeEvent(event: string): string {
  return EVENTS[event] ?? event;
}

export function vscodeCall(
  event: string,
  payload: Payload,
  place: ProjectIdentity,
  nowMs: number,
): HookCall | null {
  const read = (as: string, more: Payload = {}): HookCall | null => {
    const session_id = text(payload["session_id"]) ?? payload["sessionId"];
    return readMoment(NAME, as, { ...payload, session_id, ...more }, place, nowMs);
  };
  const withAsk = (call: HookCall | null, ask: (call: HookCall) => Ask | null): HookCall | null =>
    call === null ? null : { ...call, ask: ask(call) };
  switch (vscodeEvent(event)) {
    // VS Code does not document an answer to a prompt.
    case "UserPromptSubmit":
      return withAsk(read("UserPromptSubmit"), () => null);
    case "PostToolUse":
      return withAsk(read("PostToolUse"), (call) => call.ask ?? filesInHand(call));
    case "PreCompact":
      return withAsk(read("PostCompact"), () => ({ kind: "handoff" }));
    // Stop is its last moment: VS Code reports no other end.
    case "Stop":
      return read("SessionEnd", { reason: "stop" });
    default:
      return VSCODE_EVENTS.has(vscodeEvent(event)) ? read(vscodeEvent(event)) : null;
  }
}
