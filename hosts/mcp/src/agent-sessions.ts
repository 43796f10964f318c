/** The newest sessions of agents: a history of git is kept as a session too, and is none of them. */
import type { Tacit } from "@tacit-memory/memory";

type Sessions = Awaited<ReturnType<Tacit["sessions"]>>;

export async function agentSessions(
  tacit: Pick<Tacit, "sessions">,
  most: number,
): Promise<Sessions> {
  // A project has one history; one that was merged with another brings its own.
  const all = await tacit.sessions(most + MAX_HISTORIES);
  return all.filter(({ agent }) => agent !== "git").slice(0, most);
}

const MAX_HISTORIES = 10;
