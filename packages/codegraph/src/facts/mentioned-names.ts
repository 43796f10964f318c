/**
 * Which names does a file say anywhere? Answered from its facts as they are kept, without making objects of
 * them: whoever does not say the name of what changed need not be linked again.
 */
import { FNV_OFFSET, FNV_PRIME, fnv1aOfBytes } from "@tacit-memory/files";
import { inflatedFacts } from "./facts-codec.ts";

/** Names by their hashes, each once, in order: what a file says is looked up in less time than it takes to read it again. */
export class MentionedNames {
  readonly #hashes: Uint32Array;

  /** In any order, and some of them more than once. They are put in order where they are. */
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

  /** Whether any of those is said; the fewer of the two are looked up among the others. */
  hasOneOf(hashes: ReadonlySet<number>): boolean {
    if (hashes.size > this.#hashes.length) return this.#hashes.some((own) => hashes.has(own));
    for (const hash of hashes) if (this.has(hash)) return true;
    return false;
  }
}

/** Of facts as they are kept. Throws what `decodeFacts` throws. */
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

/** For what one file says; thousands are read one after the other. */
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

/** The upper half is used too, and FNV's is poor in short names. */
function finished(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** By byte: letters, digits, `_`, `$`, `#` of private names, and everything beyond ASCII. */
const IN_NAME = Uint8Array.from({ length: 256 }, (_value, byte) =>
  byte >= 0x80 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The names a text of facts (a type, an expression, a name) is made of, cut as for a file. */
export function namesIn(text: string): readonly string[] {
  return text.match(/[\w$\u0080-\uffff]+/g) ?? [];
}
