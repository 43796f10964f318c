/** What would be remembered, in words, before it has an identity. */
import type { MemoryType } from "./memory.ts";

export interface Draft {
  readonly type: MemoryType;
  /** At most 80 characters. */
  readonly title: string;
  readonly content: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
}

/** A draft from the parts that matter; the rest empty. */
export function draft(parts: Pick<Draft, "type" | "title" | "content"> & Partial<Draft>): Draft {
  return {
    payload: {},
    files: [],
    symbols: [],
    tags: [],
    triggers: [],
    errorFingerprint: null,
    ...parts,
  };
}
