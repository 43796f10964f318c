/**
 * The index of the vectors of one encoder: an image from the side file or the table, and a delta of the rows written
 * since. The table is authoritative and the file only saves time: whenever they differ, the file is built again.
 */
import { EncoderError } from "../encoder-error.ts";
import { MAX_DIMS } from "../kernel/kernel-memory.ts";
import type { CodedVector } from "../kernel/local-density.ts";
import { codesIn, collectRows, remainingRows } from "./collected-rows.ts";
import { createDelta, type Delta } from "./delta.ts";
import { type SearchLimits, searchImage, type VectorHit } from "./search-image.ts";
import { openSideFile, writeSideFile } from "./side-file.ts";
import { VECTORS } from "./tuning.ts";
import {
  buildImage,
  removeSlot,
  ridsOf,
  scalesOf,
  seqsOf,
  type VectorImage,
} from "./vector-image.ts";
import {
  type ClassTable,
  createClassTable,
  createLookUp,
  plusSeq,
  type VectorRow,
  type VectorSource,
} from "./vector-rows.ts";
import { createVectorsById, type VectorsById, vectorsIn } from "./vectors-by-id.ts";

const PAGE_ROWS = 4096;
/** If others write faster than this process reads, it stops after this many rounds. */
const ATTEMPTS = 3;
/** The kernel processes this many dimensions at once. */
const STEP = 16;
/** The side file is written again when the delta has more rows than this and than the share of the image below. */
const WRITE_BACK_ROWS = 512;
const WRITE_BACK_SHARE = 0.05;
/** From this many searches on, the process is likely to go on, and vectors are read into memory. */
const LOADED_SEARCHES = 2;

/** Whether a search includes the rows of a class. Called once per class and search. */
export type ClassFilter = (className: string) => boolean;

export interface VectorIndexOptions {
  /** Path of the side file. Its folder must exist. Without a path the index is in memory only. */
  readonly path?: string | undefined;
  readonly encoderId: string;
  /** 1 to 4096. */
  readonly dims: number;
  /**
   * For an encoder whose leading dimensions are usable on their own (Matryoshka): how many of them find the candidates
   * that all dimensions then score. Default: all.
   */
  readonly prefixDims?: number | undefined;
  readonly rows: VectorSource;
  /** Replaces the numbers of VECTORS, for tests and benchmarks. */
  readonly limits?: Partial<SearchLimits> | undefined;
}

export interface VectorIndex {
  /** The number of vectors, of all classes. */
  readonly size: number;
  /** "rebuilt" if the image was built from the table since the index was opened. */
  readonly state: "in_step" | "rebuilt";
  /** Why it was rebuilt. */
  readonly reason: string | undefined;
  /** Why the last attempt to write the side file failed. */
  readonly unwritten: string | undefined;
  /**
   * The `k` (at most 4096) nearest rows of the selected classes by cosine, best first. Reads only the selected parts of
   * the file; if they are damaged, reads the table. Throws "internal" if the query does not have `dims` components.
   */
  search(query: Float32Array, isSelected: ClassFilter, k: number): Promise<readonly VectorHit[]>;
  /** The vectors of these ids; ids without one are left out. Read from the table until the second search. */
  vectorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, CodedVector>>;
  /** Reads all that searches need, so that none of them waits for the file. Damage is left to the next search. */
  load(): Promise<void>;
  /** Reads what was written since, and writes the file again if that is much. */
  refresh(): Promise<void>;
  /** Writes the file again unless it is complete. Deleted rows remain in the file until then. */
  flush(): Promise<void>;
  /** Every later call throws "internal". */
  close(): void;
}

