/** Limits the stored evidence of a memory. */
import type { Evidence } from "./memory.ts";

const MAX_EVIDENCE = 12;

/** Returns the last dozen items in order, each once; counted evidence does not displace a person's. */
export function newestEvidence(evidence: readonly Evidence[]): Evidence[] {
  const all = [...new Map(evidence.map((item) => [keyOf(item), item])).values()];
  const isUsers = ({ kind }: Evidence) => kind === "user";
  const users = all.filter(isUsers).slice(-MAX_EVIDENCE);
  const room = MAX_EVIDENCE - users.length;
  const others = new Set(room === 0 ? [] : all.filter((item) => !isUsers(item)).slice(-room));
  const fromUsers = new Set(users);
  return all.filter((item) => fromUsers.has(item) || others.has(item));
}

/** Returns the identity of an item: evidence of a session counts once, and evidence without a session can be repeated. */
function keyOf({ kind, session, detail, atMs }: Evidence): string {
  return JSON.stringify([kind, detail, session ?? atMs]);
}
