/**
 * Who may read a memory? A person reads everything. An agent reads what is meant for it: nothing secret, unless the user allowed it,
 * and of what belongs to one session, one agent or one task only its own. Pure.
 */
import type { Memory, Scope } from "./memory.ts";

export interface AgentReader {
  /** The host's session id; a subagent's begins with its parent's. Null where nobody says. */
  readonly session: string | null;
  /** The host program, such as `claude-code`. */
  readonly agent: string | null;
  /** What is checked out: a task is the work on a branch. */
  readonly branch: string | null;
  readonly maySeeSecrets: boolean;
}

/** Null: a person. */
export type Audience = AgentReader | null;

type Owned = Pick<Memory, "scope" | "scopeOwner" | "visibility">;

export function isVisibleTo(audience: Audience, memory: Owned): boolean {
  if (audience === null) return true;
  if (memory.visibility === "secret" && !audience.maySeeSecrets) return false;
  // Stored before owners were: nobody knows whose it is.
  if (memory.scopeOwner === null) return true;
  return OWNS[memory.scope](audience, memory.scopeOwner);
}

const OWNS: Readonly<Record<Scope, (reader: AgentReader, owner: string) => boolean>> = {
  global: () => true,
  project: () => true,
  task: ({ branch }, owner) => branch === owner,
  session: ({ session }, owner) => session === owner || session?.startsWith(`${owner}/`) === true,
  // Over MCP a program calls itself by a longer name: `codex-mcp-client`.
  agent: ({ agent }, owner) =>
    agent !== null && (agent.startsWith(owner) || owner.startsWith(agent)),
};
