/**
 * Reads a recorded session as the detectors receive it: parsed by the transcript reader, each event once, digested as in the
 * event log, and numbered. Labels count **steps**, tool calls from 1, because a later reader may parse the messages between
 * them differently; a message has the number of the call before it.
 */
import { join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { readTranscript } from "@tacit-memory/transcripts";
import { digest } from "../../packages/memory/src/capture/digest.ts";

export interface Session {
  readonly set: string;
  readonly id: string;
  readonly events: readonly Event[];
  /** Returns the step of a sequence number; 0 before the first call. */
  readonly stepOf: (seq: number) => number;
  /** Number of tool calls. */
  readonly stepCount: number;
}

/** Reads the only session of a raw file; `file` is relative to `sessions/<set>/raw`. Throws Node's error for the file. */
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
