/** As much of what bears a memory out as is kept. */
import type { Evidence } from "./memory.ts";

const MOST = 12;

/** The last dozen, in order; a person's word is not pushed out by what is only counted. */
export function newestEvidence(all: readonly Evidence[]): Evidence[] {
  const isUsers = ({ kind }: Evidence) => kind === "user";
  const users = all.filter(isUsers).slice(-MOST);
  const room = MOST - users.length;
  const others = new Set(room === 0 ? [] : all.filter((one) => !isUsers(one)).slice(-room));
  const kept = new Set(users);
  return all.filter((one) => kept.has(one) || others.has(one));
}
