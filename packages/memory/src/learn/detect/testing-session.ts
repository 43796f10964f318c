/** Sessions for tests, told in a few words: what was said, run, searched, opened and edited, in order. */
import type { Event, Tool } from "@tacit-memory/protocol";
import type { Signal } from "../../domain/signal.ts";
import type { Detector } from "./detector.ts";
import { buildTrace, type Usual } from "./trace.ts";

export interface Told {
  readonly user?: string;
  readonly agent?: string;
  /** A shell command; failed when `fails` says with which output. */
  readonly run?: string;
  /** Where it ran, as the call says. */
  readonly at?: string;
  readonly fails?: string;
  readonly out?: string;
  readonly edit?: string;
  readonly write?: string;
  readonly before?: string;
  readonly after?: string;
  readonly read?: string;
  readonly grep?: string;
  /** The one file that is searched. */
  readonly within?: string;
  readonly glob?: string;
  /** How long the call took, in milliseconds. */
  readonly took?: number;
  readonly fetch?: string;
  /** A skill of the host that is asked for. */
  readonly skill?: string;
  /** A commit of this sha, as the reader of the records saw it. */
  readonly committed?: string;
  readonly rejected?: boolean;
  readonly by?: string;
  readonly ends?: "success" | "failure" | "partial" | "cancelled";
}

const START_MS = Date.UTC(2026, 0, 5, 9);

export function eventsOf(told: readonly Told[], session = "s1"): Event[] {
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
  for (const one of told) {
    if (one.user !== undefined)
      events.push({ ...envelope(one.by), kind: "prompt", text: one.user });
    else if (one.agent !== undefined)
      events.push({ ...envelope(one.by), kind: "message", text: one.agent });
    else if (one.committed !== undefined)
      events.push({
        ...envelope(one.by),
        kind: "commit",
        sha: one.committed,
        files: [],
        message: "m",
      });
    else if (one.ends !== undefined)
      events.push({ ...envelope(one.by), kind: "session_end", outcome: one.ends });
    else events.push(...call(one, envelope));
  }
  return events;
}

function call(one: Told, envelope: (by: string | undefined) => Omit<Event, "kind">): Event[] {
  const { tool, input, files } = toolOf(one);
  const callId = `c${Math.random().toString(36).slice(2)}`;
  const output = one.rejected === true ? "[rejected by the user]" : (one.fails ?? one.out ?? "");
  const start = { ...envelope(one.by), kind: "tool_call", callId, tool, input, files } as Event;
  const isError = one.fails !== undefined;
  const end = {
    ...envelope(one.by),
    kind: "tool_result",
    callId,
    tool,
    output,
    isError,
    files,
    ...(one.took === undefined ? {} : { durationMs: one.took }),
  } as Event;
  return [start, end];
}

function toolOf(one: Told): { tool: Tool; input: unknown; files: string[] } {
  if (one.run !== undefined) {
    const input = { command: one.run, ...(one.at === undefined ? {} : { cwd: one.at }) };
    return { tool: "shell", input, files: [] };
  }
  if (one.grep !== undefined) {
    const files = one.within === undefined ? [] : [one.within];
    return { tool: "search", input: { pattern: one.grep }, files };
  }
  if (one.glob !== undefined) return { tool: "glob", input: { pattern: one.glob }, files: [] };
  if (one.read !== undefined)
    return { tool: "read", input: { file_path: one.read }, files: [one.read] };
  if (one.skill !== undefined) return { tool: "other", input: { skill: one.skill }, files: [] };
  if (one.fetch !== undefined) return { tool: "web", input: { url: one.fetch }, files: [] };
  const path = one.edit ?? one.write ?? "";
  const input = {
    file_path: path,
    old_string: one.before ?? "old",
    new_string: one.after ?? "new",
  };
  return { tool: one.edit === undefined ? "write" : "edit", input, files: [path] };
}

/** What one detector sees in a session told like this. */
export function seenBy(
  detector: Detector,
  told: readonly Told[],
  usual: Usual | null = null,
): Signal[] {
  return detector.detect(buildTrace("s1", eventsOf(told), usual));
}