/** Throws "internal" for impossible dimensions, and what `rows` throws. */
export async function openVectorIndex(options: VectorIndexOptions): Promise<VectorIndex> {
  const { dims, prefixDims = dims } = options;
  if (!Number.isInteger(dims) || dims < 1 || dims > MAX_DIMS || prefixDims < 1) {
    throw new EncoderError("internal", {
      dims,
      prefixDims,
      reason: "these dimensions are not possible",
    });
  }
  const rounded = Math.min(dims, Math.ceil(prefixDims / STEP) * STEP);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const full = { ...options, prefixDims: rounded, limits };
  const found =
    options.path === undefined
      ? "it is in memory only"
      : openSideFile({ ...full, path: options.path });
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
  prefixCandidates: VECTORS.prefixCandidates,
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
  /** The number of removed rows of the image. */
  #removed = 0;
  #lastSeq = 0;
  /** The sum of the seqs of all rows of the index, modulo SEQ_SUM_MODULUS. */
  #seqSum = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #searches = 0;
  /** The vectors of the present image, once they were needed. */
  #byId: VectorsById | string | null = null;
  state: VectorIndex["state"] = "in_step";
  reason: string | undefined;
  unwritten: string | undefined;

  constructor(options: FullOptions, image: VectorImage) {
    this.#options = options;
    this.#image = image;
    this.#delta = createDelta(image);
    this.#table = createClassTable(image.classes.map(({ name }) => name));
    this.#lastSeq = image.header.lastSeq;
    this.#seqSum = image.header.seqSum;
  }

  get size(): number {
    return this.#image.layout.rows - this.#removed + this.#delta.places.size;
  }

  /** Brings the image up to date, or builds it from the table if there is a reason not to use it. */
  begin(reason: string | null): Promise<void> {
    return reason === null ? this.#catchUp() : this.#rebuild(reason);
  }

  search(query: Float32Array, isSelected: ClassFilter, k: number): Promise<readonly VectorHit[]> {
    return this.#inTurn(async () => {
      if (query.length !== this.#options.dims) {
        throw new EncoderError("internal", { dims: query.length, expected: this.#options.dims });
      }
      const first = this.#search(query, isSelected, k);
      if ("hits" in first) return first.hits;
      await this.#rebuild(first.damage);
      const second = this.#search(query, isSelected, k);
      return "hits" in second ? second.hits : [];
    });
  }

  vectorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, CodedVector>> {
    return this.#inTurn(async () => {
      const found = this.#searches >= LOADED_SEARCHES ? this.#loadedVectorsOf(ids) : null;
      // The next search finds the damage again and rebuilds the file.
      if (found !== null && typeof found !== "string") return found;
      return vectorsIn(await this.#options.rows.of(ids), this.#options.dims);
    });
  }

  load(): Promise<void> {
    return this.#inTurn(async () => {
      const { meta, bytes } = this.#image.layout;
      if (this.#image.load(meta, bytes) !== null) return;
      this.#searches = Math.max(this.#searches, LOADED_SEARCHES);
      this.#loadedVectorsOf([]);
    });
  }

  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#catchUp();
      const { rows } = this.#image.layout;
      const limit = Math.max(WRITE_BACK_ROWS, rows * WRITE_BACK_SHARE);
      if (this.#removed + this.#delta.rows.length > limit) await this.#flush();
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
      if (this.#isClosed) throw new EncoderError("internal", { reason: "the index is closed" });
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #search(query: Float32Array, isSelected: ClassFilter, k: number) {
    const [image, delta, { names }] = [this.#image, this.#delta, this.#table];
    const selection = {
      image,
      delta,
      classNames: names,
      isSelected,
      isFirst: this.#searches++ === 0,
    };
    return searchImage(selection, query, k, this.#options.limits);
  }

  #loadedVectorsOf(ids: readonly string[]) {
    this.#byId ??= createVectorsById(this.#image);
    return typeof this.#byId === "string" ? this.#byId : this.#byId(ids, this.#delta);
  }

  #adopt(image: VectorImage): void {
    this.#image = image;
    this.#byId = null;
    this.#delta = createDelta(image);
    this.#table = createClassTable(image.classes.map(({ name }) => name));
    this.#removed = 0;
    this.#lastSeq = image.header.lastSeq;
    this.#seqSum = image.header.seqSum;
  }

  /** Reads until the index has the stamp of the table, or others write faster than this process reads. */
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
      const damage = this.#addRows(page);
      if (damage !== null) return damage;
      this.#lastSeq = page.at(-1)?.seq ?? lastSeq;
      if (page.length < PAGE_ROWS) break;
    }
    this.#lastSeq = Math.max(this.#lastSeq, lastSeq);
    return null;
  }

  #addRows(page: readonly VectorRow[]): string | null {
    if (page.length === 0) return null;
    const damage = this.#loadColumns();
    if (damage !== null) return damage;
    const again = new Set(page.map((row) => row.rid));
    const rids = ridsOf(this.#image);
    for (let slot = 0; slot < rids.length; slot++) {
      if (again.has(rids[slot] ?? -1)) this.#removeFromImage(slot);
    }
    for (const row of page) {
      const { id, rid, seq } = row;
      const classNumber = this.#table.numberOf(row.className);
      const before = this.#delta.places.get(rid);
      if (before !== undefined) this.#removeFromDelta(before);
      this.#delta.add({ classNumber, id, rid, seq }, codesIn(row, this.#options.dims));
      this.#addToSum(seq);
    }
    return null;
  }

  /** Removes rows that the table no longer has. A table with rows that were never read is a different one. */
  async #dropDeleted(): Promise<string | null> {
    const live = await this.#options.rows.liveSeqs();
    const damage = this.#loadColumns();
    if (damage !== null) return damage;
    const isKnown = createLookUp(live);
    const [seqs, scales] = [seqsOf(this.#image), scalesOf(this.#image)];
    for (let slot = 0; slot < seqs.length; slot++) {
      if (!Number.isNaN(scales[slot]) && !isKnown(seqs[slot] ?? 0)) this.#removeFromImage(slot);
    }
    for (const [place, row] of this.#delta.rows.entries()) {
      if (row !== null && !isKnown(row.seq)) this.#removeFromDelta(place);
    }
    const expected = live.filter((seq) => seq <= this.#lastSeq).length;
    return this.size === expected ? null : "it has other rows than the store";
  }

  /** Loads scales, rids and seqs, which identify rows. */
  #loadColumns(): string | null {
    const { layout } = this.#image;
    return (
      this.#image.load(layout.scales, layout.mean) ?? this.#image.load(layout.rids, layout.bits)
    );
  }

  #removeFromImage(slot: number): void {
    if (Number.isNaN(scalesOf(this.#image)[slot])) return;
    removeSlot(this.#image, slot);
    this.#removed++;
    this.#addToSum(-(seqsOf(this.#image)[slot] ?? 0));
  }

  #removeFromDelta(place: number): void {
    this.#addToSum(-(this.#delta.rows[place]?.seq ?? 0));
    this.#delta.remove(place);
  }

  #addToSum(seq: number): void {
    this.#seqSum = plusSeq(this.#seqSum, seq);
  }

  async #flush(): Promise<void> {
    const hasAll = this.#image.header.lastSeq === this.#lastSeq;
    const isWhole = this.#removed + this.#delta.rows.length === 0;
    if (hasAll && isWhole && this.unwritten === undefined) return;
    const damage = this.#image.load(this.#image.layout.meta, this.#image.layout.bytes);
    if (damage !== null) return this.#rebuild(damage);
    const rows = remainingRows(this.#image, this.#delta, this.#table);
    this.#replace(buildImage(rows, specOf(this.#options, this.#lastSeq)));
  }

  /** Builds the image from the table, and then reads what others wrote meanwhile. */
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
    // A row that was written again meanwhile was read twice: its first seq no longer exists.
    const hasMoved = after.lastSeq !== stamp.lastSeq || after.seqSum !== this.#seqSum;
    if (!hasMoved) return;
    await this.#readOn(after.lastSeq);
    await this.#dropDeleted();
  }

  /** Closes the old file before it is replaced, because some systems refuse otherwise. */
  #replace(image: VectorImage): void {
    this.#image.close();
    this.#adopt(image);
    const { path } = this.#options;
    if (path !== undefined) this.unwritten = writeSideFile(path, image) ?? undefined;
  }
}
