/**
 * Finds ended sessions of a host that does not always report an end: when another session begins, those in which the agent
 * had the last word have ended. A session may only be waiting for its user: what follows is learned later.
 */
import type { Tacit } from "@tacit-memory/memory";

/** Maximum sessions learned from at a start; no more are left open between two starts. */
const MAX_SESSIONS = 5;

/** Agents whose hosts do not always report the end of a session. */
const MAY_OMIT_END: ReadonlySet<string | null> = new Set(["qwen", "cursor", "cline", "windsurf"]);

/** Learns from finished sessions of the same agent. `beginning` is the session that begins. Returns false if time ran out. */
export async function closeFinishedTurns(
  tacit: Tacit,
  beginning: { readonly agent: string | null; readonly session: string },
  mayGoOn: () => boolean,
): Promise<boolean> {
  const open = (await tacit.sessions.recent(MAX_SESSIONS)).filter(
    (sessionRow) =>
      sessionRow.agent === beginning.agent &&
      sessionRow.id !== beginning.session &&
      sessionRow.state === "open" &&
      sessionRow.nextSeq > sessionRow.promotedSeq + 1,
  );
  for (const { rid, id } of open) {
    if (!mayGoOn()) return false;
    const last = (await tacit.sessions.events(id)).at(-1);
    if (last?.kind === "message") await tacit.sessions.learn([rid]);
  }
  return true;
}

/** Does the same in the worker, which no session started: the newest session of each such agent counts as still running. */
export async function closeAllFinishedTurns(tacit: Tacit, mayGoOn: () => boolean): Promise<void> {
  const newest = new Map<string | null, string>();
  for (const { agent, id } of (await tacit.sessions.recent(MAX_SESSIONS)).reverse())
    newest.set(agent, id);
  for (const [agent, session] of newest)
    if (MAY_OMIT_END.has(agent)) await closeFinishedTurns(tacit, { agent, session }, mayGoOn);
}
