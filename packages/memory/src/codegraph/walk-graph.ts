/**
 * Breadth-first over the graph with arrays that are kept from question to question: a symbol that everybody uses
 * leads to tens of thousands of nodes, and objects for them would take longer than the walk. How sure a way is
 * gets worked out only as far as an answer has room for it.
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
  /**
   * How many nodes besides the seeds are wanted with kind and confidence. Of the levels after the one that
   * holds the last of them only the nodes are found out. Default: all.
   */
  readonly weighed?: number | undefined;
}

/** Valid until the next walk. */
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

const CONFIDENCE = TIERS.map((tier) => TIER_CONFIDENCE[tier].value);
const UNIQUE = TIERS.indexOf("unique");
const CONSTRUCTORS = new Set(["constructor", "__init__", "__new__", "new", "init"]);
const PROPERTY = SYMBOL_KINDS.indexOf("property");
const CLASS = SYMBOL_KINDS.indexOf("class");
/** Depths are kept in a byte. */
const MAX_DEPTH = 250;

/** By kind of edge: how sure it is; 0 where it is not walked. */
function factors(isWalked: (kind: number) => boolean, by = 1): Float32Array {
  return Float32Array.from({ length: 256 }, (_value, kind) =>
    isWalked(kind) ? (CONFIDENCE[kind & 15] ?? 0) * by : 0,
  );
}

const isSure = (kind: number) => (kind & 15) !== UNIQUE;
const SURE = factors(isSure);
const ALL = factors(() => true);
/** A call of a method may run what overrides it: callers of the one are callers of the other. */
const DISPATCHED = factors(
  (kind) => edgeType(kind) === "calls" && edgeTier(kind) !== "unique",
  TIER_CONFIDENCE.dispatch.value,
);
const OVERRIDES = Uint8Array.from({ length: 256 }, (_value, kind) =>
  edgeType(kind) === "overrides" ? 1 : 0,
);

/** Everything a walk writes to, and what it reads at every step. */
interface Walk extends Walked {
  readonly marks: Uint32Array;
  readonly depths: Uint8Array;
  levels: number[];
  mark: number;
  length: number;
  depth: number;
  starts: Uint32Array;
  ends: Uint32Array;
  edgeKinds: Uint8Array;
  roles: Uint8Array;
}

let kept: Walk | undefined;

function walkOver(graph: CodeGraph, direction: Direction): Walk {
  const count = graph.kinds.length;
  const isBack = direction === "dependents";
  const starts = isBack ? graph.inStarts : graph.outStarts;
  const ends = isBack ? graph.inSources : graph.outTargets;
  const edgeKinds = isBack ? graph.inKinds : graph.outKinds;
  const roles = rolesOf(graph);
  if (kept === undefined || kept.marks.length < count) {
    kept = {
      queue: new Uint32Array(count),
      kinds: new Uint8Array(count),
      confidences: new Float32Array(count),
      marks: new Uint32Array(count),
      depths: new Uint8Array(count),
      levels: [],
      mark: 0,
      length: 0,
      depth: 0,
      starts,
      ends,
      edgeKinds,
      roles,
    };
  }
  const { mark: last } = kept;
  return Object.assign(kept, {
    starts,
    ends,
    edgeKinds,
    roles,
    mark: last + 1,
    length: 0,
    depth: 0,
  });
}

/** All nodes within the depth, each once, by the first and surest way that leads to it. */
export function walkGraph(
  graph: CodeGraph,
  seeds: readonly number[],
  options: WalkOptions,
): Walked {
  const { direction, weighed = Number.POSITIVE_INFINITY } = options;
  const walk = walkOver(graph, direction);
  const factor = options.withUnique === true ? ALL : SURE;
  const isWholeFile = seeds.some((node) => graph.kinds[node] === FILE_KIND);
  for (const node of seeds) {
    walk.marks[node] = walk.mark;
    walk.depths[node] = 0;
    walk.confidences[node] = 1;
    walk.queue[walk.length++] = node;
  }
  const levels = [0, walk.length];
  for (walk.depth = 1; walk.depth <= Math.min(options.depth, MAX_DEPTH); walk.depth++) {
    const [start = 0, end = 0] = levels.slice(-2);
    if (start === end) break;
    const take = start - seeds.length < weighed ? weigh : mark;
    const level = { graph, direction, take, factor, isWholeFile };
    for (let at = start; at < end; at++) step(walk, level, walk.queue[at] ?? 0);
    levels.push(walk.length);
  }
  walk.levels = levels;
  return walk;
}

interface Level {
  readonly graph: CodeGraph;
  readonly direction: Direction;
  readonly take: Take;
  readonly factor: Float32Array;
  readonly isWholeFile: boolean;
}

function step(walk: Walk, level: Level, node: number): void {
  const { graph, take, factor } = level;
  const roles = walk.roles[node] ?? 0;
  // Who imports a file because of another symbol of it is not affected by this one.
  if (graph.kinds[node] === FILE_KIND && !level.isWholeFile) return;
  take(walk, node, node, factor);
  if (roles !== 0) indirect(walk, level, node, roles);
}

