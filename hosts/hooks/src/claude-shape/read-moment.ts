/**
 * Turns the moments of a session, in the terms of Claude Code's hooks, into events and questions. Other hosts use the same
 * terms or are translated into them; they differ in their name.
 */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { parseCommitOutput, parseTestSummary, typedText } from "@tacit-memory/transcripts";
import type { Ask, HookCall, Payload } from "../host.ts";
import { flag, list, record, text } from "../payload.ts";
import { digestOf } from "../text-digest.ts";
import { answersShellResult } from "./answers-shell-result.ts";
import { describeUse, type ToolMoment, toolEvents } from "./tool-events.ts";

/** Returns null for an event we do not handle and for a payload that names no session. */
export function readMoment(
  agent: string,
  event: string,
  payload: Payload,
  place: ProjectIdentity,
  nowMs: number,
): HookCall | null {
  const session = text(payload["session_id"]);
  if (session === null) return null;
  const agentId = text(payload["agent_id"]);
  const ts = new Date(nowMs).toISOString();
  const read = READERS[event];
  if (read === undefined) return null;
  const { events, ask } = read({ agent, payload, place, session, agentId, ts });
  const ledger = agentId === null ? session : `${session}/${agentId}`;
  return { session, ledger, agent, events, ask };
}

interface Read {
  readonly events: readonly Event[];
  readonly ask: Ask | null;
}

const READERS: Readonly<Record<string, (moment: ToolMoment) => Read>> = {
  SessionStart: sessionStart,
  UserPromptSubmit: userPrompt,
  PreToolUse: preTool,
  PostToolUse: postTool,
  PostToolUseFailure: postToolFailure,
  PostToolBatch: postBatch,
  SubagentStart: (moment) => ({
    events: [subagent(moment, "subagent_start")],
    ask: { kind: "subagent" },
  }),
  // A compaction also fires a SubagentStop, without an agent and without a start.
  SubagentStop: (moment) =>
    moment.agentId === null || text(moment.payload["agent_type"]) === null
      ? { events: [], ask: null }
      : { events: [...lastMessage(moment), subagent(moment, "subagent_stop")], ask: null },
  PreCompact: () => ({ events: [], ask: { kind: "handoff" } }),
  PostCompact: postCompact,
  Stop: stop,
  SessionEnd: sessionEnd,
};

function envelope(moment: ToolMoment, key: string) {
  const { agent, place, session, ts, agentId } = moment;
  return {
    v: 1 as const,
    session,
    ts,
    agent,
    cwd: place.root,
    key,
    ...(place.branch === null ? {} : { branch: place.branch }),
    ...(place.commit === null ? {} : { commit: place.commit }),
    ...(agentId === null ? {} : { agentId }),
  };
}

function sessionStart(moment: ToolMoment): Read {
  const source = text(moment.payload["source"]) ?? "startup";
  const event: Event = {
    ...envelope(moment, `start:${source}:${moment.ts}`),
    kind: "session_start",
    source,
  };
  const isCompaction = source === "compact";
  // A resumed session replays from its transcript what it was shown.
  const news = source === "resume" ? { isNews: true } : {};
  return { events: [event], ask: { kind: "start", task: "", isCompaction, ...news } };
}

function userPrompt(moment: ToolMoment): Read {
  const prompt = typedText(text(moment.payload["prompt"]) ?? "");
  if (prompt.trim() === "") return { events: [], ask: null };
  const id = text(moment.payload["prompt_id"]) ?? digestOf(prompt + moment.ts);
  return {
    events: [{ ...envelope(moment, `prompt:${id}`), kind: "prompt", text: prompt }],
    ask: { kind: "prompt", prompt },
  };
}

function preTool(moment: ToolMoment): Read {
  const { tool, files } = describeUse(moment);
  if (tool !== "shell") return { events: [], ask: { kind: "tool", files, error: null } };
  const command = text(record(moment.payload["tool_input"])["command"]);
  return { events: [], ask: command === null ? null : { kind: "command", command } };
}

function postTool(moment: ToolMoment): Read {
  const events = [...toolEvents(moment, envelope)];
  const [call] = events;
  return { events: [...events, ...derived(moment, events)], ask: resultAsk(call) };
}

