/**
 * The side file on disk. It is verified when it is opened, read as far as a search needs it, and replaced as a whole.
 * A damaged file is a reason to build it again from the table, never a failure.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { replaceFile } from "@tacit-memory/files";
import { createKernel } from "../kernel/kernel.ts";
import { BLOCK_BYTES, type Kernel, SCRATCH } from "../kernel/kernel-memory.ts";
import {
  coveredBlocks,
  type ImageHeader,
  type ImageLayout,
  isPossible,
  layoutOf,
  readHeader,
  sealHeader,
} from "./image-layout.ts";
import { IMAGE_AT, type ImageMeta, imageIn, type VectorImage } from "./vector-image.ts";

const CHUNK_BLOCKS = 1024;

export interface SideFileSpec {
  readonly path: string;
  readonly encoderId: string;
  readonly dims: number;
  readonly prefixDims: number;
}

const NO_FILE = "there was no side file";

/** The image in a side file, or why it cannot be used. The file stays open until the image is closed. */
export function openSideFile(spec: SideFileSpec): VectorImage | string {
  let file: number;
  try {
    file = openSync(spec.path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? NO_FILE : `it cannot be read: ${code}`;
  }
  let image: VectorImage | string;
  try {
    image = readImage(file, spec);
  } catch (error) {
    image = `it cannot be read: ${(error as Error).message}`;
  }
  if (typeof image === "string") closeSync(file);
  return image;
}

/** The damage of a side file; null if there is none, or no file. `isWhole`: every block is verified. */
export function sideFileFault(spec: SideFileSpec, isWhole: boolean): string | null {
  const found = openSideFile(spec);
  if (typeof found === "string") return found === NO_FILE ? null : found;
  try {
    return isWhole ? found.load(found.layout.meta, found.layout.bytes) : null;
  } finally {
    found.close();
  }
}

function readImage(file: number, spec: SideFileSpec): VectorImage | string {
  const kernel = createKernel();
  const block = new ArrayBuffer(BLOCK_BYTES);
  if (readSync(file, new Uint8Array(block), 0, BLOCK_BYTES, 0) < BLOCK_BYTES)
    return "it is cut off";
  const read = readHeader(block);
  if (typeof read === "string") return read;
  if (!hasOwnChecksum(kernel, block)) return "its header is damaged";
  const { header, sums } = read;
  const layout = layoutOf(header);
  if (header.dims !== spec.dims || header.prefixDims !== spec.prefixDims) {
    return "it is of other dimensions";
  }
  if (!isPossible(layout)) return "its header makes no sense";
  if (fstatSync(file).size !== layout.bytes) return "its length is wrong";
  kernel.reserve(IMAGE_AT + layout.bytes);
  const inSums = readBlocks(kernel, file, layout.sums, layout.meta, sums);
  if (inSums !== null) return inSums;
  const { load, stage } = createLoader(kernel, file, layout);
  const inMeta = load(layout.meta, layout.meta + header.metaBytes);
  if (inMeta !== null) return inMeta;
  const text = Buffer.from(kernel.memory.buffer, IMAGE_AT + layout.meta, header.metaBytes);
  const meta = parseMeta(text.toString(), header);
  if (meta === null) return "its header makes no sense";
  if (meta.encoderId !== spec.encoderId) return "it is of another encoder";
  return imageIn(kernel, header, meta, { load, stage, close: () => closeSync(file) });
}

/** Sets the checksum in the block to zero. */
function hasOwnChecksum(kernel: Kernel, block: ArrayBuffer): boolean {
  const stored = sealHeader(block, 0);
  new Uint8Array(kernel.memory.buffer).set(new Uint8Array(block), IMAGE_AT - BLOCK_BYTES);
  kernel.checksumBlocks(IMAGE_AT - BLOCK_BYTES, 1, SCRATCH.sums);
  return new Uint32Array(kernel.memory.buffer, SCRATCH.sums, 1)[0] === stored;
}

function parseMeta(text: string, { rows }: ImageHeader): ImageMeta | null {
  let meta: Partial<ImageMeta>;
  try {
    meta = JSON.parse(text) as Partial<ImageMeta>;
  } catch {
    return null;
  }
  const { encoderId, classes } = meta;
  if (typeof encoderId !== "string" || !Array.isArray(classes)) return null;
  const isWhole = classes.every(({ name, count }) => typeof name === "string" && count >= 0);
  const counted = classes.reduce((sum, { count }) => sum + Number(count), 0);
  return isWhole && counted === rows ? { encoderId, classes } : null;
}

/** Reads missing blocks once, in spans as long as possible, or into the scratch area. */
function createLoader(
  kernel: Kernel,
  file: number,
  layout: ImageLayout,
): Pick<VectorImage, "load" | "stage"> {
  const { meta, bytes } = layout;
  const isLoaded = new Uint8Array(coveredBlocks(layout));
  let missing = isLoaded.length;
  const sumsAt = IMAGE_AT + layout.sums;
  const blockOf = (at: number) => Math.floor((at - meta) / BLOCK_BYTES);
  const load: VectorImage["load"] = (start, end) => {
    if (missing === 0 || start >= end) return null;
    const last = blockOf(Math.min(end, bytes) - 1) + 1;
    let at = blockOf(start);
    while (at < last) {
      if (isLoaded[at] === 1) {
        at++;
        continue;
      }
      let to = at + 1;
      while (to < last && isLoaded[to] === 0) to++;
      const sums = new Uint32Array(kernel.memory.buffer, sumsAt + at * 4, to - at);
      const from = meta + at * BLOCK_BYTES;
      const damage = readBlocks(kernel, file, from, meta + to * BLOCK_BYTES, sums);
      if (damage !== null) return damage;
      isLoaded.fill(1, at, to);
      missing -= to - at;
      at = to;
    }
    return null;
  };
  const stage: VectorImage["stage"] = (start, end) => {
    const [first, last] = [blockOf(start), blockOf(end - 1) + 1];
    if (!isLoaded.subarray(first, last).includes(0)) return IMAGE_AT + start;
    const sums = new Uint32Array(kernel.memory.buffer, sumsAt + first * 4, last - first);
    const [from, to] = [meta + first * BLOCK_BYTES, meta + last * BLOCK_BYTES];
    const damage = readBlocks(kernel, file, from, to, sums, SCRATCH.stage);
    return damage ?? SCRATCH.stage + start - from;
  };
  return { load, stage };
}

/** Reads whole blocks to their place in the image, or to `place`, and verifies their checksums. */
function readBlocks(
  kernel: Kernel,
  file: number,
  start: number,
  end: number,
  expected: Uint32Array,
  place: number = IMAGE_AT + start,
): string | null {
  const target = new Uint8Array(kernel.memory.buffer, place);
  for (let at = start; at < end; at += CHUNK_BLOCKS * BLOCK_BYTES) {
    const to = Math.min(end, at + CHUNK_BLOCKS * BLOCK_BYTES);
    for (let read = at; read < to; ) {
      const got = readSync(file, target, read - start, to - read, read);
      if (got === 0) return "it is cut off";
      read += got;
    }
    const count = (to - at) / BLOCK_BYTES;
    kernel.checksumBlocks(place + at - start, count, SCRATCH.sums);
    const found = new Uint32Array(kernel.memory.buffer, SCRATCH.sums, count);
    const first = (at - start) / BLOCK_BYTES;
    for (let i = 0; i < count; i++) {
      if (found[i] !== expected[first + i]) return "a block is damaged";
    }
  }
  return null;
}

/**
 * Replaces the file with an image that is fully in memory, readable by the owner only. Another process opens either the
 * old file or the new one. Returns the reason if the file could not be written; then no temporary file remains.
 */
export function writeSideFile(path: string, image: VectorImage): string | null {
  try {
    replaceFile(path, new Uint8Array(image.kernel.memory.buffer, IMAGE_AT, image.layout.bytes));
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}
