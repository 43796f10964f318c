/** A table in memory and vectors for tests of the index. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { lengthOf, quantize } from "../kernel/quantize.ts";
import {
  type ClassFilter,
  openVectorIndex,
  type VectorIndex,
  type VectorIndexOptions,
} from "./vector-index.ts";
import { plusSeq, type VectorRow, type VectorSource } from "./vector-rows.ts";

export const DIMS = 24;
export const CLASSES = ["blue", "green", "red"] as const;
export const EVERYTHING: ClassFilter = () => true;

/** A deterministic vector of unit length. */
export function vectorOf(seed: number, dims = DIMS): Float32Array {
  let state = seed * 2_654_435_761;
  const vector = Float32Array.from({ length: dims }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
  const length = lengthOf(vector);
  return vector.map((component) => component / length);
}

export function codesOf(seed: number, dims = DIMS): Uint8Array {
  return new Uint8Array(quantize(vectorOf(seed, dims)).codes.buffer);
}

export interface TestTable {
  readonly path: string;
  readonly folder: string;
  readonly ids: readonly string[];
  readonly options: VectorIndexOptions;
  readonly put: (id: string, seed: number, className?: string) => void;
  readonly remove: (id: string) => void;
  readonly rows: () => readonly VectorRow[];
}

/** `count` rows, row i with the vector of seed i, in three classes. */
export function createTable(count: number, dims = DIMS): TestTable {
  const folder = mkdtempSync(join(tmpdir(), "tacit-vectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const rows = new Map<string, VectorRow>();
  const rids = new Map<string, number>();
  let [lastSeq, seqSum] = [0, 0];
  const remove = (id: string) => {
    seqSum = plusSeq(seqSum, -(rows.get(id)?.seq ?? 0));
    rows.delete(id);
  };
  const put = (id: string, seed: number, className = rows.get(id)?.className ?? "red") => {
    remove(id);
    if (!rids.has(id)) rids.set(id, rids.size + 1);
    // Steps that differ, as a table with random steps has them.
    lastSeq += 1 + ((lastSeq * 7 + seed) % 5);
    seqSum = plusSeq(seqSum, lastSeq);
    const rid = rids.get(id) ?? 0;
    rows.set(id, { seq: lastSeq, id, rid, className, codes: codesOf(seed, dims) });
  };
  const sorted = () => [...rows.values()].sort((a, b) => a.seq - b.seq);
  const source: VectorSource = {
    since: async (seq, limit) =>
      sorted()
        .filter((row) => row.seq > seq)
        .slice(0, limit),
    stamp: async () => ({ lastSeq, seqSum }),
    liveSeqs: async () => sorted().map(({ seq }) => seq),
    of: async (ids) => sorted().filter(({ id }) => ids.includes(id)),
  };
  const ids = Array.from({ length: count }, (_, i) => `row-${String(i).padStart(8, "0")}`);
  for (const [i, id] of ids.entries()) put(id, i, CLASSES[i % 3]);
  const path = join(folder, "vectors.idx");
  const options = { path, encoderId: "test:1", dims, rows: source };
  return { path, folder, ids, options, put, remove, rows: sorted };
}

export async function open(options: VectorIndexOptions): Promise<VectorIndex> {
  const index = await openVectorIndex(options);
  onTestFinished(() => index.close());
  return index;
}

/** The nearest rows by floating-point arithmetic over the table. */
function nearest(table: TestTable, query: Float32Array, isSelected: ClassFilter, k: number) {
  const scored = table
    .rows()
    .filter(({ className }) => isSelected(className))
    .map(({ id, className, codes }) => {
      const vector = Float32Array.from(new Int8Array(codes.buffer));
      const dot = vector.reduce((sum, component, i) => sum + component * (query[i] ?? 0), 0);
      return { id, className, score: dot / lengthOf(vector) / lengthOf(query) };
    });
  return scored.sort((a, b) => b.score - a.score).slice(0, k);
}

/** Searches find the rows of the table with their classes and scores; rows of equal score may be swapped. */
export async function expectExact(
  index: VectorIndex,
  table: TestTable,
  isSelected = EVERYTHING,
  dims = DIMS,
): Promise<void> {
  for (const seed of [3, 1001]) {
    const query = vectorOf(seed, dims);
    const found = await index.search(query, isSelected, 7);
    const all = nearest(table, query, isSelected, 1_000_000);
    const expected = new Map(all.map((hit) => [hit.id, hit]));
    expect(found).toHaveLength(Math.min(7, all.length));
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    for (const [i, { id, className, score }] of found.entries()) {
      expect(className).toBe(expected.get(id)?.className);
      expect(score).toBeCloseTo(expected.get(id)?.score ?? 2, 3);
      expect(score).toBeCloseTo(all[i]?.score ?? 2, 3);
    }
  }
}
