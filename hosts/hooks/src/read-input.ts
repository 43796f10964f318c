/**
 * Standard input, bounded: a payload larger than any host sends is not read to memory. To its end, or to where it is a whole
 * payload: who never closes the pipe would wait for a hook that waits for it.
 */
import { readSync } from "node:fs";
import { parsePayload } from "./payload.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const CHUNK = 256 * 1024;
/** A chunk of a large payload may happen to end as an object does; each look reads all that there is. */
const MOST_LOOKS = 8;
const [CLOSING_BRACE, SPACE] = [0x7d, 0x20];

/** Null when there is more than the limit. UTF-8; what is not becomes replacement characters. */
export function readInput(): string | null {
  const chunks: Buffer[] = [];
  let [total, looks] = [0, 0];
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readChunk(chunk);
    if (read === 0) return Buffer.concat(chunks, total).toString("utf8");
    total += read;
    if (total > MAX_BYTES) return null;
    chunks.push(chunk.subarray(0, read));
    if (looks >= MOST_LOOKS || !endsAsObject(chunk.subarray(0, read))) continue;
    looks++;
    const text = Buffer.concat(chunks, total).toString("utf8");
    if (parsePayload(text) !== null) return text;
  }
}

function endsAsObject(bytes: Buffer): boolean {
  const last = bytes.findLast((byte) => byte > SPACE);
  return last === CLOSING_BRACE;
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
