/**
 * The linked graph: typed arrays with nodes identified by number. A file's nodes are adjacent: the file itself, then its
 * symbols in definition order. Edges of a node are adjacent too, in both directions.
 */
import type { Definition } from "../facts/facts.ts";
import { isSymbolKind, SYMBOL_KINDS } from "../facts/facts.ts";
import { EDGE_TYPES, type EdgeType, TIERS, type Tier } from "../link/value.ts";

export interface CodeGraph {
  readonly paths: readonly string[];
  /** By file: its first node, plus the end of the last file. */
  readonly fileStarts: Uint32Array;
  /** By node: index in `names`; 0 for a file. */
  readonly nameIds: Uint32Array;
  readonly names: readonly string[];
  /** By node: index in SYMBOL_KINDS; FILE_KIND for a file. */
  readonly kinds: Uint8Array;
  /** By node: its container; a file is its own container. */
  readonly containers: Uint32Array;
  /** By node: first and last line, from 1; 0 for a file. */
  readonly startLines: Uint32Array;
  readonly endLines: Uint32Array;
  /** By node: the start of its edges, plus the end of the last. */
  readonly outStarts: Uint32Array;
  readonly outTargets: Uint32Array;
  /** By edge: type and tier, see `edgeKind`. */
  readonly outKinds: Uint8Array;
  readonly inStarts: Uint32Array;
  readonly inSources: Uint32Array;
  readonly inKinds: Uint8Array;
  /** By file: specifiers that could not be resolved. */
  readonly unresolved: readonly (readonly string[])[];
  /** By file: member calls on unknown receivers, as `name line line …`. */
  readonly unknownCalls: readonly (readonly string[])[];
}

export const FILE_KIND = 255;

export function edgeKind(type: EdgeType, tier: Tier): number {
  return EDGE_TYPES.indexOf(type) * 16 + TIERS.indexOf(tier);
}

export function edgeType(kind: number): EdgeType {
  return EDGE_TYPES[kind >> 4] ?? "calls";
}

export function edgeTier(kind: number): Tier {
  return TIERS[kind & 15] ?? "unique";
}

/** A file's symbols, and its edges as groups of four numbers: own node, file, node in that file, kind. Node 0 is the file. */
export interface FileNodes {
  readonly path: string;
  readonly symbols: readonly NodeDraft[];
  readonly edges: Uint32Array;
  readonly unresolved: readonly string[];
  /** As `name line line …` (see `CodeGraph`). */
  readonly unknownCalls?: readonly string[];
  /** Number of uses that were too deep to follow. */
  readonly tooDeep?: number;
}

export interface NodeDraft {
  readonly name: string;
  readonly kind: number;
  /** The containing node of the same file; 0 is the file. */
  readonly container: number;
  readonly startLine: number;
  readonly endLine: number;
}

export const EDGE_WIDTH = 4;

const numbersOf = new WeakMap<readonly Definition[], Int32Array>();

/**
 * Returns the node number within the file for each definition; -1 for lambdas. The same definitions always get the same
 * numbers.
 */
export function nodeNumbers(definitions: readonly Definition[]): Int32Array {
  let numbers = numbersOf.get(definitions);
  if (numbers === undefined) {
    let next = 1;
    numbers = Int32Array.from(definitions, (definition) =>
      definition.kind === "lambda" ? -1 : next++,
    );
    numbersOf.set(definitions, numbers);
  }
  return numbers;
}

export function nodeDrafts(definitions: readonly Definition[]): NodeDraft[] {
  const numbers = nodeNumbers(definitions);
  return definitions.flatMap((definition) => {
    if (definition.kind === "lambda") return [];
    let around = definition.container;
    while (around >= 0 && (numbers[around] ?? -1) < 0)
      around = definitions[around]?.container ?? -1;
    return [
      {
        name: definition.name,
        kind: SYMBOL_KINDS.indexOf(definition.kind),
        container: around < 0 ? 0 : (numbers[around] ?? 0),
        startLine: definition.startLine,
        endLine: definition.endLine,
      },
    ];
  });
}

/** Returns the file of a node: the last one whose first node is not greater. */
export function fileOfNode(graph: CodeGraph, node: number): number {
  let [low, high] = [0, graph.paths.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((graph.fileStarts[middle] ?? 0) <= node) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Cached by a graph's `fileStarts`, which most edits leave unchanged. */
const filesByNode = new WeakMap<Uint32Array, Uint32Array>();

/** Returns the file of each node. Use it for queries about many nodes. */
export function filesOfNodes(graph: CodeGraph): Uint32Array {
  let files = filesByNode.get(graph.fileStarts);
  if (files === undefined) {
    files = new Uint32Array(graph.kinds.length);
    let node = 0;
    for (let file = 0; file < graph.paths.length; file++) {
      const end = graph.fileStarts[file + 1] ?? 0;
      while (node < end) files[node++] = file;
    }
    filesByNode.set(graph.fileStarts, files);
  }
  return files;
}

const MAX_AROUND = 50;

/** Returns `Container.name` of a node; null for a file. */
export function symbolOfNode(graph: CodeGraph, node: number): string | null {
  const { kinds, names, nameIds, containers } = graph;
  if (kinds[node] === FILE_KIND) return null;
  let symbol = names[nameIds[node] ?? 0] ?? "";
  let around = containers[node] ?? 0;
  for (let left = MAX_AROUND; left > 0 && kinds[around] !== FILE_KIND; left--) {
    symbol = `${names[nameIds[around] ?? 0] ?? ""}.${symbol}`;
    around = containers[around] ?? 0;
  }
  return symbol;
}

/** Returns the nodes of a file without the file itself, as [first, end). */
export function symbolRange(graph: CodeGraph, file: number): [number, number] {
  return [(graph.fileStarts[file] ?? 0) + 1, graph.fileStarts[file + 1] ?? 0];
}

/** Returns the number of symbols among a range of nodes. Files and blocks with members are not symbols. */
export function countSymbols({ kinds }: CodeGraph, start = 0, end = kinds.length): number {
  return kinds.subarray(start, end).filter((kind) => isSymbolKind(SYMBOL_KINDS[kind])).length;
}

/** Returns every node with exactly this name, without containers. */
export function nodesNamed(graph: CodeGraph, name: string): number[] {
  const id = graph.names.indexOf(name);
  const found: number[] = [];
  if (id <= 0) return found;
  for (
    let node = graph.nameIds.indexOf(id);
    node >= 0;
    node = graph.nameIds.indexOf(id, node + 1)
  ) {
    found.push(node);
  }
  return found;
}
