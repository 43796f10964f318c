/**
 * The index of one encoder's vectors: an image from the side file or from the table, and beside it what was
 * written since. The table is right and the file is only quick: whenever they do not fit, the file is made anew.
 */
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { VectorRow, VectorStamp } from "../domain/vector.ts";
import { codesIn, collectRows, remainingRows } from "./collected-rows.ts";
import { createDelta, type Delta } from "./delta.ts";
import { MAX_DIMS } from "./kernel-memory.ts";
import type { CodedVector } from "./local-density.ts";
import { type SearchLimits, searchImage, type VectorHit } from "./search-image.ts";
import { plusSeq } from "./seq-sum.ts";
import { openSideFile, writeSideFile } from "./side-file.ts";
import { VECTORS } from "./tuning.ts";
import { type ClassTable, createClassTable, passes, type VectorFilter } from "./vector-classes.ts";
import {
  buildImage,
  ridsOf,
  scalesOf,
  seqsOf,
  strikeOut,
  type VectorImage,
} from "./vector-image.ts";
import {
  createVectorsById,
  type StoredCodes,
  type VectorsById,
  vectorsIn,
} from "./vectors-by-id.ts";

const PAGE_ROWS = 4096;
const ATTEMPTS = 3;
const STEP = 16;

/** The table, as the store tells it. */
interface VectorSource {
  /** Written after `seq`, in the order written. */
  readonly since: (seq: number, limit: number) => Promise<readonly VectorRow[]>;
  readonly stamp: () => Promise<VectorStamp>;
  /** Of all rows there are, ascending. */
  readonly liveSeqs: () => Promise<readonly number[]>;
  /** Of the memories given, in no order; those without a vector are left out. */
  readonly of: (ids: readonly MemoryId[]) => Promise<readonly StoredCodes[]>;
}

export interface VectorIndexOptions {
  /** Of the side file; its folder must be there. */
  readonly path: string;
  readonly encoderId: string;
  /** 1 to 4096. */
  readonly dims: number;
  /**
   * For an encoder whose leading dimensions mean the same on their own (Matryoshka): how many of them are
   * scanned to find what is then scored by all. Left out: all of them.
   */
  readonly prefixDims?: number | undefined;
  readonly rows: VectorSource;
  /** Instead of VECTORS': for tests and measurements. */
  readonly limits?: Partial<SearchLimits> | undefined;
}

