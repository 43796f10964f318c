/**
 * Process that embeds, searches and writes the side file repeatedly: `index-writer.ts HOME NAME ROUNDS SIDE_FILE`. Reports
 * after each round whether the index contains what the table contains. A process named "reader" embeds nothing and searches
 * for what "0" embedded in its first round.
 */
import { writeSync } from "node:fs";
import { quantize } from "../../packages/encoder/src/kernel/quantize.ts";
import type { MemoryId } from "../../packages/memory/src/domain/ids.ts";
import { openVectorIndex } from "../../packages/memory/src/search/indexes/vector-index.ts";
import {
  liveSeqs,
  putEmbeddings,
  vectorStamp,
  vectorsOf,
  vectorsSince,
} from "../../packages/memory/src/store/memories/embeddings.ts";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";

const DIMS = 64;
const [store = "", name = "0", rounds = "1", path = ""] = process.argv.slice(2);
const encoderId = "e2e:1";
const isReader = name === "reader";
const owner = isReader ? 0 : Number(name);
const db = await openDatabase({ path: store, busyTimeoutMs: 20_000 });
const rows = {
  since: (seq: number, limit: number) => vectorsSince(db, encoderId, seq, limit),
  stamp: () => vectorStamp(db, encoderId),
  liveSeqs: () => liveSeqs(db, encoderId),
  of: (wanted: readonly MemoryId[]) => vectorsOf(db, encoderId, wanted),
};
const ids = (await db.all<{ id: MemoryId }>("SELECT id FROM memory ORDER BY rid")).map(
  ({ id }) => id,
);

/**
 * Returns a vector that is unlike all others, so that its nearest neighbour is itself: in 64 dimensions two random vectors
 * are never close to each other.
 */
function vectorOf(round: number, at: number): Float32Array {
  let state = Math.imul(1 + owner + 2 * at + 1024 * round, 0x9e3779b1);
  return Float32Array.from({ length: DIMS }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) | 0) / 0x80000000;
  });
}

for (let round = 0; round < Number(rounds); round++) {
  const index = await openVectorIndex({ path, encoderId, dims: DIMS, rows });
  const mine = ids.filter((_, at) => at % 2 === owner);
  const batch = mine.map((memoryId, at) => {
    const { codes, scale } = quantize(vectorOf(round, at));
    return { memoryId, dims: DIMS, scale, codes: new Uint8Array(codes.buffer) };
  });
  if (!isReader) await putEmbeddings(db, encoderId, batch);
  await index.refresh();
  let right = 0;
  for (const [at, id] of mine.entries()) {
    const filter = { projectIds: [], anyProject: true };
    const [hit] = await index.search(vectorOf(round, at), filter, 1);
    if (hit?.memoryId === id) right++;
  }
  await index.flush();
  const report = { right, of: mine.length, unwritten: index.unwritten ?? null };
  writeSync(1, `${JSON.stringify(report)}\n`);
  index.close();
}
await db.close();
