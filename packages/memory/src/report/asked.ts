/** What asking agents to record notes costs, and what it yields. */
import type { ProjectId } from "../domain/ids.ts";
import { countPromoted } from "../store/candidates.ts";
import type { Database } from "../store/drivers/driver.ts";
import { countRequests } from "../store/injections.ts";

export interface Asked {
  readonly requests: number;
  readonly tokens: number;
  /** Memories that notes became, asked for or not. */
  readonly notes: number;
}

/** `session` null: in all sessions of the project. */
export async function askedOf(
  db: Database,
  projectId: ProjectId,
  session: string | null,
): Promise<Asked> {
  const { requests, tokens } = await countRequests(db, projectId, session);
  return { requests, tokens, notes: await countPromoted(db, projectId, "agent_note", session) };
}