export interface VectorIndex {
  /** How many vectors it has, whatever their state. */
  readonly size: number;
  /** "rebuilt" when the image was made from the table since it was opened. */
  readonly state: "in_step" | "rebuilt";
  /** Why it was rebuilt. */
  readonly reason: string | undefined;
  /** Why the side file could not be written when that was last tried. */
  readonly unwritten: string | undefined;
  /**
   * The `k` (at most 4096) nearest by cosine, best first. Reads of the file what the filter selects; where that
   * is damaged, everything from the table. Throws "internal" for a query that is not `dims` long.
   */
  search(query: Float32Array, filter: VectorFilter, k: number): Promise<readonly VectorHit[]>;
  /**
   * The vectors of these memories; those without one are left out. In the first answer of a process from the table,
   * afterwards from memory.
   */
  vectorsOf(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, CodedVector>>;
  /** Takes in what was written since, and writes the file anew when that has become much. */
  refresh(): Promise<void>;
  /** Writes the file anew unless it has everything. What was deleted is in the file until then. */
  flush(): Promise<void>;
  /** Of no more use afterwards. */
  close(): void;
}

/** Throws "internal" for dimensions that cannot be, and what the source throws. */
export async function openVectorIndex(options: VectorIndexOptions): Promise<VectorIndex> {
  const { dims, prefixDims = dims } = options;
  if (!Number.isInteger(dims) || dims < 1 || dims > MAX_DIMS || prefixDims < 1) {
    throw new MemoryError("internal", { dims, prefixDims, reason: "no such vectors" });
  }
  const rounded = Math.min(dims, Math.ceil(prefixDims / STEP) * STEP);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const full = { ...options, prefixDims: rounded, limits };
  const found = openSideFile(full);
  const isImage = typeof found !== "string";
  const index = new SideFileIndex(full, isImage ? found : emptyImage(full));
  try {
    await index.begin(isImage ? null : found);
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

interface FullOptions extends VectorIndexOptions {
  readonly prefixDims: number;
  readonly limits: SearchLimits;
}

const DEFAULT_LIMITS: SearchLimits = {
  exactRows: VECTORS.exactRows.value,
  bitCandidates: VECTORS.bitCandidates.value,
  prefixCandidates: VECTORS.prefixCandidates.value,
};

function emptyImage(options: FullOptions): VectorImage {
  return buildImage(collectRows(createClassTable([]), options.dims), specOf(options, 0));
}

function specOf(options: FullOptions, lastSeq: number) {
  const { encoderId, dims, prefixDims, limits } = options;
  return { encoderId, dims, prefixDims, exactRows: limits.exactRows, lastSeq };
}

class SideFileIndex implements VectorIndex {
  readonly #options: FullOptions;
  #image: VectorImage;
  #delta: Delta;
  #table: ClassTable;
  /** Rows of the image that were struck out. */
  #struck = 0;
  #lastSeq = 0;
  /** Of the seqs of all rows it has, modulo SEQ_SUM_MODULUS. */
  #seqSum = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #searches = 0;
  /** Of the present image, once somebody asked. */
  #byId: VectorsById | string | null = null;
  state: VectorIndex["state"] = "in_step";
  reason: string | undefined;
  unwritten: string | undefined;

  constructor(options: FullOptions, image: VectorImage) {
    this.#options = options;
    this.#image = image;
    this.#delta = createDelta(image);
    this.#table = createClassTable(image.classes);
    this.#lastSeq = image.header.lastSeq;
    this.#seqSum = image.header.seqSum;
  }

  get size(): number {
    return this.#image.layout.rows - this.#struck + this.#delta.places.size;
  }

  /** In step with the table; from the table alone where there is a reason not to use the image. */
  begin(reason: string | null): Promise<void> {
    return reason === null ? this.#catchUp() : this.#rebuild(reason);
  }

  search(query: Float32Array, filter: VectorFilter, k: number): Promise<readonly VectorHit[]> {
    return this.#inTurn(async () => {
      if (query.length !== this.#options.dims) {
        throw new MemoryError("internal", { dims: query.length, expected: this.#options.dims });
      }
      const first = this.#search(query, filter, k);
      if ("hits" in first) return first.hits;
      await this.#rebuild(first.damage);
      const second = this.#search(query, filter, k);
      return "hits" in second ? second.hits : [];
    });
  }

  vectorsOf(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, CodedVector>> {
    return this.#inTurn(async () => {
      const held = this.#searches > 1 ? this.#heldVectorsOf(ids) : null;
      // Damage is met again by the next search, which makes the file anew.
      if (held !== null && typeof held !== "string") return held;
      return vectorsIn(await this.#options.rows.of(ids), this.#options.dims);
    });
  }

  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#catchUp();
      const { rows } = this.#image.layout;
      const { writeBackRows, writeBackShare } = VECTORS;
      const limit = Math.max(writeBackRows.value, rows * writeBackShare.value);
      if (this.#struck + this.#delta.rows.length > limit) await this.#flush();
    });
  }

  flush(): Promise<void> {
    return this.#inTurn(() => this.#flush());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#image.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#isClosed) throw new MemoryError("internal", { reason: "the index is closed" });
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #search(query: Float32Array, filter: VectorFilter, k: number) {
    const [image, delta, { classes }] = [this.#image, this.#delta, this.#table];
    const selection = {
      image,
      delta,
      classes,
      isSelected: passes(filter),
      isFirst: this.#searches++ === 0,
    };
    return searchImage(selection, query, k, this.#options.limits);
  }

  #heldVectorsOf(ids: readonly MemoryId[]) {
    this.#byId ??= createVectorsById(this.#image);
    return typeof this.#byId === "string" ? this.#byId : this.#byId(ids, this.#delta);
  }

  #adopt(image: VectorImage): void {
    this.#image = image;
    this.#byId = null;
    this.#delta = createDelta(image);
    this.#table = createClassTable(image.classes);
    this.#struck = 0;
    this.#lastSeq = image.header.lastSeq;
    this.#seqSum = image.header.seqSum;
  }

  /** Until the stamp of the table is the index's own, or others write faster than we read. */
  async #catchUp(): Promise<void> {
    const { rows } = this.#options;
    let stamp = await rows.stamp();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (stamp.lastSeq < this.#lastSeq) return this.#rebuild("the store is older than it");
      const damage = await this.#readOn(stamp.lastSeq);
      if (damage !== null) return this.#rebuild(damage);
      if (this.#seqSum === stamp.seqSum) return;
      const difference = await this.#dropDeleted();
      if (difference !== null) return this.#rebuild(difference);
      const before = stamp;
      stamp = await rows.stamp();
      if (this.#seqSum === stamp.seqSum) return;
      const isStill = stamp.lastSeq === before.lastSeq && stamp.seqSum === before.seqSum;
      if (isStill) return this.#rebuild("it has other rows than the store");
    }
  }

  async #readOn(lastSeq: number): Promise<string | null> {
    while (this.#lastSeq < lastSeq) {
      const page = await this.#options.rows.since(this.#lastSeq, PAGE_ROWS);
      const damage = this.#take(page);
      if (damage !== null) return damage;
      this.#lastSeq = page.at(-1)?.seq ?? lastSeq;
      if (page.length < PAGE_ROWS) break;
    }
    this.#lastSeq = Math.max(this.#lastSeq, lastSeq);
    return null;
  }

  #take(page: readonly VectorRow[]): string | null {
    if (page.length === 0) return null;
    const damage = this.#loadColumns();
    if (damage !== null) return damage;
    const again = new Set(page.map((row) => row.rid));
    const rids = ridsOf(this.#image);
    for (let slot = 0; slot < rids.length; slot++) {
      if (again.has(rids[slot] ?? -1)) this.#strikeOut(slot);
    }
    for (const row of page) {
      const { memoryId, rid, seq } = row;
      const classNumber = this.#table.numberOf(row);
      const before = this.#delta.places.get(rid);
      if (before !== undefined) this.#strikeOutBeside(before);
      this.#delta.add({ classNumber, memoryId, rid, seq }, codesIn(row, this.#options.dims));
      this.#addToSum(seq);
    }
    return null;
  }

  /** Strikes out what the table has no more. Where the table has what we never saw, it is another one. */
  async #dropDeleted(): Promise<string | null> {
    const live = await this.#options.rows.liveSeqs();
    const damage = this.#loadColumns();
    if (damage !== null) return damage;
    const isKnown = createLookUp(live);
    const [seqs, scales] = [seqsOf(this.#image), scalesOf(this.#image)];
    for (let slot = 0; slot < seqs.length; slot++) {
      if (!Number.isNaN(scales[slot]) && !isKnown(seqs[slot] ?? 0)) this.#strikeOut(slot);
    }
    for (const [place, row] of this.#delta.rows.entries()) {
      if (row !== null && !isKnown(row.seq)) this.#strikeOutBeside(place);
    }
    const expected = live.filter((seq) => seq <= this.#lastSeq).length;
    return this.size === expected ? null : "it has other rows than the store";
  }

  /** What telling rows apart needs: scales, rids, seqs. */
  #loadColumns(): string | null {
    const { layout } = this.#image;
    return (
      this.#image.load(layout.scales, layout.mean) ?? this.#image.load(layout.rids, layout.bits)
    );
  }

  #strikeOut(slot: number): void {
    if (Number.isNaN(scalesOf(this.#image)[slot])) return;
    strikeOut(this.#image, slot);
    this.#struck++;
    this.#addToSum(-(seqsOf(this.#image)[slot] ?? 0));
  }

  #strikeOutBeside(place: number): void {
    this.#addToSum(-(this.#delta.rows[place]?.seq ?? 0));
    this.#delta.strikeOut(place);
  }

  #addToSum(seq: number): void {
    this.#seqSum = plusSeq(this.#seqSum, seq);
  }

  async #flush(): Promise<void> {
    const hasAll = this.#image.header.lastSeq === this.#lastSeq;
    const isWhole = this.#struck + this.#delta.rows.length === 0;
    if (hasAll && isWhole && this.unwritten === undefined) return;
    const damage = this.#image.load(this.#image.layout.meta, this.#image.layout.bytes);
    if (damage !== null) return this.#rebuild(damage);
    const rows = remainingRows(this.#image, this.#delta, this.#table);
    this.#replace(buildImage(rows, specOf(this.#options, this.#lastSeq)));
  }

  /** From the table. What others write meanwhile is taken in after it. */
  async #rebuild(reason: string): Promise<void> {
    const { rows, dims } = this.#options;
    this.state = "rebuilt";
    this.reason = reason;
    const stamp = await rows.stamp();
    const collected = collectRows(createClassTable([]), dims);
    let lastSeq = 0;
    for (let isMore = true; isMore; ) {
      const page = await rows.since(lastSeq, PAGE_ROWS);
      for (const row of page) collected.add(row);
      lastSeq = page.at(-1)?.seq ?? lastSeq;
      isMore = page.length === PAGE_ROWS;
    }
    lastSeq = Math.max(lastSeq, stamp.lastSeq);
    this.#replace(buildImage(collected, specOf(this.#options, lastSeq)));
    const after = await rows.stamp();
    // A row that was written again while we read was read twice; its first seq lives no more.
    const hasMoved = after.lastSeq !== stamp.lastSeq || after.seqSum !== this.#seqSum;
    if (!hasMoved) return;
    await this.#readOn(after.lastSeq);
    await this.#dropDeleted();
  }

  /** The old file is closed before it is replaced: some systems refuse otherwise. */
  #replace(image: VectorImage): void {
    this.#image.close();
    this.#adopt(image);
    this.unwritten = writeSideFile(this.#options.path, image) ?? undefined;
  }
}

/** Whether a seq is among those given, ascending. A set of a million numbers would take a tenth of a second. */
function createLookUp(live: readonly number[]): (seq: number) => boolean {
  const sorted = Float64Array.from(live);
  return (seq) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return sorted[low] === seq;
  };
}
