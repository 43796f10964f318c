/**
 * Limits what external data claims about itself: global, pinned, verified, stated by a person. The file's author decided that
 * and not the user, so an import ignores these claims unless requested otherwise.
 */
import type { Memory } from "../../domain/memory.ts";

export interface ImportTrust {
  /** True if the importing person vouches for these claims. */
  readonly isTrusted?: boolean | undefined;
}

/** Returns the memory as a merely imported one; the same object if it claims nothing. */
export function asStatedElsewhere(memory: Memory): Memory {
  const { scope, isPinned, standing, source } = memory;
  const claims =
    scope === "global" ||
    isPinned ||
    standing === "verified" ||
    source === "user_taught" ||
    source === "user_corrected";
  if (!claims) return memory;
  return {
    ...memory,
    scope: scope === "global" ? "project" : scope,
    isPinned: false,
    standing: standing === "verified" ? "believed" : standing,
    source: source === "user_taught" || source === "user_corrected" ? "imported" : source,
  };
}
