/**
 * What data from outside says of its own worth: of every project, pinned, verified, a person's word. Whoever wrote the file
 * decided that, not the person of this home, so an import takes none of it over unless it is asked to.
 */
import type { Memory } from "../../domain/memory.ts";

export interface Trust {
  /** The person who imports vouches for what the data says of itself. */
  readonly isTrusted?: boolean | undefined;
}

/** As a memory that was only imported. The same object where it claims nothing. */
export function asStatedElsewhere(memory: Memory): Memory {
  const { scope, isPinned, standing: trust, source } = memory;
  const claims =
    scope === "global" ||
    isPinned ||
    trust === "verified" ||
    source === "user_taught" ||
    source === "user_corrected";
  if (!claims) return memory;
  return {
    ...memory,
    scope: scope === "global" ? "project" : scope,
    isPinned: false,
    standing: trust === "verified" ? "believed" : trust,
    source: source === "user_taught" || source === "user_corrected" ? "imported" : source,
  };
}
