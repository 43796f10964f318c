/** A statement to be stored as a memory, as a person or an agent makes it. */
import type { NewMemory } from "../learn/promote/new-memory.ts";

export interface Teaching extends Omit<NewMemory, "sessions"> {
  /** Output of a failed command, or its significant line: the memory is shown when that error returns. */
  readonly error?: string | undefined;
  /** Host session in which it was stated: it is known there and not shown again. */
  readonly session?: string | undefined;
  readonly isVerbatim?: boolean | undefined;
  /** If its session is still running, the memory is a note of that session and finalised with it (domain/session-note.ts). */
  readonly isNote?: boolean | undefined;
  /**
   * If true, applies on every branch at once; otherwise a memory learned on a branch applies only there until the branch is
   * merged.
   */
  readonly isDurable?: boolean | undefined;
}
