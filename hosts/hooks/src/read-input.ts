/** Standard input to its end, bounded: a payload larger than any host sends is not read to memory. */
import { readSync } from "node:fs";

const MAX_BYTES = 32 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** Null when there is more than the limit. UTF-8; what is not becomes replacement characters. */
export function readInput(): string | null {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readChunk(chunk);
    if (read === 0) return Buffer.concat(chunks, total).toString("utf8");
    total += read;
    if (total > MAX_BYTES) return null;
    chunks.push(chunk.subarray(0, read));
  }
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A pipe set to non-blocking by its other end: wait for it a moment.
      if (code === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      else if (code === "EOF") return 0;
      else throw error;
    }
  }
}
