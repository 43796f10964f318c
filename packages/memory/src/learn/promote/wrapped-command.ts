/**
 * Detects a habit that only wraps another one: `wrap npm run lint` where more sessions run `npm run lint` directly. It is
 * another way to the same result, and the effect of the wrapper on the output is unknown. Where the bare command does not
 * work, no session shows it, and the wrapped habit is stored.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { Candidate } from "../../domain/candidate.ts";
import { findCandidate } from "../../store/memories/candidates.ts";

/** Whether the command without its prefix is a memory that at least as many sessions have shown. */
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
