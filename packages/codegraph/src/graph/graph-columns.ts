/**
 * Packs a graph's columns into few bytes and unpacks them: most numbers are close to the previous one. Columns that hardly
 * compress (name numbers, edge targets) are not deflated: this would take half of the time and save a tenth of the space.
 */
import { type CodeGraph, FILE_KIND } from "./graph.ts";

type Columns = Omit<
  CodeGraph,
  "paths" | "names" | "unresolved" | "unknownCalls" | "inStarts" | "inSources" | "inKinds"
>;

export interface PackedColumns {
  readonly nodes: number;
  readonly edges: number;
  /** Columns that compress well. */
  readonly regular: Uint8Array;
  readonly irregular: Uint8Array;
}

export function packColumns(graph: CodeGraph): PackedColumns {
  const { kinds, outKinds } = graph;
  const [nodes, edges] = [kinds.length, outKinds.length];
  const regular = new Packer(2 * nodes + edges + WIDEST * (3 * nodes + graph.fileStarts.length));
  regular.bytes(kinds);
  regular.bytes(outKinds);
  regular.differences(graph.fileStarts);
  regular.differences(graph.outStarts);
  packPlaces(graph, regular);
  const irregular = new Packer(WIDEST * (nodes + edges));
  packNames(graph, irregular);
  packTargets(graph, irregular);
  return { nodes, edges, regular: regular.written(), irregular: irregular.written() };
}

/** Unpacks columns. `files` is the number of files. Throws RangeError if the bytes do not match that number. */
export function unpackColumns(
  { nodes, edges, regular: bytes, irregular: others }: PackedColumns,
  files: number,
): Columns {
  const regular = new Unpacker(bytes);
  const kinds = regular.bytes(nodes);
  const outKinds = regular.bytes(edges);
  const fileStarts = regular.sums(files + 1, nodes);
  const outStarts = regular.sums(nodes + 1, edges);
  const places = unpackPlaces(regular, nodes);
  const irregular = new Unpacker(others);
  const nameIds = unpackNames(irregular, kinds);
  const outTargets = unpackTargets(irregular, outStarts);
  regular.end();
  irregular.end();
  return { fileStarts, nameIds, kinds, ...places, outStarts, outTargets, outKinds };
}

type Places = Pick<CodeGraph, "startLines" | "endLines" | "containers">;

function packPlaces({ startLines, endLines, containers }: Places, to: Packer): void {
  let line = 0;
  for (const start of startLines) {
    to.uint(zigzag(start - line));
    line = start;
  }
  endLines.forEach((end, node) => {
    to.uint(end - (startLines[node] ?? 0));
  });
  containers.forEach((around, node) => {
    to.uint(node - around);
  });
}

function unpackPlaces(from: Unpacker, nodes: number): Places {
  const startLines = new Uint32Array(nodes);
  const endLines = new Uint32Array(nodes);
  const containers = new Uint32Array(nodes);
  let line = 0;
  for (let node = 0; node < nodes; node++) {
    line += unzigzag(from.uint());
    startLines[node] = line;
  }
  for (let node = 0; node < nodes; node++) endLines[node] = (startLines[node] ?? 0) + from.uint();
  for (let node = 0; node < nodes; node++) containers[node] = node - from.uint();
  return { startLines, endLines, containers };
}

/**
 * Packs name numbers. Names are numbered in order of first use: 0 stands for the next new name. A file has no name number.
 */
function packNames({ nameIds, kinds }: CodeGraph, to: Packer): void {
  let next = 1;
  for (let node = 0; node < kinds.length; node++) {
    if (kinds[node] === FILE_KIND) continue;
    const id = nameIds[node] ?? 0;
    to.uint(next - id);
    if (id >= next) next = id + 1;
  }
}

function unpackNames(from: Unpacker, kinds: Uint8Array): Uint32Array {
  const nameIds = new Uint32Array(kinds.length);
  let next = 1;
  for (let node = 0; node < kinds.length; node++) {
    if (kinds[node] === FILE_KIND) continue;
    const id = (next - from.uint()) >>> 0;
    nameIds[node] = id;
    if (id >= next) next = id + 1;
  }
  return nameIds;
}

/** Packs each target of a node as the difference to the previous one, the first as the difference to the node. */
function packTargets({ outStarts, outTargets }: CodeGraph, to: Packer): void {
  for (let node = 0; node + 1 < outStarts.length; node++) {
    const end = outStarts[node + 1] ?? 0;
    let before = node;
    for (let at = outStarts[node] ?? 0; at < end; at++) {
      const target = outTargets[at] ?? 0;
      to.uint(zigzag(target - before));
      before = target;
    }
  }
}

function unpackTargets(from: Unpacker, outStarts: Uint32Array): Uint32Array {
  const outTargets = new Uint32Array(outStarts.at(-1) ?? 0);
  for (let node = 0; node + 1 < outStarts.length; node++) {
    const end = outStarts[node + 1] ?? 0;
    let target = node;
    for (let at = outStarts[node] ?? 0; at < end; at++) {
      target += unzigzag(from.uint());
      outTargets[at] = target;
    }
  }
  return outTargets;
}

const WIDEST = 5;

/** Writes 32-bit numbers with seven bits per byte. Space for all of them is allocated at once. */
class Packer {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes + WIDEST);
  }

  uint(value: number): void {
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }

  bytes(all: Uint8Array): void {
    this.#bytes.set(all, this.#at);
    this.#at += all.length;
  }

  /** Writes an increasing sequence that starts with 0 as differences, without the first number. */
  differences(all: Uint32Array): void {
    for (let index = 1; index < all.length; index++) {
      this.uint((all[index] ?? 0) - (all[index - 1] ?? 0));
    }
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }
}

class Unpacker {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  uint(): number {
    // Most numbers take one byte.
    const first = this.#bytes[this.#at++] ?? 0;
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let shift = 7; ; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  bytes(count: number): Uint8Array {
    const all = new Uint8Array(this.#bytes.subarray(this.#at, this.#at + count));
    if (all.length !== count) throw new RangeError("columns of another length");
    this.#at += count;
    return all;
  }

  /** Reads a sequence of differences. Stops above `last`, so that damaged bytes cannot cause excessive work. */
  sums(count: number, last: number): Uint32Array {
    const all = new Uint32Array(count);
    let sum = 0;
    for (let index = 1; index < count && sum <= last; index++) all[index] = sum += this.uint();
    if (sum !== last) throw new RangeError("columns of another sum");
    return all;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError("columns of another length");
  }
}

const zigzag = (value: number) => ((value << 1) ^ (value >> 31)) >>> 0;
const unzigzag = (value: number) => (value >>> 1) ^ -(value & 1);
