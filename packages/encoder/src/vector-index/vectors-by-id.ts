/**
 * Finds vectors by id: a hash table over the ids of an image, built at its first use. A process that asks only once
 * reads the caller's table instead, because building the hash table reads every id.
 */
import { FNV_PRIME } from "@tacit-memory/files";
import type { CodedVector } from "../kernel/local-density.ts";
import { codesIn } from "./collected-rows.ts";
import type { Delta } from "./delta.ts";
import { ID_BYTES } from "./image-layout.ts";
import { codesOfSlot, IMAGE_AT, scaleFor, scalesOf, type VectorImage } from "./vector-image.ts";
import type { VectorRow } from "./vector-rows.ts";

const ID_WORDS = ID_BYTES / 4;

/** The vectors of these ids that the image or its delta has, as the index scores them; or why the file cannot be read. */
export type VectorsById = (
  ids: readonly string[],
  delta: Delta,
) => Map<string, CodedVector> | string;

/** The same for rows of the table. Codes of another length count as zeros, as in an image. */
export function vectorsIn(
  rows: readonly Pick<VectorRow, "id" | "codes">[],
  dims: number,
): Map<string, CodedVector> {
  return new Map(rows.map((row) => [row.id, coded(codesIn(row, dims))]));
}

/** For one image; returns the reason if it cannot be read. */
export function createVectorsById(image: VectorImage): VectorsById | string {
  const { layout } = image;
  const damage =
    image.load(layout.scales, layout.scales + layout.rows * 4) ??
    image.load(layout.ids, layout.ids + layout.rows * ID_BYTES);
  if (damage !== null) return damage;
  const slotOf = createSlots(image);
  return (ids, delta) => {
    const found = new Map<string, CodedVector>();
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

/** Returns −1 for an id that is missing or was removed. */
function createSlots(image: VectorImage): (id: string) => number {
  const { kernel, layout } = image;
  const { rows } = layout;
  const idsAt = IMAGE_AT + layout.ids;
  // The buffer changes whenever the memory grows.
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
      // The former row of an id that was rewritten is in another slot and marked as removed.
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
