/** The rows of an index: what the caller's table supplies, and how the index recognises that it has the same rows. */

/** A vector with its id and its class. */
export interface VectorRow {
  /** Grows with every write of a row and every change of its class. */
  readonly seq: number;
  /** At most 36 Latin-1 characters. */
  readonly id: string;
  /** A number for the id; it is given to another id only after this one is deleted. */
  readonly rid: number;
  /**
   * Property by which searches select, as one string. Rows of a class are adjacent, and classes are ordered by name, so names
   * should begin with what most searches select.
   */
  readonly className: string;
  /** int8 codes, one byte per dimension. Codes of another length count as a vector of zeros. */
  readonly codes: Uint8Array;
}

/** How far the table has advanced. Equal stamps of one table mean equal rows. */
export interface VectorStamp {
  /** The last seq that was written; 0 before the first. It never decreases, even when rows are deleted. */
  readonly lastSeq: number;
  /** The sum of the seqs of all rows, modulo SEQ_SUM_MODULUS. If seqs grow by random steps, equal sums mean equal rows. */
  readonly seqSum: number;
}

/** The caller's table. */
export interface VectorSource {
  /** At most `limit` rows written after `seq`, in the order of their seqs. */
  readonly since: (seq: number, limit: number) => Promise<readonly VectorRow[]>;
  readonly stamp: () => Promise<VectorStamp>;
  /** The seqs of all rows, ascending. */
  readonly liveSeqs: () => Promise<readonly number[]>;
  /** The rows with these ids, in any order; ids without a row are left out. */
  readonly of: (ids: readonly string[]) => Promise<readonly Pick<VectorRow, "id" | "codes">[]>;
}

/** Sums below this number are exact integers in every SQL driver. */
export const SEQ_SUM_MODULUS = 2 ** 42;

/** The sum with one more row, or with one row less for a negative seq. */
export function plusSeq(sum: number, seq: number): number {
  const next = (sum + (seq % SEQ_SUM_MODULUS)) % SEQ_SUM_MODULUS;
  return next < 0 ? next + SEQ_SUM_MODULUS : next;
}

/** Classes by number, in the order of their first row. */
export interface ClassTable {
  readonly names: string[];
  /** Adds the class if it is new. */
  numberOf(name: string): number;
}

export function createClassTable(initialNames: readonly string[]): ClassTable {
  const names = [...initialNames];
  const numbers = new Map(names.map((name, number) => [name, number]));
  return {
    names,
    numberOf: (name) => {
      const number = numbers.get(name);
      if (number !== undefined) return number;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
  };
}

/** Looks seqs up in an ascending list. A set of a million numbers would take a tenth of a second to build. */
export function createLookUp(live: readonly number[]): (seq: number) => boolean {
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
