/**
 * The names a file mentions anywhere, read from its stored facts without creating objects. A file that does not mention the
 * name of a changed symbol needs no new linking.
 */
import { FNV_OFFSET, FNV_PRIME, fnv1aOfBytes } from "@tacit-memory/files";
import { inflatedFacts } from "./facts-codec.ts";

/** Unique sorted hashes of names. A lookup takes less time than reading the file's facts again. */
export class MentionedNames {
  readonly #hashes: Uint32Array;

  /** Takes hashes in any order, possibly repeated, and sorts them in place. */
  constructor(hashes: Uint32Array) {
    hashes.sort();
    let count = 0;
    for (let at = 0; at < hashes.length; at++) {
      const hash = hashes[at] ?? 0;
      if (at === 0 || hash !== hashes[count - 1]) hashes[count++] = hash;
    }
    this.#hashes = hashes.slice(0, count);
  }

  has(hash: number): boolean {
    let [low, high] = [0, this.#hashes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#hashes[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hashes[low] === hash;
  }

  /** Returns whether any of these names is mentioned. Looks up the smaller set in the larger one. */
  hasOneOf(hashes: ReadonlySet<number>): boolean {
    if (hashes.size > this.#hashes.length) return this.#hashes.some((own) => hashes.has(own));
    for (const hash of hashes) if (this.has(hash)) return true;
    return false;
  }
}

/** Reads the names from stored facts. Throws like `decodeFacts`. */
export function mentionedNames(facts: Uint8Array): MentionedNames {
  let count = 0;
  forEachName(facts, (hash) => {
    if (count === room.length) {
      const more = new Uint32Array(2 * room.length);
      more.set(room);
      room = more;
    }
    room[count++] = hash;
  });
  return new MentionedNames(room.subarray(0, count));
}

/** Buffer for one file's hashes, reused because thousands of files are read one after the other. */
let room = new Uint32Array(16_384);

function forEachName(facts: Uint8Array, take: (hash: number) => void): void {
  const { bytes, starts } = inflatedFacts(facts);
  for (let text = 0; text + 1 < starts.length; text++) {
    namesBetween(bytes, starts[text] ?? 0, starts[text + 1] ?? 0, take);
  }
}

function namesBetween(
  bytes: Uint8Array,
  start: number,
  end: number,
  take: (hash: number) => void,
): void {
  let hash = FNV_OFFSET;
  let isOpen = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (IN_NAME[byte] === 1) {
      hash = Math.imul(hash ^ byte, FNV_PRIME);
      isOpen = true;
    } else if (isOpen) {
      take(finished(hash));
      [hash, isOpen] = [FNV_OFFSET, false];
    }
  }
  if (isOpen) take(finished(hash));
}

export function hashOfName(name: string): number {
  return finished(fnv1aOfBytes(Buffer.from(name, "utf8")));
}

/** Mixes the bits of a hash: the upper half is used too, and FNV's upper half varies little for short names. */
function finished(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** Bytes that belong to names: letters, digits, `_`, `$`, `#` of private names, and everything beyond ASCII. */
const IN_NAME = Uint8Array.from({ length: 256 }, (_value, byte) =>
  byte >= 0x80 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Returns the names in a text of facts (a type, an expression, a name), split like those of a file. */
export function namesIn(text: string): readonly string[] {
  return text.match(/[\w$\u0080-\uffff]+/g) ?? [];
}
