/**
 * FNV-1a, 32 bits, unsigned: a fast hash for tables and fingerprints, not safe against deliberate collisions. Its low bits
 * depend mostly on the last unit; mix the bits before using the low ones. Source: draft-eastlake-fnv.
 */
export const FNV_OFFSET = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/** Hashes UTF-16 units. */
export function fnv1a(text: string, seed = FNV_OFFSET): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}

/** Hashes the bytes from `from` to before `to`. */
export function fnv1aOfBytes(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let hash = FNV_OFFSET;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
  return hash >>> 0;
}