/** Takes what edges of `node` lead to, as reached from `from`. */
type Take = (walk: Walk, node: number, from: number, factor: Float32Array) => void;

/** Only which nodes. */
function mark(walk: Walk, node: number, _from: number, factor: Float32Array): void {
  const { marks, mark: own, queue, ends, edgeKinds, starts } = walk;
  let { length } = walk;
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    const next = ends[at] ?? 0;
    if (marks[next] === own || factor[edgeKinds[at] ?? 0] === 0) continue;
    marks[next] = own;
    queue[length++] = next;
  }
  walk.length = length;
}

/** And how sure. Several ways of the same length may lead to a node: the surest counts. */
function weigh(walk: Walk, node: number, from: number, factor: Float32Array): void {
  const { marks, mark: own, queue, ends, edgeKinds, starts, depths, depth, confidences } = walk;
  const base = confidences[from] ?? 0;
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    const next = ends[at] ?? 0;
    const kind = edgeKinds[at] ?? 0;
    const by = factor[kind] ?? 0;
    if (by === 0) continue;
    const confidence = Math.fround(base * by);
    if (marks[next] !== own) {
      marks[next] = own;
      depths[next] = depth;
      queue[walk.length++] = next;
    } else if (depths[next] !== depth || (confidences[next] ?? 0) >= confidence) continue;
    confidences[next] = confidence;
    walk.kinds[next] = kind;
  }
}

/** By what a node stands for, or what stands for it. Files have no such roles. */
function indirect(walk: Walk, level: Level, node: number, roles: number): void {
  const { graph, take, factor } = level;
  if (level.direction === "dependents") {
    if ((roles & IS_OVERRIDE) !== 0) {
      overridden(walk, node, graph.outStarts, graph.outTargets, graph.outKinds, take);
    }
    // Whoever makes an object runs its constructor and its initialisers: they stand for their class.
    if ((roles & RUN_BY_MAKING) !== 0) take(walk, graph.containers[node] ?? node, node, factor);
    return;
  }
  if ((roles & IS_OVERRIDDEN) !== 0) {
    overridden(walk, node, graph.inStarts, graph.inSources, graph.inKinds, take);
  }
  if ((roles & IS_CLASS) !== 0) made(walk, level, node);
}

function overridden(
  walk: Walk,
  node: number,
  starts: Uint32Array,
  ends: Uint32Array,
  kinds: Uint8Array,
  take: Take,
): void {
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    if (OVERRIDES[kinds[at] ?? 0] === 1) take(walk, ends[at] ?? 0, node, DISPATCHED);
  }
}

/** And the class for them. */
function made(walk: Walk, { graph, take, factor }: Level, node: number): void {
  const end = symbolRange(graph, fileOfNode(graph, node))[1];
  for (let own = node + 1; own < end && (graph.containers[own] ?? 0) >= node; own++) {
    const isOwn = graph.containers[own] === node;
    if (isOwn && ((walk.roles[own] ?? 0) & RUN_BY_MAKING) !== 0) take(walk, own, node, factor);
  }
}

const IS_OVERRIDE = 1;
const IS_OVERRIDDEN = 2;
const RUN_BY_MAKING = 4;
const IS_CLASS = 8;

/** By a graph's edge column: an edit that changes no edge leaves all of this as it was. */
const rolesByEdges = new WeakMap<Uint8Array, Uint8Array>();

function rolesOf(graph: CodeGraph): Uint8Array {
  let roles = rolesByEdges.get(graph.outKinds);
  if (roles === undefined) {
    roles = new Uint8Array(graph.kinds.length);
    markOverrides(graph, roles);
    markMaking(graph, roles);
    rolesByEdges.set(graph.outKinds, roles);
  }
  return roles;
}

function markOverrides({ outStarts, outKinds, outTargets }: CodeGraph, roles: Uint8Array): void {
  let at = 0;
  for (let node = 0; node < roles.length; node++) {
    const end = outStarts[node + 1] ?? 0;
    for (; at < end; at++) {
      if (OVERRIDES[outKinds[at] ?? 0] !== 1) continue;
      const target = outTargets[at] ?? 0;
      roles[node] = (roles[node] ?? 0) | IS_OVERRIDE;
      roles[target] = (roles[target] ?? 0) | IS_OVERRIDDEN;
    }
  }
}

function markMaking({ kinds, containers, nameIds, names }: CodeGraph, roles: Uint8Array): void {
  const makers = new Set([...CONSTRUCTORS].map((name) => names.indexOf(name)));
  for (let node = 0; node < roles.length; node++) {
    const kind = kinds[node];
    if (kind === CLASS) roles[node] = (roles[node] ?? 0) | IS_CLASS;
    const around = containers[node] ?? node;
    if (kinds[around] !== CLASS || around === node) continue;
    const name = nameIds[node] ?? 0;
    // Java's constructors have the name of their class.
    if (kind === PROPERTY || name === nameIds[around] || makers.has(name)) {
      roles[node] = (roles[node] ?? 0) | RUN_BY_MAKING;
    }
  }
}
