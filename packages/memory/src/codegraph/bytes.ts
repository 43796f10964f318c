/** Numbers and texts as bytes: variable-length integers, and each text once per file. */

const GROWTH = 2;

export class ByteWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];

  /** A whole number from 0 to 2^32 - 1. */
  uint(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** The text's number in the table that `finish` puts in front. */
  text(value: string): void {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#texts.length;
      this.#ids.set(value, id);
      this.#texts.push(value);
    }
    this.uint(id);
  }

  /** Table of texts, then what was written. */
  finish(): Uint8Array {
    const texts = this.#texts.map((text) => Buffer.from(text, "utf8"));
    const head = new ByteWriter();
    head.uint(texts.length);
    for (const text of texts) head.uint(text.length);
    return Buffer.concat([head.#written(), ...texts, this.#written()]);
  }

  #written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * GROWTH);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what ByteWriter wrote. Throws RangeError on bytes that end early or name a text that is not there. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #texts: string[] = [];
  #at = 0;

  constructor(bytes: Uint8Array, intern: (text: string) => string) {
    this.#bytes = bytes;
    const { start, lengths } = textTable(bytes);
    this.#at = start;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const length of lengths) {
      if (this.#at + length > bytes.length) throw new RangeError("a text ends early");
      this.#texts.push(intern(buffer.toString("utf8", this.#at, this.#at + length)));
      this.#at += length;
    }
  }

  uint(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || shift > 28) throw new RangeError("a number ends early");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
    }
  }

  text(): string {
    const text = this.#texts[this.uint()];
    if (text === undefined) throw new RangeError("no such text");
    return text;
  }

  /** How many, then each of them. */
  list<T>(read: () => T): T[] {
    const values: T[] = [];
    // Not `new Array(count)`: a damaged count must run into the end of the bytes, not into memory.
    for (let left = this.uint(); left > 0; left--) values.push(read());
    return values;
  }
}

/** Where the texts are in what ByteWriter wrote. Throws RangeError like ByteReader. */
export function textTable(bytes: Uint8Array): {
  readonly start: number;
  readonly lengths: readonly number[];
} {
  let at = 0;
  const uint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 28) throw new RangeError("a number ends early");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  const count = uint();
  if (count > bytes.length) throw new RangeError("more texts than bytes");
  const lengths = Array.from({ length: count }, uint);
  return { start: at, lengths };
}
