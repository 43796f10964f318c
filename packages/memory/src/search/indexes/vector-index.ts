/** The index of the memories' vectors: rows of the store in classes that filters select; failures are a `MemoryError`. */
import {
  type CodedVector,
  EncoderError,
  type VectorIndexOptions as IndexOptions,
  openVectorIndex as open,
  type VectorRow as Row,
  type VectorIndex as RowIndex,
  type VectorStamp,
} from "@tacit-memory/encoder";
import { memoryErrorOf } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { VectorRow } from "../../domain/ports/vector.ts";
import { className, passesByName, type RowFilter, typeOfClass } from "./row-classes.ts";

/** The table of the store. `VectorSource` of the encoder package describes each function. */
interface VectorTable {
  readonly since: (seq: number, limit: number) => Promise<readonly VectorRow[]>;
  readonly stamp: () => Promise<VectorStamp>;
  readonly liveSeqs: () => Promise<readonly number[]>;
  readonly of: (
    ids: readonly MemoryId[],
  ) => Promise<readonly Pick<VectorRow, "memoryId" | "codes">[]>;
}

export interface VectorIndexOptions extends Omit<IndexOptions, "rows"> {
  readonly rows: VectorTable;
}

interface VectorHit {
  readonly memoryId: MemoryId;
  readonly type: string;
  /** Cosine, in [-1, 1]. */
  readonly score: number;
}

export interface VectorIndex extends Omit<RowIndex, "search" | "vectorsOf"> {
  /** Returns the `k` (at most 4096) nearest memories by cosine, best first. */
  search(query: Float32Array, filter: RowFilter, k: number): Promise<readonly VectorHit[]>;
  /** Returns the vectors of these memories; those without a vector are left out. */
  vectorsOf(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, CodedVector>>;
}

/** Opens the index. Throws "internal" for impossible dimensions, and what the table throws. */
export async function openVectorIndex(options: VectorIndexOptions): Promise<VectorIndex> {
  const { rows } = options;
  const index = await open({
    ...options,
    rows: {
      since: async (seq, limit) => (await rows.since(seq, limit)).map(indexRow),
      stamp: () => rows.stamp(),
      liveSeqs: () => rows.liveSeqs(),
      of: async (ids) =>
        (await rows.of(ids as MemoryId[])).map(({ memoryId: id, codes }) => ({ id, codes })),
    },
  }).catch(rethrow);
  return {
    get size() {
      return index.size;
    },
    get state() {
      return index.state;
    },
    get reason() {
      return index.reason;
    },
    get unwritten() {
      return index.unwritten;
    },
    search: async (query, filter, k) => {
      const hits = await index.search(query, passesByName(filter), k).catch(rethrow);
      return hits.map((hit) => ({
        memoryId: hit.id as MemoryId,
        type: typeOfClass(hit.className),
        score: hit.score,
      }));
    },
    vectorsOf: async (ids) =>
      (await index.vectorsOf(ids).catch(rethrow)) as ReadonlyMap<MemoryId, CodedVector>,
    load: () => index.load().catch(rethrow),
    refresh: () => index.refresh().catch(rethrow),
    flush: () => index.flush().catch(rethrow),
    close: () => index.close(),
  };
}

function indexRow(row: VectorRow): Row {
  const { seq, memoryId: id, rid, codes } = row;
  return { seq, id, rid, codes, className: className(row) };
}

function rethrow(error: unknown): never {
  throw EncoderError.is(error) ? memoryErrorOf(error) : error;
}
