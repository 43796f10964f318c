/** Whose is a memory, and who is asking: what scopes and secrecy are decided by. */
import { MemoryError } from "../domain/errors.ts";
import type { Scope } from "../domain/memory.ts";
import type { AgentReader } from "../domain/visibility.ts";
import type { Workspace } from "../workspace.ts";

export interface Asking {
  readonly session: string | null;
  readonly agent?: string | null | undefined;
}

/** An agent that asks, or is shown something. */
export function agentReader(
  { identity, showsSecrets }: Pick<Workspace, "identity" | "showsSecrets">,
  { session, agent = null }: Asking,
): AgentReader {
  return { session, agent, branch: identity.branch, maySeeSecrets: showsSecrets };
}

export interface Ownership {
  readonly scope?: Scope | undefined;
  /** As somebody said it. */
  readonly scopeOwner?: string | null | undefined;
  readonly session?: string | undefined;
  readonly agent?: string | null | undefined;
}

/** Whose a memory of this scope is; null where a scope has no owner. Throws "usage" where nobody says. */
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
