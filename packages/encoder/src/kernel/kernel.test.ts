/** Tests that the WebAssembly computes the same results as the TypeScript and matches its source. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createKernel } from "./kernel.ts";
import { BLOCK_BYTES, type Kernel, SCRATCH } from "./kernel-memory.ts";
import { createPlainKernel } from "./plain-kernel.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const AT = SCRATCH.end;
const ROOM = 2 ** 17;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the module matches its source", () => {
  const tool = join(ROOT, "tools", "wasm.mjs");
  const ran = spawnSync(process.execPath, [tool], { encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
});

test("uses the plain kernel without WebAssembly", async () => {
  expect(createKernel().hasSimd).toBe(true);
  vi.resetModules();
  vi.stubGlobal("WebAssembly", undefined);
  const { createKernel: createHere } = await import("./kernel.ts");
  expect(createHere().hasSimd).toBe(false);
});

/** Returns both kernels with the same bytes in the query and in the rows. */
function twins(seed: number): readonly [Kernel, Kernel] {
  const pair = [createKernel(), createPlainKernel()] as const;
  for (const kernel of pair) {
    kernel.reserve(AT + ROOM);
    let state = seed;
    const { buffer } = kernel.memory;
    const own = new Int32Array(buffer, 0, SCRATCH.histogram / 4);
    for (const words of [own, new Int32Array(buffer, AT, ROOM / 4)]) {
      for (let i = 0; i < words.length; i++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        words[i] = state;
      }
    }
    // A query may have any 16 bits, but sums of 4096 products of them exceed 32 bits.
    const query = new Int16Array(kernel.memory.buffer, SCRATCH.query, 4096);
    for (const [i, code] of query.entries()) query[i] = code >> 4;
  }
  return pair;
}

function setScales({ memory }: Kernel, at: number, scales: readonly number[]): void {
  new Float32Array(memory.buffer, at, scales.length).set(scales);
}

function best({ memory }: Kernel, found: number) {
  return {
    scores: [...new Float32Array(memory.buffer, SCRATCH.scores, found)],
    slots: [...new Uint32Array(memory.buffer, SCRATCH.slots, found)],
  };
}

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const dimensions = fc.integer({ min: 1, max: 24 }).map((n) => n * 16);
/** Few values, so that scores are equal; NaN excludes a row. */
const scales = fc.array(fc.constantFrom(0, 0.5, 1, Number.NaN), { minLength: 40, maxLength: 40 });

test("property: both kernels find the same rows in the same order, in one scan or several", () => {
  fc.assert(
    fc.property(
      seeds,
      dimensions,
      scales,
      fc.integer({ min: 1, max: 50 }),
      fc.nat({ max: 40 }),
      (seed, dims, scales, k, cut) => {
        const scalesAt = AT + ROOM - 4096;
        const results = twins(seed).map((kernel) => {
          setScales(kernel, scalesAt, scales);
          const stride = dims + 16;
          const first = kernel.scanRows(AT, stride, dims, scalesAt, cut, 7, k, 0);
          const [at, scale] = [AT + cut * stride, scalesAt + cut * 4];
          const found = kernel.scanRows(at, stride, dims, scale, 40 - cut, 7 + cut, k, first);
          return { found, ...best(kernel, found) };
        });
        const [simd, plain] = results;
        expect(simd).toEqual(plain);
        const alive = scales.filter((scale) => !Number.isNaN(scale)).length;
        expect(simd?.found).toBe(Math.min(k, alive));
        expect(simd?.scores).toEqual([...(simd?.scores ?? [])].sort((a, b) => b - a));
      },
    ),
  );
});

