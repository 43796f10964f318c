/** Finds, for each vector written after a given one, the near memories of its project, scope and kind of statement. */
import type { Database } from "@tacit-memory/sqlite";
import { STATEMENT_TYPES } from "../domain/memory.ts";
import type { NearPair, NeighbourPage, NeighbourQuery } from "../domain/ports/neighbours.ts";
import type { VectorRow } from "../domain/ports/vector.ts";
import { countVectorsSince, vectorStamp, vectorsSince } from "../store/memories/embeddings.ts";
import type { VectorIndex } from "./indexes/vector-index.ts";
import { indexOf, type OpenedEncoder } from "./opened-encoder.ts";

/** Maximum near memories that are compared with one memory. */
const MAX_COMPARED = 8;
/**
 * If more vectors than this are in the store and still to compare, an index in memory finds candidates by sign bits. The
 * index beside the store would scan all dimensions of every vector.
 */
const MANY = { inStore: 20_000, toLookAt: 500 } as const;
const BY_BITS = { exactRows: 1000, bitCandidates: 100 } as const;

export interface Neighbours {
  readonly page: (opened: OpenedEncoder, query: NeighbourQuery) => Promise<NeighbourPage>;
  readonly close: () => Promise<void>;
}

export function createNeighbours(db: Database): Neighbours {
  let inMemory: { readonly encoderId: string; readonly index: VectorIndex } | null = null;
  const close = async () => {
    inMemory?.index.close();
    inMemory = null;
  };
  const indexFor = async ({ encoder, index }: OpenedEncoder, seq: number) => {
    if (inMemory?.encoderId === encoder.id) return inMemory.index;
    await close();
    if (!(await hasMany(db, encoder.id, seq))) return index();
    inMemory = { encoderId: encoder.id, index: await indexOf(db, encoder, { limits: BY_BITS }) };
    return inMemory.index;
  };
  return {
    page: async (opened, query) => {
      const page = await pageOf(db, opened.encoder.id, query, (seq) => indexFor(opened, seq));
      if (page.isLast) await close();
      return page;
    },
    close,
  };
}

async function hasMany(db: Database, encoderId: string, seq: number): Promise<boolean> {
  const { live } = await vectorStamp(db, encoderId);
  if (live <= MANY.inStore) return false;
  const limit = MANY.toLookAt + 1;
  return (await countVectorsSince(db, encoderId, { seq, limit })) === limit;
}

async function pageOf(
  db: Database,
  encoderId: string,
  { projectId, after, limit, leastCosine, mayGoOn }: NeighbourQuery,
  openIndex: (seq: number) => Promise<VectorIndex>,
): Promise<NeighbourPage> {
  const start = after.encoderId === encoderId ? after.seq : 0;
  const rows = await vectorsSince(db, encoderId, start, limit);
  const pairs: NearPair[] = [];
  let seq = start;
  let index: VectorIndex | undefined;
  for (const row of rows) {
    if (!mayGoOn()) return { encoderId, seq, pairs, isLast: false };
    const isHere = row.projectId === null || row.projectId === projectId;
    if (isHere && row.state === "active" && !row.isSuperseded) {
      index ??= await refreshed(openIndex, seq);
      const near = await nearestTo(index, row, projectId);
      pairs.push(...near.filter(({ cosine }) => cosine >= leastCosine));
    }
    seq = row.seq;
  }
  return { encoderId, seq, pairs, isLast: rows.length < limit };
}

async function refreshed(
  openIndex: (seq: number) => Promise<VectorIndex>,
  seq: number,
): Promise<VectorIndex> {
  const index = await openIndex(seq);
  await index.refresh();
  return index;
}

async function nearestTo(
  index: VectorIndex,
  { memoryId, codes, type, scope }: VectorRow,
  projectId: NeighbourQuery["projectId"],
): Promise<NearPair[]> {
  const vector = Float32Array.from(new Int8Array(codes.buffer, codes.byteOffset, codes.length));
  const filter = { projectIds: [projectId], types: comparedTypes(type), scopes: [scope] };
  const hits = await index.search(vector, filter, MAX_COMPARED + 1);
  return hits
    .filter((hit) => hit.memoryId !== memoryId)
    .map((hit) => ({ id: memoryId, other: hit.memoryId, cosine: hit.score }));
}

/** Returns the types with which a memory of this type is compared. */
function comparedTypes(type: string): readonly string[] {
  const statements: readonly string[] = STATEMENT_TYPES;
  return statements.includes(type) ? statements : [type];
}
