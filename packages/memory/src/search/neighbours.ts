/** For each vector written after another one: the memories of its project, type and scope that are near it. */
import type { NearPair, NeighbourPage, NeighbourQuery } from "../domain/ports/neighbours.ts";
import type { VectorRow } from "../domain/ports/vector.ts";
import { vectorsSince } from "../store/memories/embeddings.ts";
import type { VectorIndex } from "./indexes/vector-index.ts";
import type { Basis, OpenedEncoder } from "./opened-encoder.ts";

/** Near memories of one that are compared with it. */
const MOST = 8;

export async function neighbourPage(
  { db }: Pick<Basis, "db">,
  { encoder, index: openIndex }: OpenedEncoder,
  { projectId, after, limit, leastCosine, mayGoOn }: NeighbourQuery,
): Promise<NeighbourPage> {
  const encoderId = encoder.id;
  const start = after.encoderId === encoderId ? after.seq : 0;
  const rows = await vectorsSince(db, encoderId, start, limit);
  const pairs: NearPair[] = [];
  let seq = start;
  let index: VectorIndex | undefined;
  for (const row of rows) {
    if (!mayGoOn()) return { encoderId, seq, pairs, isLast: false };
    seq = row.seq;
    const isHere = row.projectId === null || row.projectId === projectId;
    if (!isHere || row.state !== "active" || row.isSuperseded) continue;
    index ??= await refreshed(openIndex);
    const near = await nearestTo(index, row, projectId);
    pairs.push(...near.filter(({ cosine }) => cosine >= leastCosine));
  }
  return { encoderId, seq, pairs, isLast: rows.length < limit };
}

async function refreshed(openIndex: OpenedEncoder["index"]): Promise<VectorIndex> {
  const index = await openIndex();
  await index.refresh();
  return index;
}

async function nearestTo(
  index: VectorIndex,
  { memoryId, codes, type, scope }: VectorRow,
  projectId: NeighbourQuery["projectId"],
): Promise<NearPair[]> {
  const vector = Float32Array.from(new Int8Array(codes.buffer, codes.byteOffset, codes.length));
  const filter = { projectIds: [projectId], types: [type], scopes: [scope] };
  const hits = await index.search(vector, filter, MOST + 1);
  return hits
    .filter((hit) => hit.memoryId !== memoryId)
    .map((hit) => ({ id: memoryId, other: hit.memoryId, cosine: hit.score }));
}
