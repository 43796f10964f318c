/**
 * Finds what a change affects and what something depends on. Reached nodes are ranked by distance, then by the confidence of
 * the path, then by the number of their dependents.
 */

import type { EdgeType, Tier } from "../link/value.ts";
import { getOrCreate } from "../maps.ts";
import { CODEGRAPH } from "../tuning.ts";
import {
  type CodeGraph,
  edgeTier,
  edgeType,
  FILE_KIND,
  fileOfNode,
  filesOfNodes,
  symbolOfNode,
  symbolRange,
} from "./graph.ts";
import { isTestPath } from "./test-paths.ts";
import { MAX_DEPTH, type Walked, type WalkOptions, walkGraph } from "./walk-graph.ts";

export interface ReachedNode {
  readonly path: string;
  /** `Container.name`; absent for a whole file. */
  readonly symbol?: string;
  /** Steps from the target, starting at 1. */
  readonly depth: number;
  /** Type of the last edge on the path. */
  readonly via: EdgeType;
  /** The rule by which that edge is known: a compiler for `scip` and `checker`, our own analysis for the others. */
  readonly tier: Tier;
  /** Product of the confidences along the path, 0 to 1. */
  readonly confidence: number;
}

export interface Reached {
  readonly nodes: readonly ReachedNode[];
  /** Files with tests that were reached at any depth, nearest first. */
  readonly tests: readonly string[];
  /** Number of nodes that were reached within the depth; `nodes` may contain fewer. */
  readonly count: number;
  /** More nodes were reached than the answer may contain. */
  readonly isCapped: boolean;
  /** Whether there are further nodes beyond the depth. */
  readonly isCutByDepth: boolean;
  /** Files that were reached, nearest first, without a limit. */
  readonly files: readonly string[];
  /** By index in `nodes`: its position, and the names of its users or uses that are one step nearer. */
  readonly steps: readonly ReachedStep[];
}

