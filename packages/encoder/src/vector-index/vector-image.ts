/**
 * The rows of an index in the kernel's memory, built from rows or read from a side file. Rows of a class are adjacent.
 * Nothing moves after an image is built; the scale NaN marks a removed row.
 */
import { EncoderError } from "../encoder-error.ts";
import { createKernel } from "../kernel/kernel.ts";
import { BLOCK_BYTES, type Kernel, SCRATCH } from "../kernel/kernel-memory.ts";
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
import { plusSeq } from "./vector-rows.ts";

/** The address of the image in the kernel's memory. */
export const IMAGE_AT = SCRATCH.end;

export interface ImageMeta {
  readonly encoderId: string;
  /** In the order of their rows, each with its number of rows. */
  readonly classes: readonly { readonly name: string; readonly count: number }[];
}

export interface VectorImage extends ImageMeta {
  readonly kernel: Kernel;
  readonly header: ImageHeader;
  readonly layout: ImageLayout;
  /** The address behind the image and the memory that a search of it needs. */
  readonly end: number;
  /** Loads and verifies these bytes of the image. Returns null, or the reason why they cannot be used. */
  load(start: number, end: number): string | null;
  /**
   * The address at which these bytes, at most `STAGE_BYTES`, can be read until the next call: in the image if they are
   * loaded, otherwise in the scratch area, because touching new memory costs more than reading again.
   */
  stage(start: number, end: number): number | string;
  close(): void;
}

/** Less than the size of the area, because whole blocks are read. */
export const STAGE_BYTES = SCRATCH.end - SCRATCH.stage - 2 * BLOCK_BYTES;

const IN_MEMORY: Pick<VectorImage, "load" | "stage" | "close"> = {
  load: () => null,
  stage: (start) => IMAGE_AT + start,
  close: () => undefined,
};

/** Rows by number, in any order. Class numbers are indexes of `classNames`. */
export interface ImageRows {
  readonly count: number;
  readonly classNames: readonly string[];
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
  /** An image with more rows than this also has sign bits. */
  readonly exactRows: number;
  readonly lastSeq: number;
}

/** Throws "internal" if the rows do not fit into a 32-bit memory. */
export function buildImage(rows: ImageRows, spec: ImageSpec): VectorImage {
  const { encoderId, dims, prefixDims, exactRows, lastSeq } = spec;
  const { order, counts } = sortByClass(rows);
  const classes = orderOfClasses(rows).flatMap((number) => {
    const [name = "", count = 0] = [rows.classNames[number], counts[number]];
    return count === 0 ? [] : [{ name, count }];
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

/** An image whose bytes are in memory, or are loaded by `source`. Throws "internal" if it does not fit. */
export function imageIn(
  kernel: Kernel,
  header: ImageHeader,
  meta: ImageMeta,
  source: Pick<VectorImage, "load" | "stage" | "close"> = IN_MEMORY,
): VectorImage {
  const layout = layoutOf(header);
  if (!isPossible(layout)) {
    throw new EncoderError("internal", { reason: "too many vectors", bytes: layout.bytes });
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

export function idOfSlot({ kernel, layout }: VectorImage, slot: number): string {
  return idAt(kernel, IMAGE_AT + layout.ids + slot * ID_BYTES);
}

/** `place` is a byte offset into the kernel's memory. */
export function idAt({ memory }: Kernel, place: number): string {
  const text = Buffer.from(memory.buffer, place, ID_BYTES).toString("latin1");
  return text.endsWith("\0") ? text.slice(0, text.indexOf("\0")) : text;
}

/** Removes the row from scans of all dimensions and of the leading ones. */
export function removeSlot({ kernel, layout }: VectorImage, slot: number): void {
  const view = new Float32Array(kernel.memory.buffer);
  view[(IMAGE_AT + layout.scales) / 4 + slot] = Number.NaN;
  if (layout.prefixStride < layout.stride) {
    view[(IMAGE_AT + layout.prefixScales) / 4 + slot] = Number.NaN;
  }
}

/** 1 / length, the factor that turns a dot product into a cosine. 0 if all codes are zero. */
export function scaleFor(codes: Int8Array): number {
  let sum = 0;
  for (const code of codes) sum += code * code;
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}

/** Row numbers in the order of their slots, and the number of rows of each class. */
function sortByClass(rows: ImageRows): { order: Uint32Array; counts: Uint32Array } {
  const counts = new Uint32Array(rows.classNames.length);
  for (let row = 0; row < rows.count; row++)
    counts[rows.classOf(row)] = 1 + (counts[rows.classOf(row)] ?? 0);
  const next = new Uint32Array(rows.classNames.length);
  let at = 0;
  for (const number of orderOfClasses(rows)) {
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

/** Class numbers in the order of the class names. */
function orderOfClasses({ classNames }: ImageRows): number[] {
  const ranked = classNames.map((name, number) => ({ number, name }));
  ranked.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return ranked.map(({ number }) => number);
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

/** Writes the signs of the components minus their mean, because what all rows share does not distinguish them. */
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

/** Sets the bits of the components whose value × `scale` is above the mean. */
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

/** Writes the checksums of all blocks, then of the blocks of checksums, then of the header. */
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
