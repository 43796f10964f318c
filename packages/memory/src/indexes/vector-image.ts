/**
 * The rows of an index as they lie in the kernel's memory, built from rows or read from a side file. Rows of a
 * class are neighbours; nothing moves once it is built. A row is struck out by a scale that is no number.
 */
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import {
  coveredBlocks,
  ID_BYTES,
  type ImageHeader,
  type ImageLayout,
  isPossible,
  layoutOf,
  sealHeader,
  writeHeader,
} from "./image-layout.ts";
import { createKernel } from "./kernel.ts";
import { BLOCK_BYTES, type Kernel, SCRATCH } from "./kernel-memory.ts";
import { plusSeq } from "./seq-sum.ts";
import { orderOfClasses, type VectorClass } from "./vector-classes.ts";

/** Where the image begins in the kernel's memory. */
export const IMAGE_AT = SCRATCH.end;

export interface ImageMeta {
  readonly encoderId: string;
  /** In the order in which their rows lie, each with how many there are. */
  readonly classes: readonly (VectorClass & { readonly count: number })[];
}

export interface VectorImage extends ImageMeta {
  readonly kernel: Kernel;
  readonly header: ImageHeader;
  readonly layout: ImageLayout;
  /** Where the memory behind the image, and behind what searching it needs, begins. */
  readonly end: number;
  /** Makes sure these bytes of the image are in memory, and as they were written; else gives the reason. */
  load(start: number, end: number): string | null;
  /**
   * Where in the kernel's memory these bytes can be read until the next call, at most `STAGE_BYTES` of them: where
   * they belong if they are there, else in the scratch. Memory never touched before costs more than reading.
   */
  stage(start: number, end: number): number | string;
  close(): void;
}

/** Less than the room there is, because whole blocks are read. */
export const STAGE_BYTES = SCRATCH.end - SCRATCH.stage - 2 * BLOCK_BYTES;

const IN_MEMORY: Pick<VectorImage, "load" | "stage" | "close"> = {
  load: () => null,
  stage: (start) => IMAGE_AT + start,
  close: () => undefined,
};

/** Rows by number, in any order. */
export interface ImageRows {
  readonly count: number;
  readonly classes: readonly VectorClass[];
  classOf(row: number): number;
  idOf(row: number): string;
  ridOf(row: number): number;
  seqOf(row: number): number;
  /** `dims` codes; valid until the next call. */
  codesOf(row: number): Int8Array;
}

export interface ImageSpec {
  readonly encoderId: string;
  readonly dims: number;
  readonly prefixDims: number;
  /** From how many rows on there are sign bits. */
  readonly exactRows: number;
  readonly lastSeq: number;
}

/** Throws "internal" when the rows are more than a 32-bit memory holds. */
export function buildImage(rows: ImageRows, spec: ImageSpec): VectorImage {
  const { encoderId, dims, prefixDims, exactRows, lastSeq } = spec;
  const { order, counts } = sortByClass(rows);
  const classes = orderOfClasses(rows.classes).flatMap((number) => {
    const [one, count = 0] = [rows.classes[number], counts[number]];
    return one === undefined || count === 0 ? [] : [{ ...one, count }];
  });
  const meta = Buffer.from(JSON.stringify({ encoderId, classes } satisfies ImageMeta));
  const shape = { rows: rows.count, dims, prefixDims, metaBytes: meta.length };
  const header: ImageHeader = {
    ...shape,
    hasBits: rows.count > exactRows,
    lastSeq,
    seqSum: sumOfSeqs(rows),
  };
  const layout = layoutOf(header);
  const image = imageIn(createKernel(), header, { encoderId, classes });
  new Uint8Array(image.kernel.memory.buffer).set(meta, IMAGE_AT + layout.meta);
  writeRows(image, rows, order);
  if (header.hasBits) writeBits(image);
  sealImage(image);
  return image;
}

