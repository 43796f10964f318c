/** Adds Tacit's own index to the contenders. Its table is simulated in memory, so that only the index is measured. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { quantize } from "../../packages/encoder/src/kernel/quantize.ts";
import { VECTORS } from "../../packages/encoder/src/vector-index/tuning.ts";
import type { MemoryId, ProjectId } from "../../packages/memory/src/domain/ids.ts";
import type { VectorRow } from "../../packages/memory/src/domain/ports/vector.ts";
import type { RowFilter } from "../../packages/memory/src/search/indexes/row-classes.ts";
import {
  openVectorIndex,
  type VectorIndexOptions,
} from "../../packages/memory/src/search/indexes/vector-index.ts";
import { type Contender, type Opened, rowOf } from "./contender.ts";
import { type Dataset, DIMS, PROJECTS } from "./dataset.ts";
import { ENCODER, EVERYTHING, IN_PROJECT, SIDE_FILE } from "./side-file-names.ts";

interface Table {
  readonly put: (row: number, vector: Float32Array) => void;
  readonly drop: (gone: readonly number[]) => void;
  readonly source: VectorIndexOptions["rows"];
}

function createTable(): Table {
  let rows: VectorRow[] = [];
  let [lastSeq, seqSum, deletions] = [0, 0, 0];
  const firstAfter = (seq: number) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.seq ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    put: (row, vector) => {
      const { codes, scale } = quantize(vector);
      lastSeq++;
      seqSum = (seqSum + lastSeq) % 2 ** 42;
      rows.push({
        seq: lastSeq,
        memoryId: idOf(row),
        rid: row + 1,
        projectId: `p${row % PROJECTS}` as ProjectId,
        type: "fact",
        scope: "project",
        state: "active",
        isSuperseded: false,
        stage: null,
        dims: DIMS,
        scale,
        codes: new Uint8Array(codes.buffer),
      });
    },
    drop: (gone) => {
      const rids = new Set(gone.map((row) => row + 1));
      for (const row of rows) if (rids.has(row.rid)) seqSum -= row.seq;
      rows = rows.filter((row) => !rids.has(row.rid));
      seqSum = ((seqSum % 2 ** 42) + 2 ** 42) % 2 ** 42;
      deletions += gone.length;
    },
    source: {
      since: async (seq, limit) => rows.slice(firstAfter(seq), firstAfter(seq) + limit),
      stamp: async () => ({ lastSeq, seqSum, live: rows.length, deletions }),
      liveSeqs: async () => rows.map((row) => row.seq),
      of: async (ids) => rows.filter(({ memoryId }) => ids.includes(memoryId)),
    },
  };
}

function idOf(row: number): MemoryId {
  return `00000000-0000-7000-8000-${row.toString(16).padStart(12, "0")}` as MemoryId;
}

function rowOfId(id: string): number {
  return Number.parseInt(id.slice(-12), 16);
}

function contender(name: string, minRows: number, limits: VectorIndexOptions["limits"]): Contender {
  // Separate file names, so that variants neither find each other's file nor leave theirs to the cold-start process.
  const file = limits === undefined ? SIDE_FILE : `${name}.idx`;
  return {
    name,
    isExact: false,
    minRows,
    maxRows: Number.POSITIVE_INFINITY,
    why: "it is the same as tacit",
    open: (data, folder) => open(data, join(folder, file), limits),
  };
}

/** The index with its real limits, and with other limits that affect the result. */
export const OURS = contender("tacit", 0, undefined);
export const VARIANTS = [
  contender("tacit exact", VECTORS.exactRows.value + 1, { exactRows: Number.POSITIVE_INFINITY }),
  contender("tacit 1000 candidates", VECTORS.exactRows.value + 1, { bitCandidates: 1000 }),
  contender("tacit 10000 candidates", VECTORS.exactRows.value + 1, { bitCandidates: 10_000 }),
];

async function open(
  data: Dataset,
  path: string,
  limits: VectorIndexOptions["limits"],
): Promise<Opened> {
  const table = createTable();
  for (let row = 0; row < data.count; row++) table.put(row, rowOf(data, row));
  const rows = table.source;
  const index = await openVectorIndex({ path, encoderId: ENCODER, dims: DIMS, rows, limits });
  const search = async (query: Float32Array, filter: RowFilter, k: number) =>
    (await index.search(query, filter, k)).map((hit) => rowOfId(hit.memoryId));
  let next = data.count;
  return {
    search: (query, k) => search(query, EVERYTHING, k),
    searchProject: (query, k) => search(query, IN_PROJECT, k),
    add: async (vectors) => {
      for (const vector of vectors) table.put(next++, vector);
      await index.refresh();
    },
    remove: async (gone) => {
      table.drop(gone);
      await index.refresh();
    },
    bytes: () => statSync(path).size,
    close: () => index.close(),
  };
}
