/**
 * Measures a fresh process up to its first answer: `cold-start.ts FOLDER COUNT all|project`. Prints the milliseconds for
 * opening and searching, including compilation of the kernel; the caller measures the rest.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openVectorIndex } from "../../packages/memory/src/search/indexes/vector-index.ts";
import { DIMS, K } from "./dataset.ts";
import { ENCODER, EVERYTHING, IN_PROJECT, SIDE_FILE } from "./side-file-names.ts";

const [folder = "", count = "0", which] = process.argv.slice(2);
const query = new Float32Array(Uint8Array.from(readFileSync(join(folder, "query"))).buffer);

async function answer(): Promise<void> {
  const rows = Number(count);
  // The table at the time the side file was created: seqs 1 to `rows`.
  const seqSum = Number(((BigInt(rows) * BigInt(rows + 1)) / 2n) % 2n ** 42n);
  const stamp = { lastSeq: rows, seqSum, live: rows, deletions: 0 };
  const source = {
    since: async () => [],
    stamp: async () => stamp,
    liveSeqs: async () => [],
    of: async () => [],
  };
  const cpu = process.cpuUsage();
  const started = performance.now();
  const path = join(folder, SIDE_FILE);
  const index = await openVectorIndex({ path, encoderId: ENCODER, dims: DIMS, rows: source });
  const opened = performance.now();
  const filter = which === "project" ? IN_PROJECT : EVERYTHING;
  const hits = await index.search(query, filter, K);
  const ended = performance.now();
  const used = process.cpuUsage(cpu);
  console.log(
    JSON.stringify({
      openMs: opened - started,
      searchMs: ended - opened,
      totalMs: ended - started,
      cpuMs: (used.user + used.system) / 1000,
      sinceStartMs: ended,
      hits: hits.length,
      state: index.state,
    }),
  );
}

answer().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 70;
});