function sumOfSeqs(rows: ImageRows): number {
  let sum = 0;
  for (let row = 0; row < rows.count; row++) sum = plusSeq(sum, rows.seqOf(row));
  return sum;
}

/** An image whose bytes are all there, or which `load` brings. Throws "internal" where it does not fit. */
export function imageIn(
  kernel: Kernel,
  header: ImageHeader,
  meta: ImageMeta,
  source: Pick<VectorImage, "load" | "stage" | "close"> = IN_MEMORY,
): VectorImage {
  const layout = layoutOf(header);
  if (!isPossible(layout)) {
    throw new MemoryError("internal", { reason: "too many vectors", bytes: layout.bytes });
  }
  const distances = header.hasBits ? header.rows * 2 : 0;
  const end = Math.ceil((IMAGE_AT + layout.bytes + distances) / BLOCK_BYTES) * BLOCK_BYTES;
  kernel.reserve(end);
  return { ...meta, ...source, kernel, header, layout, end };
}

export function scalesOf({ kernel, layout }: VectorImage): Float32Array {
  return new Float32Array(kernel.memory.buffer, IMAGE_AT + layout.scales, layout.rows);
}

export function ridsOf({ kernel, layout }: VectorImage): Float64Array {
  return new Float64Array(kernel.memory.buffer, IMAGE_AT + layout.rids, layout.rows);
}

export function seqsOf({ kernel, layout }: VectorImage): Float64Array {
  return new Float64Array(kernel.memory.buffer, IMAGE_AT + layout.seqs, layout.rows);
}

export function meanOf({ kernel, layout }: VectorImage): Float32Array {
  return new Float32Array(kernel.memory.buffer, IMAGE_AT + layout.mean, layout.prefixStride);
}

export function codesOfSlot({ kernel, layout }: VectorImage, slot: number): Int8Array {
  const at = IMAGE_AT + layout.codes + slot * layout.stride;
  return new Int8Array(kernel.memory.buffer, at, layout.stride);
}

export function memoryIdOf({ kernel, layout }: VectorImage, slot: number): MemoryId {
  return memoryIdAt(kernel, IMAGE_AT + layout.ids + slot * ID_BYTES);
}

/** `place` is a byte offset into the kernel's memory. */
export function memoryIdAt({ memory }: Kernel, place: number): MemoryId {
  const text = Buffer.from(memory.buffer, place, ID_BYTES).toString("latin1");
  return (text.endsWith("\0") ? text.slice(0, text.indexOf("\0")) : text) as MemoryId;
}

/** Never found again: not by a scan of all dimensions, not by one of the leading ones. */
export function strikeOut({ kernel, layout }: VectorImage, slot: number): void {
  const view = new Float32Array(kernel.memory.buffer);
  view[(IMAGE_AT + layout.scales) / 4 + slot] = Number.NaN;
  if (layout.prefixStride < layout.stride) {
    view[(IMAGE_AT + layout.prefixScales) / 4 + slot] = Number.NaN;
  }
}

/** 1 / length: what a sum is multiplied by to be a cosine. 0 for codes that are all zero. */
export function scaleFor(codes: Int8Array): number {
  let sum = 0;
  for (const code of codes) sum += code * code;
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}

/** Row numbers in the order of their slots, and how many rows a class has. */
function sortByClass(rows: ImageRows): { order: Uint32Array; counts: Uint32Array } {
  const counts = new Uint32Array(rows.classes.length);
  for (let row = 0; row < rows.count; row++)
    counts[rows.classOf(row)] = 1 + (counts[rows.classOf(row)] ?? 0);
  const next = new Uint32Array(rows.classes.length);
  let at = 0;
  for (const number of orderOfClasses(rows.classes)) {
    next[number] = at;
    at += counts[number] ?? 0;
  }
  const order = new Uint32Array(rows.count);
  for (let row = 0; row < rows.count; row++) {
    const number = rows.classOf(row);
    const slot = next[number] ?? 0;
    order[slot] = row;
    next[number] = slot + 1;
  }
  return { order, counts };
}

