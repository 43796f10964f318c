/**
 * Events in the order in which they happened, whatever the order in which they came. Hooks are processes of their own, and
 * one overtakes another; a spool is read late; a clock is put back.
 */
import type { Event } from "@tacit-memory/protocol";
import { DETECT } from "./tuning.ts";

/**
 * By time, numbered anew from 0. Whoever is dated the same, or further back than hooks overtake each other, stays where it
 * arrived: then it was the clock that moved.
 */
export function inOrder(events: readonly Event[]): Event[] {
  const skewMs = DETECT.skewMs.value;
  let latestMs = Number.NEGATIVE_INFINITY;
  const placed = events.map((event) => {
    const saidMs = Date.parse(event.ts);
    const isLate = saidMs < latestMs && saidMs >= latestMs - skewMs;
    const atMs = saidMs >= latestMs || isLate ? saidMs : latestMs;
    latestMs = Math.max(latestMs, atMs);
    return { event, atMs };
  });
  return placed
    .map((one, arrival) => ({ ...one, arrival }))
    .sort((a, b) => a.atMs - b.atMs || a.arrival - b.arrival)
    .map(({ event }, seq) => ({ ...event, seq }));
}
