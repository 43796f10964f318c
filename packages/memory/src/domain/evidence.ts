/** As much of what bears a memory out as is kept. */
import type { Evidence } from "./memory.ts";

const MOST = 12;

/** The last dozen, in order, each once; a person's word is not pushed out by what is only counted. */
export function newestEvidence(evidence: readonly Evidence[]): Evidence[] {
  const all = [...new Map(evidence.map((item) => [keyOf(item), item])).values()];
  const isUsers = ({ kind }: Evidence) => kind === "user";
  const users = all.filter(isUsers).slice(-MOST);
  const room = MOST - users.length;
  const others = new Set(room === 0 ? [] : all.filter((item) => !isUsers(item)).slice(-room));
  const fromUsers = new Set(users);
  return all.filter((item) => fromUsers.has(item) || others.has(item));
}

/** What a session shows it shows once; what is said outside of one can be said again. */
function keyOf({ kind, session, detail, atMs }: Evidence): string {
  return JSON.stringify([kind, detail, session ?? atMs]);
}