function writeRows(image: VectorImage, rows: ImageRows, order: Uint32Array): void {
  const { kernel, layout } = image;
  const { buffer } = kernel.memory;
  const [scales, rids, seqs] = [scalesOf(image), ridsOf(image), seqsOf(image)];
  const prefixScales = new Float32Array(buffer, IMAGE_AT + layout.prefixScales, layout.rows);
  const ids = Buffer.from(buffer, IMAGE_AT + layout.ids, layout.rows * ID_BYTES);
  const codes = new Int8Array(buffer, IMAGE_AT + layout.codes, layout.rows * layout.stride);
  for (const [slot, row] of order.entries()) {
    const own = rows.codesOf(row);
    codes.set(own, slot * layout.stride);
    scales[slot] = scaleFor(own);
    if (layout.prefixStride < layout.stride) {
      prefixScales[slot] = scaleFor(own.subarray(0, layout.prefixStride));
    }
    rids[slot] = rows.ridOf(row);
    seqs[slot] = rows.seqOf(row);
    ids.write(rows.idOf(row), slot * ID_BYTES, ID_BYTES, "latin1");
  }
}

/** Signs of the components less their mean over all rows: what is common to all tells nobody apart. */
function writeBits(image: VectorImage): void {
  const { kernel, layout } = image;
  const scales = scalesOf(image);
  const sums = new Float64Array(layout.prefixStride);
  for (let slot = 0; slot < layout.rows; slot++) {
    const codes = codesOfSlot(image, slot);
    const scale = scales[slot] ?? 0;
    for (let d = 0; d < sums.length; d++) sums[d] = (sums[d] ?? 0) + (codes[d] ?? 0) * scale;
  }
  const mean = meanOf(image);
  for (const [d, sum] of sums.entries()) mean[d] = sum / layout.rows;
  for (let slot = 0; slot < layout.rows; slot++) {
    const at = IMAGE_AT + layout.bits + slot * layout.bitBytes;
    const bits = new Uint8Array(kernel.memory.buffer, at, layout.bitBytes);
    writeSigns(codesOfSlot(image, slot), scales[slot] ?? 0, mean, bits);
  }
}

/** A bit is set where `values` × `scale` is above the mean. */
export function writeSigns(
  values: Int8Array | Float32Array,
  scale: number,
  mean: Float32Array,
  bits: Uint8Array,
): void {
  bits.fill(0);
  for (let d = 0; d < mean.length; d++) {
    if ((values[d] ?? 0) * scale > (mean[d] ?? 0)) {
      bits[d >> 3] = (bits[d >> 3] ?? 0) | (1 << (d & 7));
    }
  }
}

/** Checksums of all blocks, then of the blocks of checksums, then of the header. */
function sealImage({ kernel, layout, header }: VectorImage): void {
  const { buffer } = kernel.memory;
  kernel.checksumBlocks(IMAGE_AT + layout.meta, coveredBlocks(layout), IMAGE_AT + layout.sums);
  const sumBlocks = (layout.meta - layout.sums) / BLOCK_BYTES;
  kernel.checksumBlocks(IMAGE_AT + layout.sums, sumBlocks, SCRATCH.sums);
  const block = new ArrayBuffer(BLOCK_BYTES);
  writeHeader(
    block,
    header,
    new Uint32Array(buffer.slice(SCRATCH.sums, SCRATCH.sums + sumBlocks * 4)),
  );
  const target = new Uint8Array(buffer, IMAGE_AT, BLOCK_BYTES);
  target.set(new Uint8Array(block));
  kernel.checksumBlocks(IMAGE_AT, 1, SCRATCH.sums);
  sealHeader(block, new Uint32Array(buffer, SCRATCH.sums, 1)[0] ?? 0);
  target.set(new Uint8Array(block));
}