function resultAsk(call: Event | undefined): Ask | null {
  if (call?.kind !== "tool_call") return null;
  const isAnswered =
    call.tool === "read" || (call.tool === "shell" && answersShellResult(call.callId));
  return isAnswered
    ? { kind: "tool", files: call.tool === "read" ? (call.files ?? []) : [], error: null }
    : null;
}

function postToolFailure(moment: ToolMoment): Read {
  const events = [...toolEvents(moment, envelope)];
  const error = text(moment.payload["error"]) ?? "";
  const isInterrupt = flag(moment.payload["is_interrupt"]);
  const command = commandOf(events[0]);
  const ask = { kind: "tool" as const, files: [], error, ...(command === null ? {} : { command }) };
  return {
    events: [...events, ...derived(moment, events)],
    ask: isInterrupt || error === "" ? null : ask,
  };
}

/** Returns the shell command of a call; null for any other tool. */
function commandOf(call: Event | undefined): string | null {
  if (call?.kind !== "tool_call" || call.tool !== "shell") return null;
  return text(record(call.input)["command"]);
}

/** Checked first: compiling the patterns of every test runner takes longer than most hooks have. */
const COUNTS_TESTS = /\d\s*(?:pass|fail|test|ok\b|error)|\b(?:passed|failed|PASS|FAIL|OK|Tests)\b/;

/** Returns the commit and the test run that a shell's output reports. */
function derived(moment: ToolMoment, events: readonly Event[]): Event[] {
  const [call, result] = events;
  if (call?.kind !== "tool_call" || result?.kind !== "tool_result" || call.tool !== "shell")
    return [];
  const command = commandOf(call) ?? "";
  const found: Event[] = [];
  const tests = COUNTS_TESTS.test(result.output) ? parseTestSummary(command, result.output) : null;
  if (tests !== null) {
    const { passed, failed } = tests;
    found.push({
      ...envelope(moment, `test:${call.callId}`),
      kind: "test_run",
      command,
      passed,
      failed,
    });
  }
  const commit = result.isError ? null : parseCommitOutput(command, result.output);
  if (commit !== null) {
    const { sha, message } = commit;
    found.push({ ...envelope(moment, `commit:${sha}`), kind: "commit", sha, message, files: [] });
  }
  return found;
}

function postBatch(moment: ToolMoment): Read {
  const patterns = list(moment.payload["tool_calls"])
    .map(record)
    .filter((call) => call["tool_name"] === "Grep")
    .flatMap((call) => text(record(call["tool_input"])["pattern"]) ?? []);
  return { events: [], ask: patterns.length === 0 ? null : { kind: "searches", patterns } };
}

function subagent(moment: ToolMoment, kind: "subagent_start" | "subagent_stop"): Event {
  const agentKind = text(moment.payload["agent_type"]);
  return {
    ...envelope(moment, `${kind}:${moment.agentId}`),
    kind,
    ...(agentKind === null ? {} : { agentKind }),
  };
}

function postCompact(moment: ToolMoment): Read {
  const summary = text(moment.payload["compact_summary"]) ?? "";
  return {
    events: [{ ...envelope(moment, `compaction:${moment.ts}`), kind: "compaction", summary }],
    ask: null,
  };
}

function stop(moment: ToolMoment): Read {
  const events = lastMessage(moment);
  const isOver = events.length > 0 && moment.agentId === null;
  return { events, ask: isOver ? { kind: "turn_end" } : null };
}

/** Returns the message with which an agent or a subagent ended, if the host sends it. */
function lastMessage(moment: ToolMoment): Event[] {
  const message = text(moment.payload["last_assistant_message"]) ?? "";
  if (message.trim() === "") return [];
  // Several agents of a session may end with the same words.
  const whose = moment.agentId === null ? "" : `${moment.agentId}:`;
  const key = `message:${whose}${digestOf(message)}`;
  return [{ ...envelope(moment, key), kind: "message", text: message }];
}

function sessionEnd(moment: ToolMoment): Read {
  const reason = text(moment.payload["reason"]) ?? "other";
  return {
    events: [
      { ...envelope(moment, `end:${moment.ts}`), kind: "session_end", outcome: "success", reason },
    ],
    ask: { kind: "settle" },
  };
}
