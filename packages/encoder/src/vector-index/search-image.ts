/**
 * Finds the best rows of an image and its delta. The selected classes are a few ranges of slots. Small selections are
 * scanned exactly, in all dimensions or first in the leading ones; of large ones, sign bits find candidates, which are
 * then scored exactly.
 */

import { MAX_BEST, MAX_CANDIDATES, SCRATCH } from "../kernel/kernel-memory.ts";
import { lengthOf, quantizeQuery } from "../kernel/quantize.ts";
import type { Delta } from "./delta.ts";
import { ID_BYTES } from "./image-layout.ts";
import {
  IMAGE_AT,
  idAt,
  meanOf,
  STAGE_BYTES,
  type VectorImage,
  writeSigns,
} from "./vector-image.ts";

/** V8 switches to optimised code between calls only, so a cold process must not scan all rows in one call. */
const ROWS_A_CALL = 4096;

export interface VectorHit {
  readonly id: string;
  readonly className: string;
  /** Cosine, in [-1, 1]. */
  readonly score: number;
}

export interface Selection {
  readonly image: VectorImage;
  readonly delta: Delta;
  /** Names of all classes by number: first those of the image, in their order. */
  readonly classNames: readonly string[];
  readonly isSelected: (className: string) => boolean;
  /** The first search of a process, and perhaps its only one: the codes are not stored in memory. */
  readonly isFirst: boolean;
}

/** VECTORS in tuning.ts describes the numbers. */
export interface SearchLimits {
  readonly exactRows: number;
  readonly bitCandidates: number;
  readonly prefixCandidates: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export type SearchOutcome = { readonly hits: readonly VectorHit[] } | { readonly damage: string };

/** Best first; the order of equal scores is not defined. `k` is at most 4096. */
export function searchImage(
  selection: Selection,
  query: Float32Array,
  k: number,
  limits: SearchLimits,
): SearchOutcome {
  const { image, delta, classNames } = selection;
  const wanted = Math.min(Math.max(0, Math.trunc(k)), MAX_BEST);
  const length = lengthOf(query);
  if (wanted === 0 || length === 0) return { hits: [] };
  const { isFirst } = selection;
  const selected = classNames.map((name) => selection.isSelected(name));
  const ranges = rangesOf(image, selected);
  const target = new Int16Array(image.kernel.memory.buffer, SCRATCH.query, image.layout.stride);
  const factor = quantizeQuery(query, target) / length;
  const found = searchRanges(image, ranges, { query, length, k: wanted, limits, isFirst });
  if (typeof found === "string") return { damage: found };
  return readHits(selection, scanDelta(image, delta, selected, wanted, found), factor);
}

/** Adjacent classes that are both selected become one range. */
function rangesOf(image: VectorImage, selected: readonly boolean[]): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const [number, { count }] of image.classes.entries()) {
    const end = start + count;
    const last = ranges.at(-1);
    if (selected[number] === true) {
      if (last?.end === start) ranges[ranges.length - 1] = { start: last.start, end };
      else ranges.push({ start, end });
    }
    start = end;
  }
  return ranges;
}

interface ImageQuery {
  readonly query: Float32Array;
  readonly length: number;
  readonly k: number;
  readonly limits: SearchLimits;
  readonly isFirst: boolean;
}

/** Returns the number of results, which are in the scratch area, best first; a text if the file is damaged. */
function searchRanges(
  image: VectorImage,
  ranges: readonly Range[],
  wanted: ImageQuery,
): number | string {
  const { layout } = image;
  const { isFirst } = wanted;
  const rows = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  if (rows === 0) return 0;
  if (layout.hasBits && rows > wanted.limits.exactRows) return searchBits(image, ranges, wanted);
  const { stride, prefixStride } = layout;
  if (prefixStride === stride)
    return scanRanges(image, ranges, { dims: stride, k: wanted.k, isFirst });
  const pool = Math.min(MAX_BEST, Math.max(wanted.k, wanted.limits.prefixCandidates));
  const found = scanRanges(image, ranges, { dims: prefixStride, k: pool, isFirst });
  if (typeof found === "string") return found;
  const { buffer } = image.kernel.memory;
  const slots = new Uint32Array(buffer, SCRATCH.slots, found).slice().sort();
  new Uint32Array(buffer, SCRATCH.candidates, found).set(slots);
  return scoreCandidates(image, found, wanted.k);
}

interface Scan {
  readonly dims: number;
  readonly k: number;
  readonly isFirst: boolean;
}

function scanRanges(image: VectorImage, ranges: readonly Range[], scan: Scan): number | string {
  let found = 0;
  for (const range of ranges) {
    const outcome = scanRange(image, range, scan, found);
    if (typeof outcome === "string") return outcome;
    found = outcome;
  }
  return found;
}

function scanRange(
  image: VectorImage,
  { start, end }: Range,
  { dims, k, isFirst }: Scan,
  foundBefore: number,
): number | string {
  const { kernel, layout } = image;
  const { stride, codes } = layout;
  const scales = dims < stride ? layout.prefixScales : layout.scales;
  const damage =
    image.load(scales + start * 4, scales + end * 4) ??
    (isFirst ? null : image.load(codes + start * stride, codes + end * stride));
  if (damage !== null) return damage;
  const rowsAtOnce = isFirst ? Math.floor(STAGE_BYTES / stride) : ROWS_A_CALL;
  let found = foundBefore;
  for (let slot = start; slot < end; slot += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, end - slot);
    const row = image.stage(codes + slot * stride, codes + (slot + count) * stride);
    if (typeof row === "string") return row;
    const scale = IMAGE_AT + scales + slot * 4;
    found = kernel.scanRows(row, stride, dims, scale, count, slot, k, found);
  }
  return found;
}

