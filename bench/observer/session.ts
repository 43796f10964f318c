/**
 * A recorded session as the detectors get it: read by the transcript's reader, each event once, digested as
 * the event log does it, numbered. Labels count **steps**, tool calls from 1 on, because what is said between
 * them may be read differently by a later reader; what was said has the number of the call before it.
 */
import { join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { readTranscript } from "@tacit-memory/transcripts";
import { digest } from "../../packages/memory/src/capture/digest.ts";

export interface Session {
  readonly set: string;
  readonly id: string;
  readonly events: readonly Event[];
  /** Sequence number → the step it belongs to; 0 before the first call. */
  readonly stepOf: (seq: number) => number;
  /** Number of tool calls. */
  readonly stepCount: number;
}

/** The one session of a raw file; `file` is relative to `sessions/<set>/raw`. Throws what Node says about the file. */
export async function readSession(sessions: string, set: string, file: string): Promise<Session> {
  const events: Event[] = [];
  const keys = new Set<string>();
  for await (const event of readTranscript(join(sessions, set, "raw", file))) {
    if (event.key !== undefined && keys.has(event.key)) continue;
    if (event.key !== undefined) keys.add(event.key);
    const stored = digest(event, { redaction: { secretValues: [] }, ignore: [] });
    events.push({ ...stored, seq: events.length });
  }
  return { set, id: events[0]?.session ?? file, events, ...stepsOf(events) };
}

function stepsOf(events: readonly Event[]): Pick<Session, "stepOf" | "stepCount"> {
  const steps: number[] = [];
  const calls = new Map<string, number>();
  let count = 0;
  for (const event of events) {
    if (event.kind === "tool_call") {
      count++;
      calls.set(event.callId, count);
    }
    const own = event.kind === "tool_result" ? calls.get(event.callId) : undefined;
    steps.push(own ?? count);
  }
  return { stepOf: (seq) => steps[seq] ?? count, stepCount: count };
}
