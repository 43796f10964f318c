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
  told: SessionEvents,
  envelope: (by: string | undefined) => Omit<Event, "kind">,
): Event[] {
  const { tool, input, files } = toolOf(told);
  const callId = `c${Math.random().toString(36).slice(2)}`;
  const output = told.rejected === true ? "[rejected by the user]" : (told.fails ?? told.out ?? "");
  const start = { ...envelope(told.by), kind: "tool_call", callId, tool, input, files } as Event;
  const isError = told.fails !== undefined;
  const end = {
    ...envelope(told.by),
    kind: "tool_result",
    callId,
    tool,
    output,
    isError,
    files,
    ...(told.took === undefined ? {} : { durationMs: told.took }),
  } as Event;
  return [start, end];
}

function toolOf(told: SessionEvents): { tool: Tool; input: unknown; files: string[] } {
  if (told.run !== undefined) {
    const input = { command: told.run, ...(told.at === undefined ? {} : { cwd: told.at }) };
    return { tool: "shell", input, files: [] };
  }
  if (told.grep !== undefined) {
    const files = told.within === undefined ? [] : [told.within];
    return { tool: "search", input: { pattern: told.grep }, files };
  }
  if (told.glob !== undefined) return { tool: "glob", input: { pattern: told.glob }, files: [] };
  if (told.read !== undefined)
    return { tool: "read", input: { file_path: told.read }, files: [told.read] };
  if (told.skill !== undefined) return { tool: "other", input: { skill: told.skill }, files: [] };
  if (told.fetch !== undefined) return { tool: "web", input: { url: told.fetch }, files: [] };
  const path = told.edit ?? told.write ?? "";
  const input = {
    file_path: path,
    old_string: told.before ?? "old",
    new_string: told.after ?? "new",
  };
  return { tool: told.edit === undefined ? "write" : "edit", input, files: [path] };
}

/** Returns what one detector finds in such a session. */
export function seenBy(
  detector: Detector,
  steps: readonly SessionEvents[],
  usual: Usual | null = null,
): Signal[] {
  return detector.detect(buildTrace("s1", eventsOf(steps), usual));
}
