/** Numbers and texts as bytes: variable-length integers, and each text stored once per file. */

const GROWTH = 2;
const MAX_UINT_BYTES = 5;
/** Shared empty list: most lists are empty, and there are half a million of them. */
const NONE: readonly never[] = [];

export class ByteWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];

  /** Writes an integer from 0 to 2^32 - 1. */
  uint(value: number): void {
    this.#reserve(MAX_UINT_BYTES);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Writes the text's index in the table that `finish` puts at the start. */
  text(value: string): void {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#texts.length;
      this.#ids.set(value, id);
      this.#texts.push(value);
    }
    this.uint(id);
  }

  /** Writes one number per item. */
  uints<T>(all: readonly T[], of: (item: T, index: number) => number): void {
    this.#reserve(MAX_UINT_BYTES * all.length);
    for (let index = 0; index < all.length; index++) this.uint(of(all[index] as T, index));
  }

  /** Writes one text per item. */
  texts<T>(all: readonly T[], of: (item: T) => string): void {
    for (const item of all) this.text(of(item));
  }

  /** Writes the byte length of what `write` writes, then that content, so that a reader can skip it. */
  block(write: () => void): void {
    const start = this.#length;
    write();
    const written = this.#bytes.slice(start, this.#length);
    this.#length = start;
    this.uint(written.length);
    this.#reserve(written.length);
    this.#bytes.set(written, this.#length);
    this.#length += written.length;
  }

  /** Returns the table of texts followed by the written bytes. */
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
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * GROWTH));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/**
 * Reads the bytes of a ByteWriter, decoding only the texts that are requested. Throws RangeError if the bytes end early or
 * refer to a text that does not exist.
 */
export class ByteReader {
  readonly #bytes: Buffer;
  readonly #intern: (text: string) => string;
  /** Start of each text, plus the end of the last one. */
  readonly #starts: Uint32Array;
  readonly #texts: (string | undefined)[] = [];
  #at = 0;

  constructor(bytes: Uint8Array, intern: (text: string) => string) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#intern = intern;
    this.#starts = textStarts(bytes);
    this.#at = this.#starts.at(-1) ?? 0;
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
    const id = this.uint();
    const cached = this.#texts[id];
    if (cached !== undefined) return cached;
    const [start, end] = [this.#starts[id], this.#starts[id + 1]];
    if (start === undefined || end === undefined) throw new RangeError("no such text");
    const text = this.#intern(this.#bytes.toString("utf8", start, end));
    this.#texts[id] = text;
    return text;
  }

  /** Reads the number of values that follow, each at least one byte long. */
  count(): number {
    const count = this.uint();
    if (count > this.#bytes.length - this.#at) throw new RangeError("more values than bytes");
    return count;
  }

  /** `count`: of what `count()` gave, or no more. */
  uints(count: number): Uint32Array {
    const values = new Uint32Array(count);
    for (let index = 0; index < count; index++) values[index] = this.uint();
    return values;
  }

  texts(count: number): string[] {
    const texts: string[] = [];
    for (let left = count; left > 0; left--) texts.push(this.text());
    return texts;
  }

  /** Skips what a writer's `block` wrote. */
  skipBlock(): void {
    const length = this.count();
    this.#at += length;
  }

  /** Reads a count, then that many values. */
  list<T>(read: () => T): readonly T[] {
    let left = this.uint();
    if (left === 0) return NONE;
    const values: T[] = [];
    // Not `new Array(count)`: a damaged count must hit the end of the bytes instead of allocating memory.
    for (; left > 0; left--) values.push(read());
    return values;
  }
}

/**
 * Returns the start of each text in the bytes of a ByteWriter, plus the end of the last one. Throws RangeError like
 * ByteReader.
 */
export function textStarts(bytes: Uint8Array): Uint32Array {
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
  const starts = new Uint32Array(count + 1);
  for (let id = 1; id <= count; id++) starts[id] = uint();
  starts[0] = at;
  for (let id = 1; id <= count; id++) {
    at += starts[id] ?? 0;
    if (at > bytes.length) throw new RangeError("a text ends early");
    starts[id] = at;
  }
  return starts;
}
