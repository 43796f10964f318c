/**
 * Decides who may read a memory. A person may read everything. An agent may read no secret memories unless the user allowed
 * it, and of memories that belong to one session, agent or task only its own. Pure.
 */
import type { Memory, Scope } from "./memory.ts";

export interface AgentReader {
  /** Session id of the host; a subagent's begins with its parent's. Null if unknown. */
  readonly session: string | null;
  /** The host program, such as `claude-code`. */
  readonly agent: string | null;
  /** Branch checked out now: a task is the work on a branch. */
  readonly branch: string | null;
  readonly maySeeSecrets: boolean;
}

/** Null: a person. */
export type Audience = AgentReader | null;

type Owned = Pick<Memory, "scope" | "scopeOwner" | "visibility">;

export function isVisibleTo(audience: Audience, memory: Owned): boolean {
  if (audience === null) return true;
  if (memory.visibility === "secret" && !audience.maySeeSecrets) return false;
  // Stored before owners were recorded, so the owner is unknown.
  if (memory.scopeOwner === null) return true;
  return OWNS[memory.scope](audience, memory.scopeOwner);
}

const OWNS: Readonly<Record<Scope, (reader: AgentReader, owner: string) => boolean>> = {
  global: () => true,
  project: () => true,
  task: ({ branch }, owner) => branch === owner,
  session: ({ session }, owner) => session === owner || session?.startsWith(`${owner}/`) === true,
  // Over MCP a program uses a longer name: `codex-mcp-client`.
  agent: ({ agent }, owner) =>
    agent !== null && (agent.startsWith(owner) || owner.startsWith(agent)),
};
