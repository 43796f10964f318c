/** Identifies a text of a session: short, and the same in every process. */

/** Returns FNV-1a and the length: equal texts are one event, and this distinguishes all others well enough. */
export function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < Math.min(text.length, 4000); i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  }
  return `${hash.toString(16)}:${text.length}`;
}
