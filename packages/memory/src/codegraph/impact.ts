/**
 * Who is affected by a change, and what does something rest on? What a walk reached, ranked by distance, then by
 * how sure the way there is, then by how many depend on it in turn.
 */
import {
  type CodeGraph,
  edgeType,
  FILE_KIND,
  fileOfNode,
  symbolOfNode,
  symbolRange,
} from "./graph.ts";
import type { EdgeType } from "./linker/link.ts";
import { isTestPath } from "./test-paths.ts";
import { CODEGRAPH } from "./tuning.ts";
import { type Walked, type WalkOptions, walkGraph } from "./walk-graph.ts";

export interface ReachedNode {
  readonly path: string;
  /** `Container.name`; absent for a file as a whole. */
  readonly symbol?: string;
  /** Steps from the target, from 1. */
  readonly depth: number;
  /** The kind of the last step's edge. */
  readonly via: EdgeType;
  /** Product of the confidences on the way, 0 to 1. */
  readonly confidence: number;
}

export interface Reached {
  readonly nodes: readonly ReachedNode[];
  readonly tests: readonly string[];
  /** There were more nodes than an answer has room for. */
  readonly isCapped: boolean;
  /** Files among what was reached, nearest first; not capped. */
  readonly files: readonly string[];
}

/** Everything of a file: the file and its symbols. */
export function nodesOfFile(graph: CodeGraph, file: number): number[] {
  const [start, end] = symbolRange(graph, file);
  return Array.from({ length: end - start + 1 }, (_value, index) => start - 1 + index);
}

/** The symbols of that qualified name and everything inside them; none when there is no such symbol. */
export function nodesOfSymbol(graph: CodeGraph, file: number, symbol: string): number[] {
  const [start, end] = symbolRange(graph, file);
  const wanted = symbol.replace(/::|#/g, ".");
  const found = new Set<number>();
  for (let node = start; node < end; node++) {
    const around = graph.containers[node] ?? 0;
    if (found.has(around)) found.add(node);
    else if (isNamed(graph, node, wanted)) found.add(node);
  }
  return [...found];
}

/** By the whole name, or by its last part where that says it all. */
function isNamed(graph: CodeGraph, node: number, wanted: string): boolean {
  const name = graph.names[graph.nameIds[node] ?? 0] ?? "";
  if (name === wanted) return true;
  return wanted.endsWith(name) && symbolOfNode(graph, node) === wanted;
}

export function reach(graph: CodeGraph, seeds: readonly number[], options: WalkOptions): Reached {
  const walked = walkGraph(graph, seeds, options);
  const { levels, queue } = walked;
  const nodes: ReachedNode[] = [];
  const files = new Set<number>();
  const most = CODEGRAPH.maxNodes.value;
  for (let depth = 1; depth < levels.length - 1; depth++) {
    const level = queue.subarray(levels[depth], levels[depth + 1]);
    const room = most - nodes.length;
    const ranked = room > 0 ? surest(graph, walked, level, room) : [];
    for (const node of ranked) {
      nodes.push(describe(graph, walked, node, depth));
      files.add(fileOfNode(graph, node));
    }
    addFiles(graph, level, files);
  }
  const paths = [...files].map((file) => graph.paths[file] ?? "");
  const count = (levels.at(-1) ?? 0) - (levels[1] ?? 0);
  return { nodes, files: paths, tests: paths.filter(isTestPath), isCapped: count > nodes.length };
}

/** Nodes of a file stand together, so most of the time the file is that of the node before. */
function addFiles(graph: CodeGraph, level: Uint32Array, files: Set<number>): void {
  let [start, end] = [0, 0];
  for (const node of level) {
    if (node >= start && node < end) continue;
    const file = fileOfNode(graph, node);
    [start, end] = [graph.fileStarts[file] ?? 0, graph.fileStarts[file + 1] ?? 0];
    files.add(file);
  }
}

const CONFIDENCE_STEPS = 10_000;
const DEGREES = 2 ** 20;
const PLACES = 2 ** 19;

/**
 * The first of a level by confidence, then by how many depend on them. Sorted as numbers, which is what makes a
 * level of sixty thousand cheap: confidence, dependents and place in one.
 */
function surest(graph: CodeGraph, walked: Walked, level: Uint32Array, room: number): number[] {
  const count = Math.min(level.length, PLACES);
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    const node = level[place] ?? 0;
    const doubt = Math.round((1 - (walked.confidences[node] ?? 0)) * CONFIDENCE_STEPS);
    const dependents = (graph.inStarts[node + 1] ?? 0) - (graph.inStarts[node] ?? 0);
    const rest = DEGREES - 1 - Math.min(dependents, DEGREES - 1);
    keys[place] = (doubt * DEGREES + rest) * PLACES + place;
  }
  keys.sort();
  return Array.from(keys.subarray(0, room), (key) => level[key % PLACES] ?? 0);
}

function describe(graph: CodeGraph, walked: Walked, node: number, depth: number): ReachedNode {
  const path = graph.paths[fileOfNode(graph, node)] ?? "";
  const via = edgeType(walked.kinds[node] ?? 0);
  const confidence = Number((walked.confidences[node] ?? 0).toFixed(3));
  if (graph.kinds[node] === FILE_KIND) return { path, depth, via, confidence };
  return { path, symbol: symbolOfNode(graph, node) ?? "", depth, via, confidence };
}
