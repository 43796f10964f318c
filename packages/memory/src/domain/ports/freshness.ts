/** Port that checks whether the code under memories is unchanged. */
import type { Anchor } from "../anchors/anchor.ts";
import type { CodeState } from "../hit.ts";
import type { MemoryId } from "../ids.ts";
import type { Memory } from "../memory.ts";

export interface CheckOptions {
  readonly nowMs: number;
  /** Files the query is about, relative to the root: missing code may be in one of them. */
  readonly queryFiles?: readonly string[] | undefined;
  /** True if git may be called, which takes milliseconds; hooks must not. */
  readonly mayAskGit?: boolean | undefined;
  /** Counts the commits that touched the symbol itself, which takes longer. */
  readonly isExplained?: boolean | undefined;
}

/** `projectId`: null for a global memory. */
type Subject = Pick<Memory, "id" | "files" | "invalidWhen"> & Partial<Pick<Memory, "projectId">>;

/** Freshness check that caches file states; create one per open engine. */
export interface FreshnessCheck {
  readonly check: (
    subjects: readonly Subject[],
    anchors: readonly Anchor[],
    options: CheckOptions,
  ) => Promise<Map<MemoryId, CodeState>>;
}
