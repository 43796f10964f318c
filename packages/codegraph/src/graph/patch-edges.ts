/**
 * Replaces the edges of some files in a graph. Everything far from a changed file is copied in ranges; only nodes that a
 * changed file has or had edges to are processed individually.
 */
import { adjacency, reversed } from "./adjacency.ts";
import { type CodeGraph, EDGE_WIDTH } from "./graph.ts";
import type { NodeNumbers } from "./node-numbers.ts";

export interface EdgePatch {
  readonly before: CodeGraph;
  readonly numbers: NodeNumbers;
  /** By new file number: its previous number; -1 for none. */
  readonly fileBefore: Int32Array;
  readonly fileStarts: Uint32Array;
  /** Previous numbers of files that were removed or linked again. */
  readonly left: readonly number[];
  /** Returns whether a previous node belongs to one of those files. */
  readonly isLeft: (node: number) => boolean;
  /** Ranges [first, end) of new file numbers that were adjacent before and are not linked again. */
  readonly runs: readonly (readonly [number, number])[];
}

export type EdgeColumns = Pick<
  CodeGraph,
  "outStarts" | "outTargets" | "outKinds" | "inStarts" | "inSources" | "inKinds"
>;

/** A changed file's edges: start per node, targets and kinds. */
export interface OwnEdges {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly kinds: Uint8Array;
}

/** Groups edges, given as groups of four numbers in any order, by node. Edges to nodes that do not exist are left out. */
export function ownEdges(fileStarts: Uint32Array, file: number, edges: Uint32Array): OwnEdges {
  const count = (fileStarts[file + 1] ?? 0) - (fileStarts[file] ?? 0);
  const sources: number[] = [];
  const targets: number[] = [];
  const kinds: number[] = [];
  for (let at = 0; at < edges.length; at += EDGE_WIDTH) {
    const to = edges[at + 1] ?? 0;
    const target = (fileStarts[to] ?? 0) + (edges[at + 2] ?? 0);
    if (to + 1 >= fileStarts.length || target >= (fileStarts[to + 1] ?? 0)) continue;
    sources.push(edges[at] ?? 0);
    targets.push(target);
    kinds.push(edges[at + 3] ?? 0);
  }
  return adjacency(sources, targets, kinds, count);
}

/** Above this share of changed edges, all edges are sorted again. */
const MOSTLY = 0.2;

export function patchEdges(patch: EdgePatch, own: ReadonlyMap<number, OwnEdges>): EdgeColumns {
  const out = patchOut(patch, own);
  let changed = 0;
  for (const { ends } of own.values()) changed += ends.length;
  const isMuch = changed > out.outTargets.length * MOSTLY;
  const into = isMuch
    ? reversed(out.outStarts, out.outTargets, out.outKinds)
    : patchIn(patch, own, out.outTargets.length);
  return { ...out, ...into };
}

interface OutColumns {
  readonly outStarts: Uint32Array;
  readonly outTargets: Uint32Array;
  readonly outKinds: Uint8Array;
}

function patchOut(patch: EdgePatch, own: ReadonlyMap<number, OwnEdges>): OutColumns {
  const { before, fileStarts, runs, left } = patch;
  let count = before.outTargets.length;
  for (const old of left) count -= edgeEnd(before, old) - edgeStart(before, old);
  for (const { ends } of own.values()) count += ends.length;
  const out = {
    outStarts: new Uint32Array((fileStarts.at(-1) ?? 0) + 1),
    outTargets: new Uint32Array(count),
    outKinds: new Uint8Array(count),
  };
  let length = 0;
  let file = 0;
  const bare = (end: number) => {
    for (; file < end; file++) length = writeOwn(out, fileStarts, file, own.get(file), length);
  };
  for (const [first, end] of runs) {
    bare(first);
    length = carryOut(patch, out, first, end, length);
    file = end;
  }
  bare(fileStarts.length - 1);
  return out;
}

const edgeStart = (graph: CodeGraph, file: number) =>
  graph.outStarts[graph.fileStarts[file] ?? 0] ?? 0;
const edgeEnd = (graph: CodeGraph, file: number) => edgeStart(graph, file + 1);

