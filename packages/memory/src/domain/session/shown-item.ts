/** An item shown by a block, as stored in the ledger. */
import type { MemoryId } from "../ids.ts";

/** A memory in full, or a pointer to a memory or to a passage of a past session. */
export interface ShownItem {
  /** A memory's id, or `ses:…` of a passage. */
  readonly id: MemoryId | string;
  readonly tokens: number;
  /** Null: shown in full. For a pointer: the trust of the memory at that time; "" for a passage. */
  readonly pointedAs: string | null;
}
