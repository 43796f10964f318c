/** Memories with artificial vectors in a real store, for tests of the vector index. */
import { join } from "node:path";
import { lengthOf, quantize } from "@tacit-memory/encoder";
import type { Database } from "@tacit-memory/sqlite";
import { expect, onTestFinished } from "vitest";
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { RowFilter } from "../search/indexes/row-classes.ts";
import {
  openVectorIndex,
  type VectorIndex,
  type VectorIndexOptions,
} from "../search/indexes/vector-index.ts";
import {
  liveSeqs,
  putEmbeddings,
  vectorStamp,
  vectorsOf,
  vectorsSince,
} from "../store/memories/embeddings.ts";
import { changeMemory, getMemories, insertMemory } from "../store/memories/memories.ts";
import { touchProject } from "../store/projects.ts";
import { makePlace, type Place, PROJECT, someMemory } from "./testing-life.ts";

export const ENCODER = "test:1";
export const DIMS = 24;
export const SECOND = "p_second" as ProjectId;
export const EVERYTHING: RowFilter = { projectIds: [], anyProject: true, withArchived: true };

/** Returns a deterministic vector of unit length. Similar seeds give similar vectors. */
export function vectorOf(seed: number, dims = DIMS): Float32Array {
  let state = seed * 2_654_435_761;
  const vector = Float32Array.from({ length: dims }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
  const length = lengthOf(vector);
  return vector.map((item) => item / length);
}

export function stored(memoryId: MemoryId, seed: number, dims = DIMS) {
  const { codes, scale } = quantize(vectorOf(seed, dims));
  return { memoryId, dims, scale, codes: new Uint8Array(codes.buffer) };
}

export interface Kept {
  readonly db: Database;
  readonly place: Place;
  readonly path: string;
  readonly ids: readonly MemoryId[];
  readonly options: VectorIndexOptions;
}

export function sourceOf(db: Database): VectorIndexOptions["rows"] {
  return {
    since: (seq, limit) => vectorsSince(db, ENCODER, seq, limit),
    stamp: () => vectorStamp(db, ENCODER),
    liveSeqs: () => liveSeqs(db, ENCODER),
    of: (ids) => vectorsOf(db, ENCODER, ids),
  };
}

export async function keep(count: number, dims = DIMS): Promise<Kept> {
  const place = makePlace();
  await place.open();
  const db = await place.database();
  for (const id of [PROJECT, SECOND]) {
    const seen = { id, canonical: `example.org/${id}`, name: id, basis: "remote", root: null };
    await touchProject(db, seen as Parameters<typeof touchProject>[1], 0);
  }
  const ids: MemoryId[] = [];
  await db.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const type = i % 3 === 0 ? "gotcha" : "fact";
      const memory = someMemory(place, { type, content: `Statement number ${i} of this test.` });
      ids.push(memory.id);
      await insertMemory(
        tx,
        { ...memory, projectId: i % 2 === 0 ? PROJECT : SECOND },
        place.moment(),
      );
    }
  });
  await putEmbeddings(
    db,
    ENCODER,
    ids.map((id, i) => stored(id, i, dims)),
  );
  const path = join(place.home, "vectors-test.idx");
  return { db, place, path, ids, options: { path, encoderId: ENCODER, dims, rows: sourceOf(db) } };
}

export async function open(options: VectorIndexOptions) {
  const index = await openVectorIndex(options);
  onTestFinished(() => index.close());
  return index;
}

/** Returns the nearest rows from the table alone, in floating point. */
export async function nearest(db: Database, query: Float32Array, filter: RowFilter, k: number) {
  const rows = await vectorsSince(db, ENCODER, 0, 100_000);
  const passing = rows.filter(
    (row) =>
      !row.isSuperseded &&
      (filter.withArchived === true || row.state === "active") &&
      (filter.anyProject === true ||
        row.projectId === null ||
        filter.projectIds.includes(row.projectId)) &&
      (filter.types === undefined || filter.types.includes(row.type)) &&
      (filter.scopes === undefined || filter.scopes.includes(row.scope)) &&
      (row.stage === null || filter.hiddenStages?.includes(row.stage) !== true),
  );
  const scored = passing.map(({ memoryId, type, codes }) => {
    const vector = Float32Array.from(new Int8Array(codes.buffer, codes.byteOffset, codes.length));
    const dot = vector.reduce((sum, item, i) => sum + item * (query[i] ?? 0), 0);
    return { memoryId, type, score: dot / lengthOf(vector) / lengthOf(query) };
  });
  return scored.sort((a, b) => b.score - a.score).slice(0, k);
}

export async function expectExact(
  index: VectorIndex,
  db: Database,
  filter: RowFilter = EVERYTHING,
  dims = DIMS,
) {
  for (const seed of [3, 1001]) {
    const query = vectorOf(seed, dims);
    const found = await index.search(query, filter, 7);
    const all = await nearest(db, query, filter, 1_000_000);
    const hitsById = new Map(all.map((hit) => [hit.memoryId, hit]));
    expect(found).toHaveLength(Math.min(7, all.length));
    expect(new Set(found.map((hit) => hit.memoryId)).size).toBe(found.length);
    for (const [i, { memoryId, type, score }] of found.entries()) {
      expect(type).toBe(hitsById.get(memoryId)?.type);
      // Compared by score, not by id: equally near memories may come in any order.
      expect(score).toBeCloseTo(hitsById.get(memoryId)?.score ?? 2, 3);
      expect(score).toBeCloseTo(all[i]?.score ?? 2, 3);
    }
  }
}

export async function change(store: Kept, id: MemoryId, after: Partial<Memory>) {
  const [before] = await getMemories(store.db, [id]);
  if (before === undefined) return;
  await changeMemory(store.db, before, { ...before, ...after }, "test", store.place.moment());
}
