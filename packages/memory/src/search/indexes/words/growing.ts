/** Flat arrays that grow: doubled when full, so that appending has the same average cost for any size. */

type Flat = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Returns the same array if it has room for `length` elements, otherwise a larger copy. */
export function grown<T extends Flat>(array: T, length: number): T {
  if (length <= array.length) return array;
  const Type = array.constructor as new (length: number) => T;
  const larger = new Type(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
