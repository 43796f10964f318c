/**
 * Builds a graph from files' nodes and edges: from all files, or by replacing some in an existing graph and copying the rest
 * as column ranges. The cost of an edit must depend on the edit: objects for two hundred thousand nodes would take longer
 * than linking one file.
 */
import { type CodeGraph, FILE_KIND, type FileNodes, type NodeDraft } from "./graph.ts";
import { NodeNumbers } from "./node-numbers.ts";
import { copyShifted, type OwnEdges, ownEdges, patchEdges } from "./patch-edges.ts";

export interface GraphPatch {
  /** Every file of the new graph, sorted. */
  readonly paths: readonly string[];
  /** By previous file number: its new number; -1 if the file was removed. */
  readonly fileNow: Int32Array;
  /** By previous file number: new numbers of its nodes, -1 for removed ones. Files without an entry keep theirs. */
  readonly nodesNow: ReadonlyMap<number, Int32Array>;
  /** By new file number: files that were linked again. Every other file existed before. */
  readonly fresh: ReadonlyMap<number, FileNodes>;
}

/** Builds a graph. Edges to a file or node that does not exist are left out. */
export function buildGraph(files: readonly FileNodes[]): CodeGraph {
  return patchGraph(emptyGraph(), {
    paths: files.map(({ path }) => path),
    fileNow: new Int32Array(0),
    nodesNow: new Map(),
    fresh: new Map(files.entries()),
  });
}

function emptyGraph(): CodeGraph {
  const none = new Uint32Array(0);
  const bytes = new Uint8Array(0);
  return {
    paths: [],
    fileStarts: new Uint32Array(1),
    nameIds: none,
    names: [""],
    kinds: bytes,
    containers: none,
    startLines: none,
    endLines: none,
    outStarts: new Uint32Array(1),
    outTargets: none,
    outKinds: bytes,
    inStarts: new Uint32Array(1),
    inSources: none,
    inKinds: bytes,
    unresolved: [],
    unknownCalls: [],
  };
}

export function patchGraph(before: CodeGraph, patch: GraphPatch): CodeGraph {
  const { paths, fresh } = patch;
  const fileBefore = inverse(patch.fileNow, paths.length);
  const fileStarts = new Uint32Array(paths.length + 1);
  for (let file = 0; file < paths.length; file++) {
    fileStarts[file + 1] = (fileStarts[file] ?? 0) + nodeCount(before, patch, fileBefore, file);
  }
  const ids = nameIds(before.names);
  const own = new Map(
    [...fresh].map(([file, one]) => [file, ownEdges(fileStarts, file, one.edges)]),
  );
  const listed = (of: "unresolved" | "unknownCalls") => listsOf(before, patch, fileBefore, of);
  const same = {
    ...before,
    paths,
    names: ids.names,
    unresolved: listed("unresolved"),
    unknownCalls: listed("unknownCalls"),
  };
  if (isSameShape(before, patch, fileStarts, own, ids)) return withLines(same, fresh);
  const runs = runsOf(fileBefore, fresh);
  const nodes = nodeColumns(fileStarts);
  for (const [file, one] of fresh) writeNodes(nodes, fileStarts[file] ?? 0, one.symbols, ids);
  for (const [file, end] of runs) {
    carryNodes(before, nodes, fileStarts[file] ?? 0, fileBefore[file] ?? 0, end - file);
  }
  const numbers = nodeNumbers(before, patch, fileStarts);
  const left: number[] = [];
  patch.fileNow.forEach((now, old) => {
    if (now < 0 || fresh.has(now)) left.push(old);
  });
  const isLeft = within(before.fileStarts, left);
  const edges = { before, numbers, fileBefore, fileStarts, left, isLeft, runs };
  return { ...same, fileStarts, ...nodes, ...patchEdges(edges, own) };
}

/** Returns a test for whether a node belongs to one of these files. */
function within(fileStarts: Uint32Array, files: readonly number[]): (node: number) => boolean {
  if (files.length === 1) {
    const [start = 0, end = 0] = fileStarts.subarray(files[0], (files[0] ?? 0) + 2);
    return (node) => node >= start && node < end;
  }
  const marks = new Uint8Array(fileStarts.at(-1) ?? 0);
  for (const file of files) marks.fill(1, fileStarts[file], fileStarts[file + 1]);
  return (node) => marks[node] === 1;
}

