/**
 * Which events of a session were told already? In memory by their keys; kept with a place in a transcript as eight
 * bytes each, which is enough to know a key again and says nothing of what it stood for.
 */
import { hash } from "node:crypto";

const DIGEST_BYTES = 8;

export class EventKeys {
  readonly #keys = new Set<string>();
  readonly #kept: ReadonlySet<bigint>;

  /** `packed`: what `pack` gave, once. */
  constructor(packed = "") {
    this.#kept = new Set(unpack(packed));
  }

  has(key: string): boolean {
    return this.#keys.has(key) || (this.#kept.size > 0 && this.#kept.has(digestOf(key)));
  }

  add(key: string): void {
    this.#keys.add(key);
  }

  /** All keys, those it began with among them, as base64. */
  pack(): string {
    const digests = [...this.#kept, ...Array.from(this.#keys, digestOf)];
    const bytes = Buffer.alloc(digests.length * DIGEST_BYTES);
    for (const [index, digest] of digests.entries())
      bytes.writeBigUInt64LE(digest, index * DIGEST_BYTES);
    return bytes.toString("base64");
  }
}

function digestOf(key: string): bigint {
  return hash("sha256", key, "buffer").readBigUInt64LE(0);
}

function* unpack(packed: string): Generator<bigint> {
  const bytes = Buffer.from(packed, "base64");
  for (let at = 0; at + DIGEST_BYTES <= bytes.length; at += DIGEST_BYTES)
    yield bytes.readBigUInt64LE(at);
}
