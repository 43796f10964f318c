/** Rows of vectors gathered to become an image: from the table, page by page, or from an index that has grown. */
import type { VectorRow } from "../domain/vector.ts";
import type { Delta } from "./delta.ts";
import type { ClassTable } from "./vector-classes.ts";
import {
  codesOfSlot,
  type ImageRows,
  memoryIdOf,
  ridsOf,
  scalesOf,
  seqsOf,
  type VectorImage,
} from "./vector-image.ts";

const CHUNK_ROWS = 4096;

export interface CollectedRows extends ImageRows {
  add(row: VectorRow): void;
}

/** From the table. A vector of another length is kept as zeros: it is like nothing. */
export function collectRows(table: ClassTable, dims: number): CollectedRows {
  const columns = {
    classOf: [] as number[],
    id: [] as string[],
    rid: [] as number[],
    seq: [] as number[],
  };
  const chunks: Int8Array[] = [];
  const codesOf = (row: number) => {
    const at = (row % CHUNK_ROWS) * dims;
    return (chunks[Math.floor(row / CHUNK_ROWS)] ?? new Int8Array(0)).subarray(at, at + dims);
  };
  return {
    get count() {
      return columns.id.length;
    },
    classes: table.classes,
    classOf: (row) => columns.classOf[row] ?? 0,
    idOf: (row) => columns.id[row] ?? "",
    ridOf: (row) => columns.rid[row] ?? 0,
    seqOf: (row) => columns.seq[row] ?? 0,
    codesOf,
    add: (row) => {
      const number = columns.id.push(row.memoryId) - 1;
      columns.classOf.push(table.numberOf(row));
      columns.rid.push(row.rid);
      columns.seq.push(row.seq);
      if (number % CHUNK_ROWS === 0) chunks.push(new Int8Array(CHUNK_ROWS * dims));
      codesOf(number).set(codesIn(row, dims));
    },
  };
}

/** The row's codes, or zeros where they are of another length. */
export function codesIn({ codes }: VectorRow, dims: number): Int8Array {
  if (codes.length !== dims) return new Int8Array(dims);
  return new Int8Array(codes.buffer, codes.byteOffset, dims);
}

/** What is left of an image, wholly loaded, and of what came after it. */
export function remainingRows(image: VectorImage, delta: Delta, table: ClassTable): ImageRows {
  const { layout } = image;
  const scales = scalesOf(image);
  const classBySlot = new Uint32Array(layout.rows);
  let at = 0;
  for (const [number, { count }] of image.classes.entries()) {
    classBySlot.fill(number, at, at + count);
    at += count;
  }
  const places: number[] = [];
  for (let slot = 0; slot < layout.rows; slot++) {
    if (!Number.isNaN(scales[slot])) places.push(slot);
  }
  for (const [place, row] of delta.rows.entries())
    if (row !== null) places.push(layout.rows + place);
  const [rids, seqs] = [ridsOf(image), seqsOf(image)];
  const slotOf = (row: number) => places[row] ?? 0;
  const besideOf = (row: number) => delta.rows[slotOf(row) - layout.rows];
  return {
    count: places.length,
    classes: table.classes,
    classOf: (row) => besideOf(row)?.classNumber ?? classBySlot[slotOf(row)] ?? 0,
    idOf: (row) => besideOf(row)?.memoryId ?? memoryIdOf(image, slotOf(row)),
    ridOf: (row) => besideOf(row)?.rid ?? rids[slotOf(row)] ?? 0,
    seqOf: (row) => besideOf(row)?.seq ?? seqs[slotOf(row)] ?? 0,
    codesOf: (row) => {
      const slot = slotOf(row);
      if (slot < layout.rows) return codesOfSlot(image, slot).subarray(0, layout.dims);
      return delta.codesOf(slot - layout.rows).subarray(0, layout.dims);
    },
  };
}
