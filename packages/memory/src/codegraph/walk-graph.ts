/**
 * Breadth-first over the graph with arrays that are kept from question to question: a symbol that everybody uses
 * leads to a hundred thousand nodes, and objects for them would take longer than the walk.
 */
import { SYMBOL_KINDS } from "./facts.ts";
import { type CodeGraph, edgeTier, edgeType, FILE_KIND, fileOfNode, symbolRange } from "./graph.ts";
import { TIERS } from "./linker/value.ts";
import { TIER_CONFIDENCE } from "./tuning.ts";

export type Direction = "dependents" | "dependencies";

export interface WalkOptions {
  readonly direction: Direction;
  readonly depth: number;
  /** Walk edges that rest on a name alone. */
  readonly withUnique?: boolean | undefined;
}

/** Valid until the next walk over the same graph. */
export interface Walked {
  /** Nodes in the order in which they were reached, seeds first. */
  readonly queue: Uint32Array;
  /** Where the nodes of each depth begin in the queue, the seeds' depth 0 first; one more entry for the end. */
  readonly levels: readonly number[];
  /** By node: kind of the edge it was reached by. */
  readonly kinds: Uint8Array;
  /** By node: product of the confidences on the surest of the shortest ways. */
  readonly confidences: Float32Array;
}

interface Scratch extends Walked {
  readonly marks: Uint32Array;
  readonly depths: Uint8Array;
  levels: number[];
  mark: number;
}

const CONFIDENCE = TIERS.map((tier) => TIER_CONFIDENCE[tier].value);
const UNIQUE = TIERS.indexOf("unique");
const CONSTRUCTORS = new Set(["constructor", "__init__", "__new__", "new", "init"]);
const PROPERTY = SYMBOL_KINDS.indexOf("property");
const CLASS = SYMBOL_KINDS.indexOf("class");
/** Depths are kept in a byte. */
const MAX_DEPTH = 250;

const scratches = new WeakMap<CodeGraph, Scratch>();

function scratchOf(graph: CodeGraph): Scratch {
  let scratch = scratches.get(graph);
  if (scratch === undefined) {
    const count = graph.kinds.length;
    scratch = {
      queue: new Uint32Array(count),
      kinds: new Uint8Array(count),
      confidences: new Float32Array(count),
      marks: new Uint32Array(count),
      depths: new Uint8Array(count),
      levels: [],
      mark: 0,
    };
    scratches.set(graph, scratch);
  }
  return scratch;
}

/** All nodes within the depth, each once, by the first and surest way that leads to it. */
export function walkGraph(
  graph: CodeGraph,
  seeds: readonly number[],
  options: WalkOptions,
): Walked {
  const { direction, withUnique = false } = options;
  const scratch = scratchOf(graph);
  const { queue, kinds, confidences, marks, depths } = scratch;
  const mark = ++scratch.mark;
  const isWholeFile = seeds.some((node) => graph.kinds[node] === FILE_KIND);
  let length = 0;
  for (const node of seeds) {
    marks[node] = mark;
    depths[node] = 0;
    confidences[node] = 1;
    queue[length++] = node;
  }
  let [step, from] = [0, 0];
  const take: Take = (node, kind, factor) => {
    if ((kind & 15) === UNIQUE && !withUnique) return;
    const confidence = Math.fround((confidences[from] ?? 0) * factor);
    if (marks[node] !== mark) {
      marks[node] = mark;
      depths[node] = step;
      queue[length++] = node;
    } else if (depths[node] !== step || (confidences[node] ?? 0) >= confidence) return;
    confidences[node] = confidence;
    kinds[node] = kind;
  };
  const levels = [0, length];
  for (step = 1; step <= Math.min(options.depth, MAX_DEPTH); step++) {
    const [start = 0, end = 0] = levels.slice(-2);
    if (start === end) break;
    for (let at = start; at < end; at++) {
      from = queue[at] ?? 0;
      neighbours(graph, from, direction, isWholeFile, take);
    }
    levels.push(length);
  }
  scratch.levels = levels;
  return scratch;
}

type Take = (node: number, kind: number, factor: number) => void;

function neighbours(
  graph: CodeGraph,
  node: number,
  direction: Direction,
  isWholeFile: boolean,
  take: Take,
): void {
  const isFile = graph.kinds[node] === FILE_KIND;
  // Who imports a file because of another symbol of it is not affected by this one.
  if (isFile && !isWholeFile) return;
  follow(graph, node, direction, take);
  if (isFile) return;
  dispatched(graph, node, direction, take);
  if (direction === "dependents") followMaker(graph, node, take);
  else if (graph.kinds[node] === CLASS) followMade(graph, node, take);
}

/** Whoever makes an object runs its constructor and its initialisers: they stand for their class. */
function followMaker(graph: CodeGraph, node: number, take: Take): void {
  const around = graph.containers[node] ?? node;
  if (graph.kinds[around] !== CLASS || !isRunByMaking(graph, node)) return;
  follow(graph, around, "dependents", take);
}

/** And the class for them. */
function followMade(graph: CodeGraph, node: number, take: Take): void {
  const end = symbolRange(graph, fileOfNode(graph, node))[1];
  for (let own = node + 1; own < end && (graph.containers[own] ?? 0) >= node; own++) {
    const isOwn = graph.containers[own] === node;
    if (isOwn && isRunByMaking(graph, own)) follow(graph, own, "dependencies", take);
  }
}

function isRunByMaking(graph: CodeGraph, node: number): boolean {
  const name = graph.nameIds[node] ?? 0;
  if (graph.kinds[node] === PROPERTY || CONSTRUCTORS.has(graph.names[name] ?? "")) return true;
  // Java's constructors have the name of their class.
  return name === graph.nameIds[graph.containers[node] ?? node];
}

function follow(graph: CodeGraph, node: number, direction: Direction, take: Take): void {
  const isBack = direction === "dependents";
  const starts = isBack ? graph.inStarts : graph.outStarts;
  const ends = isBack ? graph.inSources : graph.outTargets;
  const kinds = isBack ? graph.inKinds : graph.outKinds;
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    const kind = kinds[at] ?? 0;
    take(ends[at] ?? 0, kind, CONFIDENCE[kind & 15] ?? 0);
  }
}

/** A call of a method may run what overrides it: callers of the one are callers of the other. */
function dispatched(graph: CodeGraph, node: number, direction: Direction, take: Take): void {
  const isBack = direction === "dependents";
  const starts = isBack ? graph.outStarts : graph.inStarts;
  const ends = isBack ? graph.outTargets : graph.inSources;
  const kinds = isBack ? graph.outKinds : graph.inKinds;
  const factor = TIER_CONFIDENCE.dispatch.value;
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    if (edgeType(kinds[at] ?? 0) !== "overrides") continue;
    follow(graph, ends[at] ?? 0, direction, (next, kind, own) => {
      if (edgeType(kind) === "calls" && edgeTier(kind) !== "unique") take(next, kind, own * factor);
    });
  }
}
