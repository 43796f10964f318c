/**
 * The format of the side file: an image of the memory that is searched, in sections of whole 4096-byte blocks. Each
 * block has a checksum, so a short-lived process reads and verifies only the blocks of its search. Numbers have the byte
 * order of the machine; on a machine with another byte order the magic is wrong, and the file is built again.
 *
 *     header | checksums | meta (JSON) | scales | prefix scales | mean | ids | rids | seqs | sign bits | codes
 *
 * The header contains its own checksum and those of the blocks of checksums.
 */
import { BLOCK_BYTES, MAX_DIMS } from "../kernel/kernel-memory.ts";

export const ID_BYTES = 36;
const MAGIC = 0x31585654;
/** 3: classes are names. */
const VERSION = 3;
const DIMS_STEP = 16;
const SUMS_AT = 24;
const MAX_SUM_BLOCKS = BLOCK_BYTES / 4 - SUMS_AT;

/** The numbers that determine the place of each section. */
export interface ImageShape {
  readonly rows: number;
  readonly dims: number;
  /** Leading dimensions that are scanned first; `dims` if all are scanned at once. */
  readonly prefixDims: number;
  readonly hasBits: boolean;
  readonly metaBytes: number;
}

export interface ImageHeader extends ImageShape {
  readonly lastSeq: number;
  /** The sum of the seqs of its rows, modulo SEQ_SUM_MODULUS. */
  readonly seqSum: number;
}

export interface ImageLayout extends ImageShape {
  /** Bytes from the codes of one row to those of the next: dims, rounded up to the step of the kernel. */
  readonly stride: number;
  readonly prefixStride: number;
  /** Bytes of the sign bits of a row: a multiple of 8. */
  readonly bitBytes: number;
  /** The start of each section, in bytes from the start of the image. */
  readonly sums: number;
  readonly meta: number;
  readonly scales: number;
  readonly prefixScales: number;
  readonly mean: number;
  readonly ids: number;
  readonly rids: number;
  readonly seqs: number;
  readonly bits: number;
  readonly codes: number;
  readonly bytes: number;
}

export function layoutOf(shape: ImageShape): ImageLayout {
  const { rows, dims, prefixDims, hasBits, metaBytes } = shape;
  const stride = roundUp(dims, DIMS_STEP);
  const prefixStride = roundUp(prefixDims, DIMS_STEP);
  const bitBytes = roundUp(prefixStride / 8, 8);
  const sizes = [
    metaBytes,
    rows * 4,
    prefixStride < stride ? rows * 4 : 0,
    hasBits ? prefixStride * 4 : 0,
    rows * ID_BYTES,
    rows * 8,
    rows * 8,
    hasBits ? rows * bitBytes : 0,
    rows * stride,
  ].map((size) => roundUp(size, BLOCK_BYTES));
  const blocks = sizes.reduce((sum, size) => sum + size, 0) / BLOCK_BYTES;
  let at = BLOCK_BYTES + roundUp(blocks * 4, BLOCK_BYTES);
  const [meta = 0, scales = 0, prefixScales = 0, mean = 0, ids = 0, rids = 0, seqs = 0, ...rest] =
    sizes.map((size) => {
      at += size;
      return at - size;
    });
  const [bits = 0, codes = 0] = rest;
  const places = { sums: BLOCK_BYTES, meta, scales, mean, ids, rids, seqs, bits, codes, bytes: at };
  return { ...shape, stride, prefixStride, bitBytes, ...places, prefixScales };
}

/** The number of blocks behind the checksums, which the checksums cover. */
export function coveredBlocks(layout: ImageLayout): number {
  return (layout.bytes - layout.meta) / BLOCK_BYTES;
}

/** Whether an image of this size is possible. */
export function isPossible(layout: ImageLayout): boolean {
  return (
    layout.meta - layout.sums <= MAX_SUM_BLOCKS * BLOCK_BYTES && layout.bytes < 2 ** 32 - 2 ** 28
  );
}

/** `sums` are the checksums of the blocks of checksums. `sealHeader` writes the checksum of the header itself. */
export function writeHeader(block: ArrayBuffer, header: ImageHeader, sums: Uint32Array): void {
  const words = new Uint32Array(block);
  words.fill(0);
  words.set([MAGIC, VERSION, 0, header.hasBits ? 1 : 0]);
  words.set(sums, SUMS_AT);
  const { rows, dims, prefixDims, metaBytes, lastSeq, seqSum } = header;
  new Float64Array(block).set([rows, dims, prefixDims, metaBytes, lastSeq, seqSum], 2);
}

/** Replaces the checksum of the header, which is computed with zero in its place, and returns the former value. */
export function sealHeader(block: ArrayBuffer, checksum: number): number {
  const words = new Uint32Array(block);
  const before = words[2] ?? 0;
  words[2] = checksum;
  return before;
}

/** The header and the checksums of the blocks of checksums, or why it cannot be used. Its own checksum is not verified. */
export function readHeader(
  block: ArrayBuffer,
): { readonly header: ImageHeader; readonly sums: Uint32Array } | string {
  const words = new Uint32Array(block);
  if (words[0] !== MAGIC) return "it is no side file";
  if (words[1] !== VERSION) return "it is of another version";
  const numbers = new Float64Array(block).subarray(2, 8);
  const [rows = 0, dims = 0, prefixDims = 0, metaBytes = 0, lastSeq = 0, seqSum = 0] = numbers;
  const isWhole = numbers.every((item) => Number.isSafeInteger(item) && item >= 0);
  if (!isWhole || dims < 1 || dims > MAX_DIMS || prefixDims < 1 || prefixDims > dims) {
    return "its header makes no sense";
  }
  const hasBits = words[3] === 1;
  const header = { rows, dims, prefixDims, hasBits, metaBytes, lastSeq, seqSum };
  return { header, sums: words.subarray(SUMS_AT) };
}

function roundUp(size: number, step: number): number {
  return Math.ceil(size / step) * step;
}
