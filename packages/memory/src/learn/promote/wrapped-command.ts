/**
 * A habit that only wraps another one: `wrap npm run lint` where more sessions run `npm run lint` as it is. It is one more way
 * to the same, and what the wrapper makes of the output is seen by nobody. Where the bare command does not work here, no
 * session shows it, and the wrapped one is told.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { Candidate } from "../../domain/candidate.ts";
import { findCandidate } from "../../store/memories/candidates.ts";

/** Whether at least as many sessions have shown the command without what stands before it, and that is a memory. */
export async function isWrapperOfKnown(db: Database, candidate: Candidate): Promise<boolean> {
  const { projectId, sessions, subject } = candidate;
  const [, purpose, command] = /^command:(\w+):([^@]+)$/.exec(subject) ?? [];
  if (purpose === undefined || command === undefined || "refused" in candidate.payload)
    return false;
  const words = command.split(" ");
  for (let from = 1; from < words.length; from++) {
    const bare = `command:${purpose}:${words.slice(from).join(" ")}`;
    const existing = await findCandidate(db, projectId, bare);
    if (existing?.state === "promoted" && existing.sessions.length >= sessions.length) return true;
  }
  return false;
}
