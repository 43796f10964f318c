/**
 * Which sessions of a host that does not say so are over? Those in which the agent had the last word, when
 * another one begins. One of them may only wait for its user: what comes later is learned from later.
 */
import type { Tacit } from "@tacit-memory/memory";
import type { HookCall } from "./host.ts";

/** One that begins learns from few: more than these have not been left open since the last one began. */
const MOST = 5;

/** Learns from them. */
export async function settleFinishedTurns(tacit: Tacit, call: HookCall): Promise<void> {
  const agent = call.events[0]?.agent ?? null;
  const open = (await tacit.sessions(MOST)).filter(
    (one) =>
      one.agent === agent &&
      one.id !== call.session &&
      one.state === "open" &&
      one.nextSeq > one.promotedSeq + 1,
  );
  for (const { rid, id } of open) {
    const last = (await tacit.events(id)).at(-1);
    if (last?.kind === "message") await tacit.settleSessions([rid]);
  }
}
