/** What another program's store tells of one memory, before it is one of ours. */
import type { MemoryType } from "../../domain/memory.ts";

/** Programs whose stores can be read; the last is our own, which is only looked at. */
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
  /** Stays the same for as long as it is that memory there, whatever becomes of its words. */
  readonly id: string;
  /** Where somebody finds it: a table and row, a file and line. */
  readonly place: string;
  readonly content: string;
  readonly type: MemoryType | undefined;
  /** As told there: absolute, or from some folder. */
  readonly files: readonly string[];
  readonly tags: readonly string[];
  readonly createdAtMs: number | undefined;
  readonly confidence: number | undefined;
  readonly session: string | undefined;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  /** The project it is of, in that program's words: a name or a folder; null: none, or all. */
  readonly project: string | null;
  /** Of the person, whatever the project. */
  readonly isGlobal: boolean;
  /** Deleted, archived or superseded there. */
  readonly isGone: boolean;
}

export type StoreItem =
  | { readonly memory: ForeignMemory }
  | { readonly place: string; readonly problem: string };

export interface StoreReader {
  readonly kind: StoreKind;
  /** Throws "source_newer" for a format it does not know, "source_unreadable" for damage. */
  readonly read: () => AsyncIterable<StoreItem> | Iterable<StoreItem>;
}

/** One of ours, from what a store tells; the rest empty. */
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
