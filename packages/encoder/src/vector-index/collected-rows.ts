/** Collects the rows of a new image: from the table, page by page, or from the present image and its delta. */
import type { Delta } from "./delta.ts";
import {
  codesOfSlot,
  type ImageRows,
  idOfSlot,
  ridsOf,
  scalesOf,
  seqsOf,
  type VectorImage,
} from "./vector-image.ts";
import type { ClassTable, VectorRow } from "./vector-rows.ts";

const CHUNK_ROWS = 4096;

export interface CollectedRows extends ImageRows {
  add(row: VectorRow): void;
}

/** Rows from the table. A vector of another length is stored as zeros, which no query matches. */
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
    classNames: table.names,
    classOf: (row) => columns.classOf[row] ?? 0,
    idOf: (row) => columns.id[row] ?? "",
    ridOf: (row) => columns.rid[row] ?? 0,
    seqOf: (row) => columns.seq[row] ?? 0,
    codesOf,
    add: (row) => {
      const number = columns.id.push(row.id) - 1;
      columns.classOf.push(table.numberOf(row.className));
      columns.rid.push(row.rid);
      columns.seq.push(row.seq);
      if (number % CHUNK_ROWS === 0) chunks.push(new Int8Array(CHUNK_ROWS * dims));
      codesOf(number).set(codesIn(row, dims));
    },
  };
}

/** The codes of the row, or zeros if they have another length. */
export function codesIn({ codes }: Pick<VectorRow, "codes">, dims: number): Int8Array {
  if (codes.length !== dims) return new Int8Array(dims);
  return new Int8Array(codes.buffer, codes.byteOffset, dims);
}

/** The remaining rows of an image, which must be fully loaded, and of its delta. */
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
  const inDelta = (row: number) => delta.rows[slotOf(row) - layout.rows];
  return {
    count: places.length,
    classNames: table.names,
    classOf: (row) => inDelta(row)?.classNumber ?? classBySlot[slotOf(row)] ?? 0,
    idOf: (row) => inDelta(row)?.id ?? idOfSlot(image, slotOf(row)),
    ridOf: (row) => inDelta(row)?.rid ?? rids[slotOf(row)] ?? 0,
    seqOf: (row) => inDelta(row)?.seq ?? seqs[slotOf(row)] ?? 0,
    codesOf: (row) => {
      const slot = slotOf(row);
      if (slot < layout.rows) return codesOfSlot(image, slot).subarray(0, layout.dims);
      return delta.codesOf(slot - layout.rows).subarray(0, layout.dims);
    },
  };
}