function searchBits(
  image: VectorImage,
  ranges: readonly Range[],
  wanted: ImageQuery,
): number | string {
  const { kernel, layout } = image;
  const inMean = image.load(layout.mean, layout.mean + layout.prefixStride * 4);
  if (inMean !== null) return inMean;
  const { buffer } = kernel.memory;
  const bits = new Uint8Array(buffer, SCRATCH.queryBits, layout.bitBytes);
  writeSigns(wanted.query, 1 / wanted.length, meanOf(image), bits);
  const histogram = new Uint32Array(buffer, SCRATCH.histogram, layout.prefixStride + 1).fill(0);
  const distancesAt = IMAGE_AT + layout.bytes;
  for (const { start, end } of ranges) {
    const at = layout.bits + start * layout.bitBytes;
    const damage = image.load(at, layout.bits + end * layout.bitBytes);
    if (damage !== null) return damage;
    for (let slot = start; slot < end; slot += ROWS_A_CALL) {
      kernel.scanBits(
        IMAGE_AT + layout.bits + slot * layout.bitBytes,
        layout.bitBytes,
        Math.min(ROWS_A_CALL, end - slot),
        distancesAt + slot * 2,
      );
    }
  }
  const pool = Math.min(MAX_CANDIDATES, Math.max(wanted.k, wanted.limits.bitCandidates));
  const { limit, ties } = limitFor(histogram, pool);
  new Uint32Array(buffer, SCRATCH.ties, 1)[0] = ties;
  let found = 0;
  for (const { start, end } of ranges) {
    found = kernel.collectNear(distancesAt + start * 2, end - start, start, limit, found);
  }
  return scoreCandidates(image, found, wanted.k);
}

/** The distance of the last of the `pool` nearest rows, and how many rows at this distance belong to them. */
function limitFor(histogram: Uint32Array, pool: number): { limit: number; ties: number } {
  let nearer = 0;
  for (const [limit, count] of histogram.entries()) {
    if (nearer + count >= pool) return { limit, ties: pool - nearer };
    nearer += count;
  }
  return { limit: histogram.length - 1, ties: pool };
}

/** Scores the candidates, which are in the scratch area in the order of slots, so the file is read from front to back. */
function scoreCandidates(image: VectorImage, count: number, k: number): number | string {
  const { kernel, layout } = image;
  const inScales = image.load(layout.scales, layout.scales + layout.rows * 4);
  if (inScales !== null) return inScales;
  const slots = new Uint32Array(kernel.memory.buffer, SCRATCH.candidates, count);
  for (const slot of slots) {
    const at = layout.codes + slot * layout.stride;
    const damage = image.load(at, at + layout.stride);
    if (damage !== null) return damage;
  }
  const [rows, scales] = [IMAGE_AT + layout.codes, IMAGE_AT + layout.scales];
  return kernel.scoreCandidates(rows, layout.stride, layout.stride, scales, count, k, 0);
}

/** Slots of the delta continue those of the image. */
function scanDelta(
  { kernel, layout }: VectorImage,
  delta: Delta,
  selected: readonly boolean[],
  k: number,
  foundBefore: number,
): number {
  const isIn = (place: number) => {
    const row = delta.rows[place];
    return row !== null && row !== undefined && selected[row.classNumber] === true;
  };
  let found = foundBefore;
  for (let place = 0; place < delta.rows.length; ) {
    let end = place;
    while (isIn(end)) end++;
    if (end > place) {
      found = kernel.scanRows(
        delta.codesAt + place * layout.stride,
        layout.stride,
        layout.stride,
        delta.scalesAt + place * 4,
        end - place,
        layout.rows + place,
        k,
        found,
      );
    }
    place = end + 1;
  }
  return found;
}

function readHits(
  { image, delta, classNames, isFirst }: Selection,
  found: number,
  factor: number,
): SearchOutcome {
  const { kernel, layout } = image;
  const scores = new Float32Array(kernel.memory.buffer, SCRATCH.scores, found);
  const slots = new Uint32Array(kernel.memory.buffer, SCRATCH.slots, found).slice();
  const classNameAt = createClassLookup(image);
  const hits: VectorHit[] = [];
  for (const [i, slot] of slots.entries()) {
    const score = Math.min(1, Math.max(-1, (scores[i] ?? 0) * factor));
    const added = delta.rows[slot - layout.rows];
    if (slot >= layout.rows) {
      const className = classNames[added?.classNumber ?? -1] ?? "";
      if (added) hits.push({ id: added.id, className, score });
      continue;
    }
    const at = layout.ids + slot * ID_BYTES;
    const damage = isFirst ? null : image.load(at, at + ID_BYTES);
    const place = damage ?? image.stage(at, at + ID_BYTES);
    if (typeof place === "string") return { damage: place };
    hits.push({ id: idAt(kernel, place), className: classNameAt(slot), score });
  }
  return { hits };
}

/** Finds the class of a slot of the image: rows of a class are adjacent. */
function createClassLookup({ classes }: VectorImage): (slot: number) => string {
  let end = 0;
  const ends = classes.map(({ count }) => {
    end += count;
    return end;
  });
  return (slot) => classes[ends.findIndex((classEnd) => slot < classEnd)]?.name ?? "";
}
