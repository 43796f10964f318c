/**
 * Opens the store for one in four results of a shell that passed. An agent that works in its shell alone would otherwise meet no
 * hook with an answer until its next prompt, and could not be asked for a note within a long turn.
 */
import { digestOf } from "../text-digest.ts";

const ONE_IN = 4;

/** The same in every process that sees this call. */
export function answersShellResult(callId: string): boolean {
  const [hash = ""] = digestOf(callId).split(":");
  return Number.parseInt(hash.slice(-4), 16) % ONE_IN === 0;
}
