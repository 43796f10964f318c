/**
 * Recognises repeated events by their keys. A resume point stores each key as eight bytes of its digest:
 * enough to recognise the key, and nothing of its content.
 */
import { hash } from "node:crypto";

const DIGEST_BYTES = 8;

export class EventKeys {
  readonly #keys = new Set<string>();
  readonly #stored: ReadonlySet<bigint>;

  /** `packed`: a result of `pack`. */
  constructor(packed = "") {
    this.#stored = new Set(unpack(packed));
  }

  has(key: string): boolean {
    return this.#keys.has(key) || (this.#stored.size > 0 && this.#stored.has(digestOf(key)));
  }

  add(key: string): void {
    this.#keys.add(key);
  }

  /** Returns all keys as base64, including the initial ones. */
  pack(): string {
    const digests = [...this.#stored, ...Array.from(this.#keys, digestOf)];
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
