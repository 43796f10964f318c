/**
 * A graph's columns as few bytes as they need, and back: most numbers are near the one before them. What deflating
 * makes little of (whose names, whose targets) is kept as it is: it would be half of the time for a tenth of the room.
 */
import { type CodeGraph, FILE_KIND } from "./graph.ts";

type Columns = Omit<
  CodeGraph,
  "paths" | "names" | "unresolved" | "unknownCalls" | "inStarts" | "inSources" | "inKinds"
>;

export interface PackedColumns {
  readonly nodes: number;
  readonly edges: number;
  /** Worth deflating. */
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

/** `files`: how many there are. Throws RangeError on bytes that are not those of so many. */
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

/** Names have their numbers in the order in which they are first used: 0 is the next new one. A file has none. */
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

/** Of a node each as the difference to the one before, the first to the node itself. */
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

/** Numbers of 32 bits, seven in a byte. Room for all of them is made at once. */
class Packer {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(most: number) {
    this.#bytes = new Uint8Array(most + WIDEST);
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

  /** What begins with 0 and grows: each as what it is more than the one before, without the first. */
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
    // Most are of one byte.
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

  /** Up to `last`: what more is made by would be as many as damaged bytes say. */
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