test("property: candidates get the same scores as in a scan", () => {
  const slots = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(seeds, dimensions, slots, (seed, dims, chosen) => {
      const candidates = chosen.sort((a, b) => a - b);
      const scalesAt = AT + ROOM - 4096;
      const scales = Array.from({ length: 40 }, (_, slot) => 1 / (slot + 1));
      const [simd, plain] = twins(seed).map((kernel) => {
        setScales(kernel, scalesAt, scales);
        new Uint32Array(kernel.memory.buffer, SCRATCH.candidates).set(candidates);
        const found = kernel.scoreCandidates(AT, dims, dims, scalesAt, candidates.length, 10, 0);
        return best(kernel, found);
      });
      expect(simd).toEqual(plain);
      const [kernel] = twins(seed);
      setScales(
        kernel,
        scalesAt,
        scales.map((scale, slot) => (chosen.includes(slot) ? scale : Number.NaN)),
      );
      const found = kernel.scanRows(AT, dims, dims, scalesAt, 40, 0, 10, 0);
      expect(best(kernel, found)).toEqual(simd);
    }),
  );
});

test("property: both kernels agree on distances, their histogram and the nearest rows", () => {
  const widths = fc.constantFrom(8, 16, 24, 32, 40, 64, 512);
  fc.assert(
    fc.property(seeds, widths, fc.nat({ max: 60 }), (seed, bytes, pool) => {
      const count = 61;
      const out = AT + ROOM - 4096;
      const [simd, plain] = twins(seed).map((kernel) => {
        const { buffer } = kernel.memory;
        const histogram = new Uint32Array(buffer, SCRATCH.histogram, 4097).fill(0);
        kernel.scanBits(AT, bytes, count, out);
        const distances = [...new Uint16Array(buffer, out, count)];
        const limit = [...distances].sort((a, b) => a - b)[pool] ?? 0;
        new Uint32Array(buffer, SCRATCH.ties, 1)[0] = 2;
        const first = kernel.collectNear(out, 20, 100, limit, 0);
        const found = kernel.collectNear(out + 40, count - 20, 120, limit, first);
        const candidates = [...new Uint32Array(buffer, SCRATCH.candidates, found)];
        return { distances, histogram: [...histogram], limit, candidates };
      });
      expect(simd).toEqual(plain);
      const { distances = [], limit = 0, candidates, histogram } = simd ?? {};
      let ties = 2;
      const expected = distances.flatMap((distance, i) => {
        if (distance < limit) return [100 + i];
        return distance === limit && ties-- > 0 ? [100 + i] : [];
      });
      expect(candidates).toEqual(expected);
      expect(histogram?.reduce((a, b) => a + b, 0)).toBe(count);
    }),
  );
});

test("property: checksums agree, and any changed byte changes one", () => {
  fc.assert(
    fc.property(
      seeds,
      fc.nat({ max: 2 * BLOCK_BYTES - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (seed, at, flip) => {
        const sumsOf = (kernel: Kernel) => {
          kernel.checksumBlocks(AT, 2, SCRATCH.sums);
          return [...new Uint32Array(kernel.memory.buffer, SCRATCH.sums, 2)];
        };
        const [simd, plain] = twins(seed);
        const before = sumsOf(simd);
        expect(sumsOf(plain)).toEqual(before);
        const bytes = new Uint8Array(simd.memory.buffer, AT);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        const block = Math.floor(at / BLOCK_BYTES);
        const after = sumsOf(simd);
        expect(after[block]).not.toBe(before[block]);
        expect(after[1 - block]).toBe(before[1 - block]);
      },
    ),
  );
});

test("the largest possible sums stay within 32 bits", () => {
  for (const kernel of [createKernel(), createPlainKernel()]) {
    kernel.reserve(AT + 8192);
    const { buffer } = kernel.memory;
    new Int8Array(buffer, AT, 4096).fill(-128);
    new Int16Array(buffer, SCRATCH.query, 4096).fill(-4095);
    new Float32Array(buffer, AT + 4096, 1)[0] = 1;
    expect(kernel.scanRows(AT, 4096, 4096, AT + 4096, 1, 0, 1, 0)).toBe(1);
    expect(best(kernel, 1).scores).toEqual([Math.fround(128 * 4095 * 4096)]);
  }
});