/** Writes the edges of a changed file and returns the new length. */
function writeOwn(
  out: OutColumns,
  fileStarts: Uint32Array,
  file: number,
  own: OwnEdges | undefined,
  length: number,
): number {
  const [start, end] = [fileStarts[file] ?? 0, fileStarts[file + 1] ?? 0];
  if (own !== undefined) {
    out.outTargets.set(own.ends, length);
    out.outKinds.set(own.kinds, length);
  }
  for (let node = start; node < end; node++) {
    out.outStarts[node + 1] = length + (own?.starts[node - start + 1] ?? 0);
  }
  return length + (own?.ends.length ?? 0);
}

function carryOut(
  { before, fileBefore, fileStarts, numbers }: EdgePatch,
  out: OutColumns,
  first: number,
  end: number,
  length: number,
): number {
  const old = fileBefore[first] ?? 0;
  const [from, to] = [before.fileStarts[old] ?? 0, before.fileStarts[old + end - first] ?? 0];
  const [edgeFrom, edgeTo] = [before.outStarts[from] ?? 0, before.outStarts[to] ?? 0];
  const shift = length - edgeFrom;
  copyShifted(
    before.outStarts,
    from + 1,
    to + 1,
    out.outStarts,
    (fileStarts[first] ?? 0) + 1,
    shift,
  );
  out.outKinds.set(before.outKinds.subarray(edgeFrom, edgeTo), length);
  // Files with an edge to a removed node are linked again, so every target here exists.
  numbers.write(before.outTargets, edgeFrom, edgeTo, out.outTargets, length);
  return length + edgeTo - edgeFrom;
}

export function copyShifted(
  from: Uint32Array,
  start: number,
  end: number,
  to: Uint32Array,
  at: number,
  shift: number,
): void {
  if (shift === 0) to.set(from.subarray(start, end), at);
  else for (let i = start; i < end; i++) to[at + i - start] = (from[i] ?? 0) + shift;
}

interface InColumns {
  readonly inStarts: Uint32Array;
  readonly inSources: Uint32Array;
  readonly inKinds: Uint8Array;
}

function patchIn(patch: EdgePatch, own: ReadonlyMap<number, OwnEdges>, count: number): InColumns {
  const { before, fileStarts, runs, fileBefore } = patch;
  const writer = new InWriter(patch, own, count);
  for (const [first, end] of runs) {
    const start = fileStarts[first] ?? 0;
    const back = (before.fileStarts[fileBefore[first] ?? 0] ?? 0) - start;
    writer.renumbered(start);
    writer.carried(fileStarts[end] ?? 0, back);
  }
  writer.renumbered(fileStarts.at(-1) ?? 0);
  return writer.into;
}

/** Writes the incoming edges of nodes in order. */
class InWriter {
  readonly into: InColumns;
  readonly #patch: EdgePatch;
  readonly #added: ReadonlyMap<number, Added>;
  readonly #oldNodes: ReadonlyMap<number, number>;
  readonly #touched: readonly number[];
  #next = 0;
  #node = 0;
  #length = 0;

  constructor(patch: EdgePatch, own: ReadonlyMap<number, OwnEdges>, count: number) {
    const { fileStarts } = patch;
    this.into = {
      inStarts: new Uint32Array((fileStarts.at(-1) ?? 0) + 1),
      inSources: new Uint32Array(count),
      inKinds: new Uint8Array(count),
    };
    this.#patch = patch;
    this.#added = addedEdges(fileStarts, own);
    this.#oldNodes = nodesBefore(patch);
    this.#touched = [...touchedNodes(patch, this.#added.keys())].sort((a, b) => a - b);
  }

