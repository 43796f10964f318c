/** Test helper: builds sessions from a short list of what was said, run, searched, opened and edited, in order. */
import type { Event, Tool } from "@tacit-memory/protocol";
import type { Signal } from "../../domain/signal.ts";
import type { Detector } from "./detector.ts";
import { buildTrace, type Usual } from "./trace.ts";

export interface SessionEvents {
  readonly user?: string;
  readonly agent?: string;
  /** A shell command. It failed if `fails` is set, with that output. */
  readonly run?: string;
  /** Working directory stated by the call. */
  readonly at?: string;
  readonly fails?: string;
  readonly out?: string;
  readonly edit?: string;
  readonly write?: string;
  readonly before?: string;
  readonly after?: string;
  readonly read?: string;
  readonly grep?: string;
  /** The single file that was searched. */
  readonly within?: string;
  readonly glob?: string;
  /** Duration of the call in milliseconds. */
  readonly took?: number;
  readonly fetch?: string;
  /** A skill of the host that is requested. */
  readonly skill?: string;
  /** Sha of a commit, as read from the session records. */
  readonly committed?: string;
  readonly rejected?: boolean;
  readonly by?: string;
  readonly ends?: "success" | "failure" | "partial" | "cancelled";
}

const START_MS = Date.UTC(2026, 0, 5, 9);

export function eventsOf(steps: readonly SessionEvents[], session = "s1"): Event[] {
  let seq = 0;
  const events: Event[] = [];
  const envelope = (by: string | undefined) => ({
    v: 1 as const,
    session,
    seq: seq++,
    ts: new Date(START_MS + seq * 1000).toISOString(),
    agent: "claude-code",
    ...(by === undefined ? {} : { agentId: by }),
  });
  for (const item of steps) {
    if (item.user !== undefined)
      events.push({ ...envelope(item.by), kind: "prompt", text: item.user });
    else if (item.agent !== undefined)
      events.push({ ...envelope(item.by), kind: "message", text: item.agent });
    else if (item.committed !== undefined)
      events.push({
        ...envelope(item.by),
        kind: "commit",
        sha: item.committed,
        files: [],
        message: "m",
      });
    else if (item.ends !== undefined)
      events.push({ ...envelope(item.by), kind: "session_end", outcome: item.ends });
    else events.push(...call(item, envelope));
  }
  return events;
}

function call(
  step: SessionEvents,
  envelope: (by: string | undefined) => Omit<Event, "kind">,
): Event[] {
  const { tool, input, files } = toolOf(step);
  const callId = `c${Math.random().toString(36).slice(2)}`;
  const output = step.rejected === true ? "[rejected by the user]" : (step.fails ?? step.out ?? "");
  const start = { ...envelope(step.by), kind: "tool_call", callId, tool, input, files } as Event;
  const isError = step.fails !== undefined;
  const end = {
    ...envelope(step.by),
    kind: "tool_result",
    callId,
    tool,
    output,
    isError,
    files,
    ...(step.took === undefined ? {} : { durationMs: step.took }),
  } as Event;
  return [start, end];
}

function toolOf(step: SessionEvents): { tool: Tool; input: unknown; files: string[] } {
  if (step.run !== undefined) {
    const input = { command: step.run, ...(step.at === undefined ? {} : { cwd: step.at }) };
    return { tool: "shell", input, files: [] };
  }
  if (step.grep !== undefined) {
    const files = step.within === undefined ? [] : [step.within];
    return { tool: "search", input: { pattern: step.grep }, files };
  }
  if (step.glob !== undefined) return { tool: "glob", input: { pattern: step.glob }, files: [] };
  if (step.read !== undefined)
    return { tool: "read", input: { file_path: step.read }, files: [step.read] };
  if (step.skill !== undefined) return { tool: "other", input: { skill: step.skill }, files: [] };
  if (step.fetch !== undefined) return { tool: "web", input: { url: step.fetch }, files: [] };
  const path = step.edit ?? step.write ?? "";
  const input = {
    file_path: path,
    old_string: step.before ?? "old",
    new_string: step.after ?? "new",
  };
  return { tool: step.edit === undefined ? "write" : "edit", input, files: [path] };
}

/** Returns what one detector finds in such a session. */
export function seenBy(
  detector: Detector,
  steps: readonly SessionEvents[],
  usual: Usual | null = null,
): Signal[] {
  return detector.detect(buildTrace("s1", eventsOf(steps), usual));
}
