/** Decides to whom a memory belongs and who is asking, for scopes and secrecy. */
import { MemoryError } from "../domain/errors.ts";
import type { Scope } from "../domain/memory.ts";
import type { AgentReader } from "../domain/visibility.ts";
import type { Workspace } from "../workspace.ts";

export interface AgentSession {
  readonly session: string | null;
  readonly agent?: string | null | undefined;
}

/** Returns the reader for an agent that asks or is shown something. */
export function agentReader(
  { identity, showsSecrets }: Pick<Workspace, "identity" | "showsSecrets">,
  { session, agent = null }: AgentSession,
): AgentReader {
  return { session, agent, branch: identity.branch, maySeeSecrets: showsSecrets };
}

export interface Ownership {
  readonly scope?: Scope | undefined;
  /** Owner as stated in the input. */
  readonly scopeOwner?: string | null | undefined;
  readonly session?: string | undefined;
  readonly agent?: string | null | undefined;
}

/** Returns the owner of a memory of this scope; null for a scope without owners. Throws "usage" when the owner is unknown. */
export function ownerOf(
  { identity }: Pick<Workspace, "identity">,
  ownership: Ownership,
): string | null {
  const { scope = "project", scopeOwner, session, agent } = ownership;
  if (scope === "project" || scope === "global") return null;
  const owner = scopeOwner ?? { session, agent, task: identity.branch }[scope];
  if (owner != null && owner !== "") return owner;
  throw new MemoryError("usage", { reason: MISSING[scope] });
}

const MISSING = {
  session: "scope session needs a session: give its id as the owner",
  agent: "scope agent needs an agent: give its name as the owner, such as claude-code",
  task: "scope task needs a branch, and none is checked out: give its name as the owner",
} as const;