function listsOf(
  before: CodeGraph,
  { paths, fresh }: GraphPatch,
  fileBefore: Int32Array,
  of: "unresolved" | "unknownCalls",
): readonly (readonly string[])[] {
  const isSameTree = before.paths === paths;
  const lists = isSameTree
    ? [...before[of]]
    : paths.map((_path, file) => before[of][fileBefore[file] ?? -1] ?? []);
  for (const [file, one] of fresh) lists[file] = one[of] ?? [];
  return lists;
}

/** Returns whether files, symbols and edges are the same. Most edits only change what a function does. */
function isSameShape(
  before: CodeGraph,
  { paths, fresh }: GraphPatch,
  fileStarts: Uint32Array,
  own: ReadonlyMap<number, OwnEdges>,
  ids: NameIds,
): boolean {
  if (before.paths !== paths || fileStarts.at(-1) !== before.fileStarts.at(-1)) return false;
  for (const [file, { symbols }] of fresh) {
    const start = before.fileStarts[file] ?? 0;
    if (fileStarts[file] !== start || fileStarts[file + 1] !== before.fileStarts[file + 1])
      return false;
    const isSame = symbols.every((symbol, index) => {
      const node = start + index + 1;
      return (
        before.kinds[node] === symbol.kind &&
        before.containers[node] === start + symbol.container &&
        before.nameIds[node] === ids.find(symbol.name)
      );
    });
    if (!isSame || !hasEdges(before, start, own.get(file))) return false;
  }
  return true;
}

function hasEdges(before: CodeGraph, start: number, own: OwnEdges | undefined): boolean {
  if (own === undefined) return false;
  const first = before.outStarts[start] ?? 0;
  return (
    own.starts.every((at, index) => before.outStarts[start + index] === first + at) &&
    own.ends.every((target, index) => before.outTargets[first + index] === target) &&
    own.kinds.every((kind, index) => before.outKinds[first + index] === kind)
  );
}

function withLines(graph: CodeGraph, fresh: ReadonlyMap<number, FileNodes>): CodeGraph {
  const startLines = graph.startLines.slice();
  const endLines = graph.endLines.slice();
  for (const [file, { symbols }] of fresh) {
    const start = (graph.fileStarts[file] ?? 0) + 1;
    symbols.forEach((symbol, index) => {
      startLines[start + index] = symbol.startLine;
      endLines[start + index] = symbol.endLine;
    });
  }
  return { ...graph, startLines, endLines };
}

function inverse(fileNow: Int32Array, count: number): Int32Array {
  const fileBefore = new Int32Array(count).fill(-1);
  for (let file = 0; file < fileNow.length; file++) {
    const now = fileNow[file] ?? -1;
    if (now >= 0) fileBefore[now] = file;
  }
  return fileBefore;
}

function nodeCount(
  before: CodeGraph,
  { fresh }: GraphPatch,
  fileBefore: Int32Array,
  file: number,
): number {
  const fileNodes = fresh.get(file);
  if (fileNodes !== undefined) return fileNodes.symbols.length + 1;
  const old = fileBefore[file] ?? -1;
  // A file that is neither new nor old consists of its file node only.
  return old < 0 ? 1 : (before.fileStarts[old + 1] ?? 0) - (before.fileStarts[old] ?? 0);
}

function nodeNumbers(before: CodeGraph, patch: GraphPatch, fileStarts: Uint32Array): NodeNumbers {
  const count = before.paths.length;
  const { fileStarts: starts } = before;
  const shiftOf = (old: number) => {
    const now = patch.fileNow[old] ?? -1;
    const isMoved = now >= 0 && !patch.nodesNow.has(old);
    return isMoved ? (fileStarts[now] ?? 0) - (starts[old] ?? 0) : undefined;
  };
  let first = 0;
  while (first < count && shiftOf(first) === 0) first++;
  let end = count;
  const shift = shiftOf(count - 1) ?? 0;
  while (end > first && shiftOf(end - 1) === shift) end--;
  const from = starts[first] ?? 0;
  const table = new Int32Array((starts[end] ?? 0) - from).fill(-1);
  for (let old = first; old < end; old++) {
    const now = patch.fileNow[old] ?? -1;
    if (now < 0) continue;
    const own = table.subarray((starts[old] ?? 0) - from, (starts[old + 1] ?? 0) - from);
    placeNodes(own, patch.nodesNow.get(old), fileStarts[now] ?? 0);
  }
  return new NodeNumbers(from, table, shift);
}

