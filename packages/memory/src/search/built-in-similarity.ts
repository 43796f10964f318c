/**
 * Computes how similar memories found by words are, with the built-in encoder, whichever encoder is chosen. The gate was
 * fitted on its cosines, and a prompt waits for the answer, so no model is loaded and no server called.
 */

import { type CodedVector, quantize } from "@tacit-memory/encoder";
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../domain/ids.ts";
import { vectorsOf } from "../store/memories/embeddings.ts";
import { getMemories } from "../store/memories/memories.ts";
import { textOf } from "./embed/text-of.ts";
import { type BuiltInEncoder, openBuiltInEncoder } from "./encoders/built-in-encoder.ts";

export interface ShippedMeaning {
  /** Returns the vector of a query; all zeros for one without a word. Throws "encoder_missing", "encoder_failed". */
  readonly vector: (query: string, emphasis: (word: string) => number) => Float32Array;
  /** Returns the vectors from the table, or computes them when the chosen encoder left none there. */
  readonly vectorsOf: (ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, CodedVector>>;
  readonly close: () => Promise<void>;
}

export function shippedMeaning(db: Database): ShippedMeaning {
  let opened: BuiltInEncoder | null = null;
  const encoder = () => {
    opened ??= openBuiltInEncoder();
    return opened;
  };
  return {
    vector: (query, emphasis) => encoder().encodeNow(query, { emphasis }),
    vectorsOf: async (ids) => {
      const found = await inTable(db, encoder().id, ids);
      const missing = await getMemories(
        db,
        ids.filter((id) => !found.has(id)),
      );
      for (const memory of missing) {
        const { codes, scale } = quantize(
          encoder().encodeNow(textOf(memory, { withPrefix: false })),
        );
        found.set(memory.id, { codes: new Uint8Array(codes.buffer), scale });
      }
      return found;
    },
    close: async () => opened?.close(),
  };
}

export async function inTable(
  db: Database,
  encoderId: string,
  ids: readonly MemoryId[],
): Promise<Map<MemoryId, CodedVector>> {
  const rows = await vectorsOf(db, encoderId, ids);
  return new Map(rows.map((row): [MemoryId, CodedVector] => [row.memoryId, row]));
}
