/** Flat arrays that grow: doubled when full, so that appending costs the same on average however much there is. */

type Flat = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The same array where it holds `length` elements, else a larger one with what was in it. */
export function grown<T extends Flat>(array: T, length: number): T {
  if (length <= array.length) return array;
  const Type = array.constructor as new (length: number) => T;
  const larger = new Type(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
