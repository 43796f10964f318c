/** What a block shows, as the ledger keeps it. */
import type { MemoryId } from "../ids.ts";

/** A memory in full, or a pointer to a memory or to a passage of a past session. */
export interface ShownItem {
  /** A memory's id, or `ses:…` of a passage. */
  readonly id: MemoryId | string;
  readonly tokens: number;
  /** Null: in full. As a pointer: the standing that the memory had then; "" for a passage. */
  readonly pointedAs: string | null;
}
