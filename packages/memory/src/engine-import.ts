/** What a project has to tell before any agent was watched: its history. */
import { type Learned, settleSessions, takeIn } from "./engine-learning.ts";
import { MAX_COMMITS, readGitHistory } from "./import/git-history.ts";
import type { Life } from "./life.ts";

export interface HistoryReport {
  /** Commits that were new to the store. */
  readonly commits: number;
  readonly learned: readonly Learned[];
}

/** Takes the newest commits in and learns which files change together. Idempotent by commit. */
export async function importHistory(
  life: Life,
  limit: number = MAX_COMMITS,
): Promise<HistoryReport> {
  const { identity } = life;
  const project = identity;
  const session = `git:${identity.id}`;
  const events = readGitHistory({ session, root: identity.root, branch: identity.branch }, limit);
  async function* observations() {
    for await (const event of events) yield { project, event };
  }
  const taken = await takeIn(life, observations(), "replay");
  if (taken.events === 0) return { commits: 0, learned: [] };
  return { commits: taken.events, learned: await settleSessions(life, taken.sessions) };
}
