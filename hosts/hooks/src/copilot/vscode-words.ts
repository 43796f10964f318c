/**
 * VS Code's own agent runs the hooks of `~/.copilot/hooks` as well, by its documentation of June 2026 (not run
 * against the program): Claude Code's words, with a few of its own, and with answers where Claude Code has them but
 * for the prompt's. Events have Copilot's names in our command line where it takes that from Copilot's file, and Claude
 * Code's where it takes it from that one's, which it reads too.
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

const KNOWN: ReadonlySet<string> = new Set(Object.values(EVENTS));

/** Copilot CLI names its event only where it asks for permission, and ours is never asked there. */
export function isFromVscode(payload: Payload): boolean {
  return (text(payload["hookEventName"]) ?? text(payload["hook_event_name"])) !== null;
}

/** As VS Code has it. */
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
  const asked = (call: HookCall | null, ask: (call: HookCall) => Ask | null): HookCall | null =>
    call === null ? null : { ...call, ask: ask(call) };
  switch (vscodeEvent(event)) {
    // An answer to a prompt is not documented.
    case "UserPromptSubmit":
      return asked(read("UserPromptSubmit"), () => null);
    case "PostToolUse":
      return asked(read("PostToolUse"), (call) => call.ask ?? filesInHand(call));
    case "PreCompact":
      return asked(read("PostCompact"), () => ({ kind: "handoff" }));
    // Its last moment: there is no other end.
    case "Stop":
      return read("SessionEnd", { reason: "stop" });
    default:
      return KNOWN.has(vscodeEvent(event)) ? read(vscodeEvent(event)) : null;
  }
}
