/**
 * Rows written after the image was built. They are stored behind it in the kernel's memory, in the order of arrival, and are
 * all scanned. A row that is written again is removed before it is added.
 */
import { scaleFor, type VectorImage } from "./vector-image.ts";

/** Rows that the first block of memory holds. */
const FIRST_ROOM = 64;

interface DeltaRow {
  readonly classNumber: number;
  readonly id: string;
  readonly rid: number;
  readonly seq: number;
}

export interface Delta {
  /** By place; null for a removed row. */
  readonly rows: (DeltaRow | null)[];
  /** Addresses of the codes and the scales in the kernel's memory. */
  readonly codesAt: number;
  readonly scalesAt: number;
  /** Places by rid. */
  readonly places: ReadonlyMap<number, number>;
  /** The place of the row with this id; undefined if the delta has none. */
  placeOfId(id: string): number | undefined;
  /** Adds a row; a row with the same rid must have been removed before. */
  add(row: DeltaRow, codes: Int8Array): void;
  remove(place: number): void;
  codesOf(place: number): Int8Array;
}

export function createDelta({ kernel, layout, end }: VectorImage): Delta {
  const { stride } = layout;
  const rows: (DeltaRow | null)[] = [];
  const places = new Map<number, number>();
  const byId = new Map<string, number>();
  let [codesAt, scalesAt, room] = [end, end, 0];

  /** Allocates twice the room behind the present one, which is abandoned. */
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
  const remove = (place: number) => {
    const row = rows[place];
    if (row === null || row === undefined) return;
    setScale(place, Number.NaN);
    places.delete(row.rid);
    if (byId.get(row.id) === place) byId.delete(row.id);
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
    remove,
    add: (row, codes) => {
      if (rows.length === room) makeRoom();
      const place = rows.push(row) - 1;
      codesOf(place).fill(0);
      codesOf(place).set(codes);
      setScale(place, scaleFor(codes));
      places.set(row.rid, place);
      byId.set(row.id, place);
    },
  };
}