export interface ReachedStep {
  readonly node: number;
  readonly names: readonly string[];
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns all nodes of a file: the file and its symbols. */
export function nodesOfFile(graph: CodeGraph, file: number): number[] {
  const [start, end] = symbolRange(graph, file);
  return Array.from({ length: end - start + 1 }, (_value, index) => start - 1 + index);
}

/**
 * Returns the symbols with that qualified name and everything inside them; without one, those with that own name. Returns none
 * if no such symbol exists.
 */
export function nodesOfSymbol(graph: CodeGraph, file: number, symbol: string): number[] {
  const dotted = symbol.replace(/::|#/g, ".");
  // The own name of a private member begins with `#`, so the symbol as asked is tried first.
  const wanted = dotted === symbol ? [symbol] : [symbol, dotted];
  for (const isNamed of [hasQualifiedName, hasOwnName])
    for (const name of wanted) {
      const found = nodesWithin(graph, file, (node) => isNamed(graph, node, name));
      if (found.length > 0) return found;
    }
  return [];
}

/** Returns the nodes that match and everything inside them. */
function nodesWithin(graph: CodeGraph, file: number, isWanted: (node: number) => boolean) {
  const [start, end] = symbolRange(graph, file);
  const found = new Set<number>();
  for (let node = start; node < end; node++)
    if (found.has(graph.containers[node] ?? 0) || isWanted(node)) found.add(node);
  return [...found];
}

function hasQualifiedName(graph: CodeGraph, node: number, name: string): boolean {
  return name.endsWith(ownName(graph, node)) && symbolOfNode(graph, node) === name;
}

function hasOwnName(graph: CodeGraph, node: number, name: string): boolean {
  return ownName(graph, node) === name;
}

function ownName(graph: CodeGraph, node: number): string {
  return graph.names[graph.nameIds[node] ?? 0] ?? "";
}

export function reach(graph: CodeGraph, seeds: readonly number[], options: WalkOptions): Reached {
  const maxNodes = CODEGRAPH.maxNodes;
  const walked = walkGraph(graph, seeds, { ...options, weighed: maxNodes });
  const { levels, queue } = walked;
  const nodes: ReachedNode[] = [];
  const steps: ReachedStep[] = [];
  const tests = testFiles(graph.paths);
  const files = new FileList(graph);
  for (let depth = 1; depth < levels.length - 1; depth++) {
    const level = queue.subarray(levels[depth], levels[depth + 1]);
    const room = maxNodes - nodes.length;
    const ranked = room > 0 ? surest(graph, walked, level, room) : [];
    const before = new Set(queue.subarray(levels[depth - 1], levels[depth]));
    // Affected code is listed before its tests.
    const isTest = (node: number) => tests[files.of(node)] === 1;
    for (const node of [...ranked.filter((item) => !isTest(item)), ...ranked.filter(isTest)]) {
      steps.push(stepOf(graph, node, before, options.direction));
      nodes.push(describe(graph, walked, node, depth, files.of(node)));
      files.add(node);
    }
    for (let at = 0; at < level.length; at++) files.add(level[at] ?? 0);
  }
  const paths = files.found.map((file) => graph.paths[file] ?? "");
  const count = (levels.at(-1) ?? 0) - (levels[1] ?? 0);
  // A walk reuses the arrays of the walk before.
  const all = new FileList(graph);
  const far = walkGraph(graph, seeds, { ...options, depth: MAX_DEPTH, weighed: 0 });
  const end = far.levels.at(-1) ?? 0;
  for (let at = far.levels[1] ?? 0; at < end; at++) all.add(far.queue[at] ?? 0);
  return {
    nodes,
    steps,
    files: paths,
    tests: all.found.filter((file) => tests[file] === 1).map((file) => graph.paths[file] ?? ""),
    count,
    isCapped: count > nodes.length,
    isCutByDepth: end - (far.levels[1] ?? 0) > count,
  };
}

function stepOf(
  graph: CodeGraph,
  node: number,
  before: ReadonlySet<number>,
  direction: WalkOptions["direction"],
): ReachedStep {
  const isBack = direction === "dependents";
  const [starts, ends] = isBack
    ? [graph.outStarts, graph.outTargets]
    : [graph.inStarts, graph.inSources];
  const names = new Set<string>();
  for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
    const end = ends[at] ?? 0;
    if (before.has(end)) names.add(nameOf(graph, end));
  }
  const { startLines, endLines } = graph;
  return {
    node,
    names: [...names],
    startLine: startLines[node] ?? 0,
    endLine: endLines[node] ?? 0,
  };
}

/**
 * Returns the name of a symbol without containers. For a file, returns its name without folder and extension, which importers
 * most likely use.
 */
function nameOf(graph: CodeGraph, node: number): string {
  if (graph.kinds[node] !== FILE_KIND) return ownName(graph, node);
  const path = graph.paths[fileOfNode(graph, node)] ?? "";
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

/** Collects the files of nodes in order of arrival, each once. */
class FileList {
  readonly found: number[] = [];
  readonly #fileOf: Uint32Array;
  readonly #isFound: Uint8Array;

  constructor(graph: CodeGraph) {
    this.#fileOf = filesOfNodes(graph);
    this.#isFound = new Uint8Array(graph.paths.length);
  }

  of(node: number): number {
    return this.#fileOf[node] ?? 0;
  }

  add(node: number): void {
    const file = this.#fileOf[node] ?? 0;
    if (this.#isFound[file] === 1) return;
    this.#isFound[file] = 1;
    this.found.push(file);
  }
}

const testsByPaths = new WeakMap<readonly string[], Uint8Array>();

/** Returns 1 for each file that is a test. Cached, because most edits leave the list of files unchanged. */
function testFiles(paths: readonly string[]): Uint8Array {
  return getOrCreate(testsByPaths, paths, () =>
    Uint8Array.from(paths, (path) => (isTestPath(path) ? 1 : 0)),
  );
}

const CONFIDENCE_STEPS = 5_000;
const DEGREES = 2 ** 20;
const PLACES = 2 ** 19;

/**
 * Returns the best nodes of a level: uses before files that only import, then by confidence, then by number of dependents.
 * All of that and the position are combined into one number, which makes ranking sixty thousand nodes cheap.
 */
function surest(graph: CodeGraph, walked: Walked, level: Uint32Array, room: number): number[] {
  const count = Math.min(level.length, PLACES);
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    const node = level[place] ?? 0;
    const isImport = graph.kinds[node] === FILE_KIND && isImportKind(walked.kinds[node] ?? 0);
    const unsure = Math.round((1 - (walked.confidences[node] ?? 0)) * CONFIDENCE_STEPS);
    const doubt = isImport ? unsure + CONFIDENCE_STEPS + 1 : unsure;
    const dependents = (graph.inStarts[node + 1] ?? 0) - (graph.inStarts[node] ?? 0);
    const rest = DEGREES - 1 - Math.min(dependents, DEGREES - 1);
    keys[place] = (doubt * DEGREES + rest) * PLACES + place;
  }
  const first = smallest(keys, room);
  return Array.from(first, (key) => level[key % PLACES] ?? 0);
}

function isImportKind(kind: number): boolean {
  const type = edgeType(kind);
  return type === "imports" || type === "imports_symbol";
}

/** Returns the smallest `room` keys, sorted. Sorting the rest would be most of the work. */
function smallest(keys: Float64Array, room: number): Float64Array {
  let [low, high] = [0, keys.length - 1];
  while (low < high && room < keys.length) {
    const middle = partition(keys, low, high);
    if (middle < room) low = middle + 1;
    else high = middle;
  }
  return keys.subarray(0, room).sort();
}

/** Hoare's partition: afterwards no key up to the returned index is larger than any key after it. All keys are different. */
function partition(keys: Float64Array, low: number, high: number): number {
  const pivot = keys[(low + high) >> 1] ?? 0;
  let [left, right] = [low, high];
  for (;;) {
    while ((keys[left] ?? 0) < pivot) left++;
    while ((keys[right] ?? 0) > pivot) right--;
    if (left >= right) return right;
    const swapped = keys[left] ?? 0;
    keys[left] = keys[right] ?? 0;
    keys[right] = swapped;
    left++;
    right--;
  }
}

function describe(
  graph: CodeGraph,
  walked: Walked,
  node: number,
  depth: number,
  file: number,
): ReachedNode {
  const path = graph.paths[file] ?? "";
  const kind = walked.kinds[node] ?? 0;
  const [via, tier] = [edgeType(kind), edgeTier(kind)];
  const confidence = Math.round((walked.confidences[node] ?? 0) * 1000) / 1000;
  if (graph.kinds[node] === FILE_KIND) return { path, depth, via, tier, confidence };
  return { path, symbol: symbolOfNode(graph, node) ?? "", depth, via, tier, confidence };
}
