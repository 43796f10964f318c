/**
 * The rows that came after the image: appended behind it in the kernel's memory, in the order they came, and
 * scanned whole. Before a row comes again the one before it is struck out.
 */
import type { MemoryId } from "../domain/ids.ts";
import { scaleFor, type VectorImage } from "./vector-image.ts";

const FIRST_ROOM = 64;

interface DeltaRow {
  readonly classNumber: number;
  readonly memoryId: MemoryId;
  readonly rid: number;
  readonly seq: number;
}

export interface Delta {
  /** By place; null for one that was struck out. */
  readonly rows: (DeltaRow | null)[];
  /** Where their codes and their scales begin in the kernel's memory. */
  readonly codesAt: number;
  readonly scalesAt: number;
  /** The place of a memory that is here, by its rid. */
  readonly places: ReadonlyMap<number, number>;
  /** The same by its id; undefined for one that is not here. */
  placeOfId(id: MemoryId): number | undefined;
  /** A row of another rid than those that are here. */
  add(row: DeltaRow, codes: Int8Array): void;
  strikeOut(place: number): void;
  codesOf(place: number): Int8Array;
}

export function createDelta({ kernel, layout, end }: VectorImage): Delta {
  const { stride } = layout;
  const rows: (DeltaRow | null)[] = [];
  const places = new Map<number, number>();
  const byId = new Map<MemoryId, number>();
  let [codesAt, scalesAt, room] = [end, end, 0];

  /** Twice the room behind the present one, which is given up. */
  function makeRoom(): void {
    const before = { codesAt, scalesAt, bytes: room * stride, scales: room * 4 };
    codesAt = room === 0 ? end : scalesAt + room * 4;
    codesAt = Math.ceil(codesAt / 16) * 16;
    room = Math.max(FIRST_ROOM, room * 2);
    scalesAt = codesAt + room * stride;
    kernel.reserve(scalesAt + room * 4);
    const bytes = new Uint8Array(kernel.memory.buffer);
    bytes.copyWithin(codesAt, before.codesAt, before.codesAt + before.bytes);
    bytes.copyWithin(scalesAt, before.scalesAt, before.scalesAt + before.scales);
  }

  const setScale = (place: number, scale: number) => {
    new Float32Array(kernel.memory.buffer, scalesAt, room)[place] = scale;
  };
  const codesOf = (place: number) =>
    new Int8Array(kernel.memory.buffer, codesAt + place * stride, stride);
  const strikeOut = (place: number) => {
    const row = rows[place];
    if (row === null || row === undefined) return;
    setScale(place, Number.NaN);
    places.delete(row.rid);
    if (byId.get(row.memoryId) === place) byId.delete(row.memoryId);
    rows[place] = null;
  };
  return {
    rows,
    get codesAt() {
      return codesAt;
    },
    get scalesAt() {
      return scalesAt;
    },
    places,
    placeOfId: (id) => byId.get(id),
    codesOf,
    strikeOut,
    add: (row, codes) => {
      if (rows.length === room) makeRoom();
      const place = rows.push(row) - 1;
      codesOf(place).fill(0);
      codesOf(place).set(codes);
      setScale(place, scaleFor(codes));
      places.set(row.rid, place);
      byId.set(row.memoryId, place);
    },
  };
}
