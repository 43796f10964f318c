/**
 * Neighbours of a file from all sources: the code (imports, calls), the history (changed together) and the sessions (used
 * together), combined into one weight per pair.
 */
import { type CodeGraph, edgeType, fileOfNode } from "../graph/graph.ts";
import type { FilePairs } from "../history/file-pairs.ts";
import { CODEGRAPH } from "../tuning.ts";
import type { FileNeighbour, NeighbourKind } from "./neighbour-file.ts";

/** In the order in which a neighbour's kinds are listed. */
const KINDS = ["imports", "calls", "co_change", "co_access"] as const satisfies NeighbourKind[];
/** Weight by number of the kind; 0 for none. */
type Weights = [number, number, number, number];

export interface Companionship {
  /** From the git history. */
  readonly changes: FilePairs;
  /** From the sessions of agents. */
  readonly accesses: FilePairs;
}

/** Returns neighbours by path, the nearest first, at most `neighboursOfFile` per file. */
export function fileNeighbours(
  graph: CodeGraph,
  { changes, accesses }: Companionship,
): Map<string, FileNeighbour[]> {
  const pairs = new Pairs(graph.paths);
  addCode(pairs, graph);
  addPairs(pairs, changes, "co_change");
  addPairs(pairs, accesses, "co_access");
  return pairs.ranked();
}

/** Pairs of files by number; the graph's files come first. Numbers are used because pairs far outnumber files. */
class Pairs {
  readonly #paths: string[];
  readonly #numbers: Map<string, number>;
  readonly #weights: Map<number, Weights>[] = [];

  constructor(paths: readonly string[]) {
    this.#paths = [...paths];
    this.#numbers = new Map(paths.map((path, number) => [path, number]));
  }

  numberOf(path: string): number {
    const existing = this.#numbers.get(path);
    if (existing !== undefined) return existing;
    this.#numbers.set(path, this.#paths.length);
    return this.#paths.push(path) - 1;
  }

  /** Adds a weight. Among several weights of one kind the largest counts. */
  add(from: number, to: number, kind: NeighbourKind, weight: number): void {
    const own = this.#weights[from] ?? new Map<number, Weights>();
    this.#weights[from] = own;
    let weights = own.get(to);
    if (weights === undefined) {
      weights = [0, 0, 0, 0];
      own.set(to, weights);
    }
    const which = KINDS.indexOf(kind);
    weights[which] = Math.max(weight, weights[which] ?? 0);
  }

  ranked(): Map<string, FileNeighbour[]> {
    const files = Object.keys(this.#weights).map(Number);
    const pathOf = (file: number) => this.#paths[file] ?? "";
    files.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
    return new Map(files.map((file) => [pathOf(file), this.#nearest(file)]));
  }

  #nearest(file: number): FileNeighbour[] {
    const all = [...(this.#weights[file] ?? [])].map(([other, weights]) => {
      // The remaining doubt is the product of the doubts of all kinds.
      const doubt = weights.reduce((rest, weight) => rest * (1 - weight), 1);
      return { path: this.#paths[other] ?? "", weight: 1 - doubt, weights };
    });
    all.sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
    return all.slice(0, CODEGRAPH.neighboursOfFile).map(({ path, weight, weights }) => {
      return { path, weight, kinds: KINDS.filter((_kind, which) => weights[which] !== 0) };
    });
  }
}

/** Adds imports and calls. A file with many importers is a weaker neighbour of each. */
function addCode(pairs: Pairs, graph: CodeGraph): void {
  const imports = new Map<number, number>();
  const calls = new Map<number, number>();
  const count = graph.paths.length;
  for (let file = 0; file < count; file++) countEdges(graph, file, count, imports, calls);
  const [importers, callers] = [degrees(imports.keys(), count), degrees(calls.keys(), count)];
  for (const key of imports.keys()) {
    const [from, to] = [Math.floor(key / count), key % count];
    addBoth(pairs, from, to, "imports", 1 / Math.log2(2 + (importers[to] ?? 0)));
  }
  for (const [key, times] of calls) {
    const [from, to] = [Math.floor(key / count), key % count];
    const share = times / (times + CODEGRAPH.callsDoubt);
    addBoth(pairs, from, to, "calls", share / Math.log2(2 + (callers[to] ?? 0)));
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

/** Returns, for each file, the number of files that use it. */
function degrees(keys: Iterable<number>, count: number): Uint32Array {
  const found = new Uint32Array(count);
  for (const key of keys) found[key % count] = (found[key % count] ?? 0) + 1;
  return found;
}

function addBoth(
  pairs: Pairs,
  from: number,
  to: number,
  kind: NeighbourKind,
  weight: number,
): void {
  pairs.add(from, to, kind, weight);
  pairs.add(to, from, kind, weight);
}

function addPairs(pairs: Pairs, companions: FilePairs, kind: NeighbourKind): void {
  for (const path of companions.paths()) {
    for (const companion of companions.companionsOf(path)) {
      pairs.add(pairs.numberOf(path), pairs.numberOf(companion.path), kind, companion.weight);
    }
  }
}
