/**
 * Opens the store for one in four successful shell results. Otherwise an agent that works only in its shell would meet no
 * hook with an answer until its next prompt, and could not be asked for a note within a long turn.
 */
import { digestOf } from "../text-digest.ts";

const ONE_IN = 4;

/** Returns whether this call opens the store: the same answer in every process that sees the call. */
export function answersShellResult(callId: string): boolean {
  const [hash = ""] = digestOf(callId).split(":");
  return Number.parseInt(hash.slice(-4), 16) % ONE_IN === 0;
}