  /** Writes nodes of files that were linked again. */
  renumbered(end: number): void {
    while (this.#node < end) this.#single(this.#oldNodes.get(this.#node));
  }

  /** Writes nodes of unchanged files. `back` is the difference between previous and new numbers. */
  carried(end: number, back: number): void {
    while (this.#node < end) {
      while ((this.#touched[this.#next] ?? end) < this.#node) this.#next++;
      const until = Math.min(this.#touched[this.#next] ?? end, end);
      this.#length = carryIn(this.#patch, this.into, this.#node, until, back, this.#length);
      this.#node = until;
      if (until < end) this.#single(until + back);
    }
  }

  #single(old: number | undefined): void {
    const added = this.#added.get(this.#node);
    this.#length = writeIn(this.#patch, this.into, this.#node, old, added, this.#length);
    this.#node++;
  }
}

interface Added {
  readonly sources: number[];
  readonly kinds: number[];
}

/** Returns the edges of changed files, by new target. */
function addedEdges(
  fileStarts: Uint32Array,
  own: ReadonlyMap<number, OwnEdges>,
): Map<number, Added> {
  const added = new Map<number, Added>();
  for (const [file, { starts, ends, kinds }] of [...own].sort(([a], [b]) => a - b)) {
    const start = fileStarts[file] ?? 0;
    for (let node = 0; node + 1 < starts.length; node++) {
      for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
        const target = ends[at] ?? 0;
        const entry = added.get(target) ?? { sources: [], kinds: [] };
        entry.sources.push(start + node);
        entry.kinds.push(kinds[at] ?? 0);
        added.set(target, entry);
      }
    }
  }
  return added;
}

/** Returns the new numbers of nodes that changed files have or had edges to. */
function touchedNodes({ before, numbers, left }: EdgePatch, added: Iterable<number>): Set<number> {
  const touched = new Set(added);
  for (const old of left) {
    const end = edgeEnd(before, old);
    for (let at = edgeStart(before, old); at < end; at++) {
      const now = numbers.of(before.outTargets[at] ?? 0);
      if (now >= 0) touched.add(now);
    }
  }
  return touched;
}

/** Returns the previous numbers of nodes of files that were linked again, by new number. */
function nodesBefore({ before, numbers, left }: EdgePatch): Map<number, number> {
  const found = new Map<number, number>();
  for (const old of left) {
    const end = before.fileStarts[old + 1] ?? 0;
    for (let node = before.fileStarts[old] ?? 0; node < end; node++) {
      const now = numbers.of(node);
      if (now >= 0) found.set(now, node);
    }
  }
  return found;
}

/** Writes the incoming edges of one node, sorted by source: those from unchanged files, and those from changed files. */
function writeIn(
  { before, numbers, isLeft }: EdgePatch,
  into: InColumns,
  node: number,
  old: number | undefined,
  added: Added = NONE,
  length: number,
): number {
  const { inSources, inKinds } = before;
  const end = old === undefined ? 0 : (before.inStarts[old + 1] ?? 0);
  let place = length;
  let next = 0;
  const addBelow = (source: number) => {
    for (; (added.sources[next] ?? Number.POSITIVE_INFINITY) < source; next++) {
      into.inSources[place] = added.sources[next] ?? 0;
      into.inKinds[place++] = added.kinds[next] ?? 0;
    }
  };
  for (let at = old === undefined ? 0 : (before.inStarts[old] ?? 0); at < end; at++) {
    const source = inSources[at] ?? 0;
    const now = numbers.of(source);
    if (now < 0 || isLeft(source)) continue;
    addBelow(now);
    into.inSources[place] = now;
    into.inKinds[place++] = inKinds[at] ?? 0;
  }
  addBelow(Number.POSITIVE_INFINITY);
  into.inStarts[node + 1] = place;
  return place;
}

const NONE: Added = { sources: [], kinds: [] };

/** Copies the incoming edges of nodes from `start` to `end`. `back` is the difference between previous and new numbers. */
function carryIn(
  { before, numbers }: EdgePatch,
  into: InColumns,
  start: number,
  end: number,
  back: number,
  length: number,
): number {
  const [from, to] = [start + back, end + back];
  const [edgeFrom, edgeTo] = [before.inStarts[from] ?? 0, before.inStarts[to] ?? 0];
  const shift = length - edgeFrom;
  copyShifted(before.inStarts, from + 1, to + 1, into.inStarts, start + 1, shift);
  into.inKinds.set(before.inKinds.subarray(edgeFrom, edgeTo), length);
  numbers.write(before.inSources, edgeFrom, edgeTo, into.inSources, length);
  return length + edgeTo - edgeFrom;
}
