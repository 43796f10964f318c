/** A memory of another program's store, before it is imported. */
import type { MemoryType } from "../../domain/memory.ts";

/** Programs whose stores can be read; the last is Tacit's own, which is only audited. */
export const STORE_KINDS = [
  "claude-mem",
  "mem0",
  "basic-memory",
  "engram",
  "agentmemory",
  "memory-json",
  "jcode",
  "ade",
  "auto-claude",
  "claude-memory",
  "tacit",
] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

export interface ForeignMemory {
  /** Stable as long as it is the same memory there, even if its text changes. */
  readonly id: string;
  /** Location for people: a table and row, or a file and line. */
  readonly place: string;
  readonly content: string;
  readonly type: MemoryType | undefined;
  /** As stated there: absolute, or relative to some folder. */
  readonly files: readonly string[];
  readonly tags: readonly string[];
  readonly createdAtMs: number | undefined;
  readonly confidence: number | undefined;
  readonly session: string | undefined;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  /** Its project as named by that program: a name or a folder; null: none, or all. */
  readonly project: string | null;
  /** True if it is about the person, independent of the project. */
  readonly isGlobal: boolean;
  /** True if deleted, archived or superseded there. */
  readonly isGone: boolean;
}

export type StoreItem =
  | { readonly memory: ForeignMemory }
  | { readonly place: string; readonly problem: string };

export interface StoreReader {
  readonly kind: StoreKind;
  /** Throws "source_newer" for an unknown format, "source_unreadable" for a damaged store. */
  readonly read: () => AsyncIterable<StoreItem> | Iterable<StoreItem>;
}

/** Returns an item from the given fields; the rest is empty. */
export function foreignMemory(
  fields: Pick<ForeignMemory, "id" | "place" | "content"> & Partial<ForeignMemory>,
): StoreItem {
  return {
    memory: {
      type: undefined,
      files: [],
      tags: [],
      createdAtMs: undefined,
      confidence: undefined,
      session: undefined,
      branch: undefined,
      commit: undefined,
      project: null,
      isGlobal: false,
      isGone: false,
      ...fields,
    },
  };
}
