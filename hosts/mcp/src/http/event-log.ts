/**
 * Stores what was sent to one session, for a client that lost its connection and asks for the events after its last event.
 * The oldest events are dropped first; a client that comes back too late gets an error and begins a new session.
 */
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { MCP_HTTP } from "./limits.ts";

interface LoggedEvent {
  readonly seq: number;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

/** Ids are `STREAM/NUMBER`, so that an id names its stream even after its event was dropped. */
export function createEventLog(): EventStore {
  const events: LoggedEvent[] = [];
  let bytes = 0;
  let lastSeq = 0;
  /** Last dropped event of each stream: a request for what followed an earlier event comes too late. */
  const droppedUpTo = new Map<string, number>();

  const drop = () => {
    const oldest = events.shift();
    if (oldest === undefined) return;
    bytes -= oldest.bytes;
    droppedUpTo.set(oldest.stream, oldest.seq);
    if (droppedUpTo.size > MCP_HTTP.replayEvents) {
      droppedUpTo.delete(droppedUpTo.keys().next().value ?? "");
    }
  };
  const isStored = (stream: string, seq: number) =>
    events.some((loggedEvent) => loggedEvent.stream === stream && loggedEvent.seq === seq) ||
    droppedUpTo.get(stream) === seq;

  return {
    storeEvent: async (stream, message) => {
      const seq = ++lastSeq;
      const size = JSON.stringify(message).length;
      events.push({ seq, stream, message, bytes: size });
      bytes += size;
      // Always keeps the newest event, whatever its size: it may be the one that did not arrive.
      while (
        events.length > 1 &&
        (events.length > MCP_HTTP.replayEvents || bytes > MCP_HTTP.replayBytes)
      ) {
        drop();
      }
      return `${stream}/${seq}`;
    },
    getStreamIdForEventId: async (id) => {
      const at = parsedId(id);
      return at !== null && isStored(at.stream, at.seq) ? at.stream : undefined;
    },
    replayEventsAfter: async (id, { send }) => {
      const at = parsedId(id);
      if (at === null) throw new Error("no such event");
      for (const { seq, stream, message } of [...events]) {
        if (stream === at.stream && seq > at.seq) await send(`${stream}/${seq}`, message);
      }
      return at.stream;
    },
  };
}

function parsedId(id: string): { readonly stream: string; readonly seq: number } | null {
  const found = /^([\w-]{1,64})\/(\d{1,15})$/.exec(id);
  return found === null ? null : { stream: found[1] ?? "", seq: Number(found[2]) };
}