function placeNodes(own: Int32Array, places: Int32Array | undefined, first: number): void {
  for (let node = 0; node < own.length; node++) {
    const place = places === undefined ? node : (places[node] ?? -1);
    own[node] = place < 0 ? -1 : first + place;
  }
}

/** Returns ranges [first, end) of files that were adjacent before and are not linked again. */
function runsOf(fileBefore: Int32Array, fresh: ReadonlyMap<number, FileNodes>): [number, number][] {
  const runs: [number, number][] = [];
  let file = 0;
  while (file < fileBefore.length) {
    const old = fileBefore[file] ?? -1;
    if (old < 0 || fresh.has(file)) {
      file++;
      continue;
    }
    let end = file + 1;
    while (fileBefore[end] === old + end - file && !fresh.has(end)) end++;
    runs.push([file, end]);
    file = end;
  }
  return runs;
}

type NodeColumns = Pick<CodeGraph, "nameIds" | "kinds" | "containers" | "startLines" | "endLines">;

function nodeColumns(fileStarts: Uint32Array): NodeColumns {
  const count = fileStarts.at(-1) ?? 0;
  const nodes = {
    nameIds: new Uint32Array(count),
    kinds: new Uint8Array(count),
    containers: new Uint32Array(count),
    startLines: new Uint32Array(count),
    endLines: new Uint32Array(count),
  };
  // A file without facts is a node, too.
  for (let file = 0; file + 1 < fileStarts.length; file++) {
    const start = fileStarts[file] ?? 0;
    nodes.kinds[start] = FILE_KIND;
    nodes.containers[start] = start;
  }
  return nodes;
}

function carryNodes(
  before: CodeGraph,
  nodes: NodeColumns,
  start: number,
  oldFile: number,
  files: number,
): void {
  const [from, to] = [before.fileStarts[oldFile] ?? 0, before.fileStarts[oldFile + files] ?? 0];
  nodes.nameIds.set(before.nameIds.subarray(from, to), start);
  nodes.kinds.set(before.kinds.subarray(from, to), start);
  nodes.startLines.set(before.startLines.subarray(from, to), start);
  nodes.endLines.set(before.endLines.subarray(from, to), start);
  copyShifted(before.containers, from, to, nodes.containers, start, start - from);
}

function writeNodes(
  nodes: NodeColumns,
  start: number,
  symbols: readonly NodeDraft[],
  ids: NameIds,
): void {
  nodes.kinds[start] = FILE_KIND;
  nodes.containers[start] = start;
  symbols.forEach((symbol, own) => {
    const node = start + own + 1;
    nodes.nameIds[node] = ids.of(symbol.name);
    nodes.kinds[node] = symbol.kind;
    nodes.containers[node] = start + symbol.container;
    nodes.startLines[node] = symbol.startLine;
    nodes.endLines[node] = symbol.endLine;
  });
}

interface NameIds {
  readonly names: readonly string[];
  readonly find: (name: string) => number | undefined;
  /** Returns the number of a name, adding it if needed. */
  readonly of: (name: string) => number;
}

const cache = new WeakMap<readonly string[], NameIds>();

/**
 * Maps names to numbers and back. Graphs derived from each other share the list: it only grows, and additional names do not
 * harm an older graph.
 */
export function nameIds(names: readonly string[]): NameIds {
  let found = cache.get(names);
  if (found === undefined) {
    const all = [...names];
    const ids = new Map(all.map((name, id) => [name, id]));
    found = {
      names: all,
      find: (name) => ids.get(name),
      of: (name) => {
        let id = ids.get(name);
        if (id === undefined) {
          id = all.length;
          ids.set(name, id);
          all.push(name);
        }
        return id;
      },
    };
    cache.set(names, found);
    cache.set(all, found);
  }
  return found;
}
