/** As much of what bears a memory out as is kept. */
import type { Evidence } from "./memory.ts";

const MOST = 12;

/** The last dozen, in order, each once; a person's word is not pushed out by what is only counted. */
export function newestEvidence(told: readonly Evidence[]): Evidence[] {
  const all = [...new Map(told.map((one) => [keyOf(one), one])).values()];
  const isUsers = ({ kind }: Evidence) => kind === "user";
  const users = all.filter(isUsers).slice(-MOST);
  const room = MOST - users.length;
  const others = new Set(room === 0 ? [] : all.filter((one) => !isUsers(one)).slice(-room));
  const kept = new Set(users);
  return all.filter((one) => kept.has(one) || others.has(one));
}

/** What a session shows it shows once; what is said outside of one can be said again. */
function keyOf({ kind, session, detail, atMs }: Evidence): string {
  return JSON.stringify([kind, detail, session ?? atMs]);
}
