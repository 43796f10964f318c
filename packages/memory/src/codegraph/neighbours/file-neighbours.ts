/**
 * Who stands next to a file, of all that is known: what the code says (imports, calls), what the history says
 * (changed together) and what the sessions say (worked on together), as one weight a pair.
 */
import { type CodeGraph, edgeType, fileOfNode } from "../graph.ts";
import type { FilePairs } from "../history/file-pairs.ts";
import { CODEGRAPH } from "../tuning.ts";
import type { FileNeighbour, NeighbourKind } from "./neighbour-file.ts";

type Weights = Map<string, Map<NeighbourKind, number>>;

export interface Companionship {
  /** Of the history of git. */
  readonly changes: FilePairs;
  /** Of the sessions of agents. */
  readonly accesses: FilePairs;
}

/** By path, the nearest first, no more of one than `neighboursOfFile`. */
export function fileNeighbours(
  graph: CodeGraph,
  { changes, accesses }: Companionship,
): Map<string, FileNeighbour[]> {
  const weights = new Map<string, Weights>();
  addCode(weights, graph);
  addPairs(weights, changes, "co_change");
  addPairs(weights, accesses, "co_access");
  const found = new Map<string, FileNeighbour[]>();
  for (const path of [...weights.keys()].sort()) {
    found.set(path, ranked(weights.get(path) ?? new Map()));
  }
  return found;
}

function ranked(weights: Weights): FileNeighbour[] {
  const all: FileNeighbour[] = [];
  for (const [path, kinds] of weights) {
    // Each kind leaves as much doubt as it is not sure; what they leave together is the rest.
    const doubt = [...kinds.values()].reduce((rest, weight) => rest * (1 - weight), 1);
    all.push({ path, weight: 1 - doubt, kinds: [...kinds.keys()] });
  }
  all.sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
  return all.slice(0, CODEGRAPH.neighboursOfFile.value);
}

/** Files that many import say little about each of those: the more, the less. */
function addCode(weights: Map<string, Weights>, graph: CodeGraph): void {
  const imports = new Map<number, number>();
  const calls = new Map<number, number>();
  const count = graph.paths.length;
  for (let file = 0; file < count; file++) countEdges(graph, file, count, imports, calls);
  const [importers, callers] = [degrees(imports.keys(), count), degrees(calls.keys(), count)];
  for (const key of imports.keys()) {
    const [from, to] = [Math.floor(key / count), key % count];
    addBoth(weights, graph, from, to, "imports", 1 / Math.log2(2 + (importers[to] ?? 0)));
  }
  for (const [key, times] of calls) {
    const [from, to] = [Math.floor(key / count), key % count];
    const share = times / (times + CODEGRAPH.callsDoubt.value);
    addBoth(weights, graph, from, to, "calls", share / Math.log2(2 + (callers[to] ?? 0)));
  }
}

function countEdges(
  graph: CodeGraph,
  file: number,
  count: number,
  imports: Map<number, number>,
  calls: Map<number, number>,
): void {
  const start = graph.outStarts[graph.fileStarts[file] ?? 0] ?? 0;
  const end = graph.outStarts[graph.fileStarts[file + 1] ?? 0] ?? 0;
  for (let at = start; at < end; at++) {
    const other = fileOfNode(graph, graph.outTargets[at] ?? 0);
    if (other === file) continue;
    const type = edgeType(graph.outKinds[at] ?? 0);
    const counted = type === "imports" || type === "imports_symbol" ? imports : calls;
    const key = file * count + other;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
}

/** How many files each is the target of. */
function degrees(keys: Iterable<number>, count: number): Uint32Array {
  const found = new Uint32Array(count);
  for (const key of keys) found[key % count] = (found[key % count] ?? 0) + 1;
  return found;
}

function addBoth(
  weights: Map<string, Weights>,
  graph: CodeGraph,
  from: number,
  to: number,
  kind: NeighbourKind,
  weight: number,
): void {
  const [a = "", b = ""] = [graph.paths[from], graph.paths[to]];
  add(weights, a, b, kind, weight);
  add(weights, b, a, kind, weight);
}

function addPairs(weights: Map<string, Weights>, pairs: FilePairs, kind: NeighbourKind): void {
  for (const path of pairs.paths()) {
    for (const one of pairs.companionsOf(path)) add(weights, path, one.path, kind, one.weight);
  }
}

function add(
  weights: Map<string, Weights>,
  path: string,
  other: string,
  kind: NeighbourKind,
  weight: number,
): void {
  const own = weights.get(path) ?? new Map();
  weights.set(path, own);
  const kinds: Map<NeighbourKind, number> = own.get(other) ?? new Map();
  own.set(other, kinds);
  kinds.set(kind, Math.max(weight, kinds.get(kind) ?? 0));
}
