/** Which of a session's texts is this? Short, and the same in every process. */

/** FNV-1a and the length: two equal texts are one event, and it is enough to tell others apart. */
export function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < Math.min(text.length, 4000); i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  }
  return `${hash.toString(16)}:${text.length}`;
}
