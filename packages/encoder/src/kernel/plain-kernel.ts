/**
 * The vector kernel in plain TypeScript, with exactly the results of vector-kernel.wat. Tests compare the two; engines
 * without WebAssembly SIMD use this one.
 */
import { BLOCK_BYTES, type Kernel, SCRATCH } from "./kernel-memory.ts";

const PRIME = 0x9e3779b1;
const LANES = 16;

interface Best {
  readonly scores: Float32Array;
  readonly slots: Uint32Array;
}

export function createPlainKernel(): Kernel {
  let buffer = new ArrayBuffer(SCRATCH.end);
  const best = (): Best => ({
    scores: new Float32Array(buffer, SCRATCH.scores, 4096),
    slots: new Uint32Array(buffer, SCRATCH.slots, 4096),
  });
  const dotWith = (dims: number) => {
    const query = new Int16Array(buffer, SCRATCH.query, dims);
    const codes = new Int8Array(buffer);
    return (row: number) => dot(query, codes, row);
  };
  return {
    hasSimd: false,
    memory: {
      get buffer() {
        return buffer;
      },
    },
    reserve: (bytes) => {
      if (bytes > buffer.byteLength) buffer = buffer.transfer(bytes);
    },
    scanRows: (row, stride, dims, scales, count, slot, k, found) => {
      const [score, bestSoFar] = [dotWith(dims), best()];
      const scaleOf = new Float32Array(buffer, scales, count);
      let taken = found;
      for (let i = 0; i < count; i++) {
        const value = Math.fround(Math.fround(score(row + i * stride)) * (scaleOf[i] ?? 0));
        taken = offer(bestSoFar, slot + i, value, k, taken);
      }
      return taken;
    },
    scoreCandidates: (rows, stride, dims, scales, count, k, found) => {
      const [score, bestSoFar] = [dotWith(dims), best()];
      const view = new DataView(buffer);
      const candidates = new Uint32Array(buffer, SCRATCH.candidates, count);
      let taken = found;
      for (const slot of candidates) {
        const scale = view.getFloat32(scales + slot * 4, true);
        const value = Math.fround(Math.fround(score(rows + slot * stride)) * scale);
        taken = offer(bestSoFar, slot, value, k, taken);
      }
      return taken;
    },
    scanBits: (row, bytes, count, out) => {
      const words = bytes / 4;
      const query = new Uint32Array(buffer, SCRATCH.queryBits, words);
      const bits = new Uint32Array(buffer, row, words * count);
      const distances = new Uint16Array(buffer, out, count);
      const histogram = new Uint32Array(buffer, SCRATCH.histogram, 4097);
      for (let i = 0; i < count; i++) {
        let distance = 0;
        for (let w = 0; w < words; w++) {
          distance += popcount((bits[i * words + w] ?? 0) ^ (query[w] ?? 0));
        }
        distances[i] = distance;
        histogram[distance] = (histogram[distance] ?? 0) + 1;
      }
    },
    collectNear: (distances, count, slot, limit, found) => {
      const far = new Uint16Array(buffer, distances, count);
      const candidates = new Uint32Array(buffer, SCRATCH.candidates);
      const ties = new Uint32Array(buffer, SCRATCH.ties, 1);
      let taken = found;
      for (const [i, distance] of far.entries()) {
        if (distance > limit || (distance === limit && ties[0] === 0)) continue;
        if (distance === limit) ties[0] = (ties[0] ?? 0) - 1;
        candidates[taken++] = slot + i;
      }
      return taken;
    },
    checksumBlocks: (block, count, out) => {
      const sums = new Uint32Array(buffer, out, count);
      for (let i = 0; i < count; i++) {
        sums[i] = checksum(new Uint32Array(buffer, block + i * BLOCK_BYTES, BLOCK_BYTES / 4));
      }
    },
  };
}

function dot(query: Int16Array, codes: Int8Array, row: number): number {
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (query[d] ?? 0) * (codes[row + d] ?? 0);
  return sum;
}

/** Inserts into the sorted results, best first. */
function offer(
  { scores, slots }: Best,
  slot: number,
  score: number,
  k: number,
  found: number,
): number {
  if (Number.isNaN(score)) return found;
  let at = found;
  if (found === k) {
    if (score <= (scores[k - 1] ?? 0)) return found;
    at = found - 1;
  }
  const end = at + 1;
  for (; at > 0 && (scores[at - 1] ?? 0) < score; at--) {
    scores[at] = scores[at - 1] ?? 0;
    slots[at] = slots[at - 1] ?? 0;
  }
  scores[at] = score;
  slots[at] = slot;
  return end;
}

function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function checksum(words: Uint32Array): number {
  const lanes = Int32Array.from({ length: LANES }, (_, lane) => lane + 1);
  for (let at = 0; at < words.length; at += LANES) {
    for (let lane = 0; lane < LANES; lane++) {
      lanes[lane] = round(lanes[lane] ?? 0, words[at + lane] ?? 0);
    }
  }
  for (let at = 4; at < LANES; at++) lanes[at % 4] = round(lanes[at % 4] ?? 0, lanes[at] ?? 0);
  return lanes.subarray(1, 4).reduce(round, lanes[0] ?? 0) >>> 0;
}

function round(h: number, word: number): number {
  const mixed = Math.imul(h ^ word, PRIME);
  return mixed ^ (mixed >>> 15);
}
