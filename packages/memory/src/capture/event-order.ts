/**
 * Sorts events into the order in which they happened. Hooks are separate processes and may overtake each other, a spool may
 * be read late, and a clock may be set back.
 */
import type { Event } from "@tacit-memory/protocol";

export type OrderedEvent = Event & {
  /** Number of the event in the log, from which `seq` differs after a late arrival or when older events are left out. */
  readonly storedSeq?: number | undefined;
};

/** Milliseconds by which an event may come late: hooks end within seconds, and a machine may sleep in between. */
export const SKEW_MS = 120_000;

/**
 * Sorts events by time and numbers them from 0. Events with the same time, or with a time further back than SKEW_MS, keep the
 * order in which they arrived: in the second case the clock was changed.
 */
export function inOrder(events: readonly Event[]): OrderedEvent[] {
  let latestMs = Number.NEGATIVE_INFINITY;
  const placed = events.map((event) => {
    const statedMs = Date.parse(event.ts);
    const isLate = statedMs < latestMs && statedMs >= latestMs - SKEW_MS;
    const atMs = statedMs >= latestMs || isLate ? statedMs : latestMs;
    latestMs = Math.max(latestMs, atMs);
    return { event, atMs };
  });
  return placed
    .map((item, arrival) => ({ ...item, arrival }))
    .sort((a, b) => a.atMs - b.atMs || a.arrival - b.arrival)
    .map(({ event }, seq) => ({ ...event, seq, storedSeq: event.seq }));
}

/** Returns the number in the log of an event of this order. */
export function storedSeqsOf(events: readonly OrderedEvent[]): (seq: number) => number {
  const stored = new Map(events.map(({ seq, storedSeq }) => [seq, storedSeq]));
  return (seq) => stored.get(seq) ?? seq;
}
