/**
 * Which sessions of a host that does not say so are over? Those in which the agent had the last word, when
 * another one begins. One of them may only wait for its user: what comes later is learned from later.
 */
import type { Tacit } from "@tacit-memory/memory";

/** One that begins learns from few: more than these have not been left open since the last one began. */
const MOST = 5;

/** Agents whose hosts do not always say that a session is over. */
const ENDS_UNTOLD: ReadonlySet<string | null> = new Set(["qwen", "cursor", "cline", "windsurf"]);

/** Learns from them. Whether time sufficed. `beginning`: the session that begins. */
export async function closeFinishedTurns(
  tacit: Tacit,
  beginning: { readonly agent: string | null; readonly session: string },
  mayGoOn: () => boolean,
): Promise<boolean> {
  const open = (await tacit.sessions.recent(MOST)).filter(
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

/** The same for the worker, which no session started: of each such agent the newest session is the one that goes on. */
export async function closeAllFinishedTurns(tacit: Tacit, mayGoOn: () => boolean): Promise<void> {
  const newest = new Map<string | null, string>();
  for (const { agent, id } of (await tacit.sessions.recent(MOST)).reverse()) newest.set(agent, id);
  for (const [agent, session] of newest)
    if (ENDS_UNTOLD.has(agent)) await closeFinishedTurns(tacit, { agent, session }, mayGoOn);
}
