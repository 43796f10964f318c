/** The sum of the seqs of all rows, which tells whether an index has the rows that the table has. */
import { SEQ_SUM_MODULUS } from "../domain/vector.ts";

/** The sum with one more row; with one less for a seq below 0. */
export function plusSeq(sum: number, seq: number): number {
  const next = (sum + (seq % SEQ_SUM_MODULUS)) % SEQ_SUM_MODULUS;
  return next < 0 ? next + SEQ_SUM_MODULUS : next;
}
