/** Whether the code that memories are about still stands. */
import type { Anchor } from "../anchors/anchor.ts";
import type { CodeState } from "../hit.ts";
import type { MemoryId } from "../ids.ts";
import type { Memory } from "../memory.ts";

export interface CheckOptions {
  readonly nowMs: number;
  /** Files that the question is about, relative to the root: what is not where it was may be in one of them. */
  readonly asked?: readonly string[] | undefined;
  /** Git may be asked, which takes milliseconds. Hooks may not. */
  readonly mayAskGit?: boolean | undefined;
  /** Count the commits that touched the symbol itself, which takes longer. */
  readonly isExplained?: boolean | undefined;
}

/** `projectId`: null for one of every project. */
type Subject = Pick<Memory, "id" | "files" | "invalidWhen"> & Partial<Pick<Memory, "projectId">>;

/** Keeps what it learned of files; one for an open engine. */
export interface FreshnessCheck {
  readonly check: (
    subjects: readonly Subject[],
    anchors: readonly Anchor[],
    options: CheckOptions,
  ) => Promise<Map<MemoryId, CodeState>>;
}
