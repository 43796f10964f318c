/**
 * Which names does a file say anywhere? Answered from its facts as they are kept, without making objects of
 * them: whoever does not say the name of what changed need not be linked again.
 */
import { FNV_OFFSET, FNV_PRIME, fnv1aOfBytes } from "../domain/fnv1a.ts";
import { inflatedFacts } from "./facts-codec.ts";

const BITS = 4096;

/** No: it does not say the name. Yes: it most likely does. */
export class MentionFilter {
  readonly #bits = new Uint8Array(BITS / 8);

  add(hash: number): void {
    for (const bit of [hash % BITS, (hash >>> 16) % BITS]) {
      this.#bits[bit >> 3] = (this.#bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  has(hash: number): boolean {
    return this.#isSet(hash % BITS) && this.#isSet((hash >>> 16) % BITS);
  }

  #isSet(bit: number): boolean {
    return ((this.#bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}

/** Of facts as they are kept. Throws what `decodeFacts` throws. */
export function filterOf(facts: Uint8Array): MentionFilter {
  const filter = new MentionFilter();
  forEachName(facts, (hash) => filter.add(hash));
  return filter;
}

/** Whether they say a name of one of these hashes: what a filter only takes for likely. */
export function saysOneOf(facts: Uint8Array, hashes: ReadonlySet<number>): boolean {
  let isSaid = false;
  forEachName(facts, (hash) => {
    isSaid ||= hashes.has(hash);
  });
  return isSaid;
}

function forEachName(facts: Uint8Array, take: (hash: number) => void): void {
  const { bytes, texts } = inflatedFacts(facts);
  let start = texts.start;
  for (const length of texts.lengths) {
    namesBetween(bytes, start, start + length, take);
    start += length;
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

/** The names a text of facts (a type, an expression, a name) is made of, cut as in the filter. */
export function namesIn(text: string): readonly string[] {
  return text.match(/[\w$\u0080-\uffff]+/g) ?? [];
}
