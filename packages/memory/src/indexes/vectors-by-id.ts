/**
 * Which vector has a memory? A hash table over the ids as they lie in an image, made when a process asks for the first
 * time. One that asks once looks into the table of the store instead: there are as many ids to read as memories.
 */
import { FNV_PRIME } from "@tacit-memory/files";
import type { MemoryId } from "../domain/ids.ts";
import type { Delta } from "./delta.ts";
import { ID_BYTES } from "./image-layout.ts";
import type { CodedVector } from "./local-density.ts";
import { codesOfSlot, IMAGE_AT, scaleFor, scalesOf, type VectorImage } from "./vector-image.ts";

const ID_WORDS = ID_BYTES / 4;

/** A row of the store's table. */
export interface StoredCodes {
  readonly memoryId: MemoryId;
  /** int8, as many bytes as the encoder has dimensions. */
  readonly codes: Uint8Array;
}

/** Those that are in the image or came after it, as the index scores them; or why the image's file cannot be read. */
export type VectorsById = (
  ids: readonly MemoryId[],
  delta: Delta,
) => Map<MemoryId, CodedVector> | string;

/** The same of rows of the table. Of another length: like nothing, as in an image. */
export function vectorsIn(rows: readonly StoredCodes[], dims: number): Map<MemoryId, CodedVector> {
  return new Map(
    rows.map(({ memoryId, codes }) => {
      const own = codes.length === dims ? codes : new Uint8Array(dims);
      return [memoryId, coded(new Int8Array(own.buffer, own.byteOffset, dims))];
    }),
  );
}

/** Of one image; gives why it cannot be read. */
export function createVectorsById(image: VectorImage): VectorsById | string {
  const { layout } = image;
  const damage =
    image.load(layout.scales, layout.scales + layout.rows * 4) ??
    image.load(layout.ids, layout.ids + layout.rows * ID_BYTES);
  if (damage !== null) return damage;
  const slotOf = createSlots(image);
  return (ids, delta) => {
    const found = new Map<MemoryId, CodedVector>();
    for (const id of ids) {
      const place = delta.placeOfId(id);
      const slot = place === undefined ? slotOf(id) : -1;
      if (place !== undefined) found.set(id, coded(delta.codesOf(place).slice(0, layout.dims)));
      if (slot < 0) continue;
      const at = layout.codes + slot * layout.stride;
      const unread = image.load(at, at + layout.stride);
      if (unread !== null) return unread;
      found.set(id, coded(codesOfSlot(image, slot).slice(0, layout.dims)));
    }
    return found;
  };
}

function coded(codes: Int8Array): CodedVector {
  const bytes = new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength);
  return { scale: scaleFor(codes), codes: bytes };
}

/** Gives −1 for an id that is not there, or was struck out. */
function createSlots(image: VectorImage): (id: string) => number {
  const { kernel, layout } = image;
  const { rows } = layout;
  const idsAt = IMAGE_AT + layout.ids;
  // The buffer is another one whenever the memory has grown.
  const ids = () => new Uint32Array(kernel.memory.buffer, idsAt, rows * ID_WORDS);
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, rows) * 2)) - 1;
  const table = new Uint32Array(mask + 1);
  const own = ids();
  for (let slot = 0; slot < rows; slot++) {
    let at = hashOf(own, slot * ID_WORDS) & mask;
    while (table[at] !== 0) at = (at + 1) & mask;
    table[at] = slot + 1;
  }
  const wanted = new Uint32Array(ID_WORDS);
  const bytes = Buffer.from(wanted.buffer);
  return (id) => {
    if (id.length > ID_BYTES) return -1;
    bytes.fill(0);
    bytes.write(id, "latin1");
    const [all, scales] = [ids(), scalesOf(image)];
    for (let at = hashOf(wanted, 0) & mask; ; at = (at + 1) & mask) {
      const slot = (table[at] ?? 0) - 1;
      if (slot < 0) return -1;
      // A memory that was written again has the row it had before in another slot, struck out.
      if (isAt(all, slot * ID_WORDS, wanted) && !Number.isNaN(scales[slot])) return slot;
    }
  };
}

function hashOf(words: Uint32Array, at: number): number {
  let hash = 0;
  for (let i = 0; i < ID_WORDS; i++) {
    hash = Math.imul(hash ^ (words[at + i] as number), FNV_PRIME);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isAt(words: Uint32Array, at: number, wanted: Uint32Array): boolean {
  for (let i = 0; i < ID_WORDS; i++) if (words[at + i] !== wanted[i]) return false;
  return true;
}
