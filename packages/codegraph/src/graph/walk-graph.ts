/**
 * Breadth-first walk over the graph, level by level: the seeds have depth 0, and each node has the depth at which it is first
 * reached. Its confidence is the product of the confidences of the edges on the most certain of its shortest paths.
 *
 * - `reachWithConfidence` expands a node while nodes of that level still fit into the answer (`weighed`). After that only the
 *   set of nodes matters, and `reachOnly` expands them: without confidences, and for a large level only the nodes that lead
 *   to others (`expandableNodes`).
 * - Besides its edges, a node is followed through the nodes that it stands for or that stand for it (`indirect`): a method
 *   and its overrides, a class and its constructor.
 *
 * The arrays are reused between queries: a widely used symbol leads to tens of thousands of nodes, and objects for them would
 * take longer than the walk.
 */

import { SYMBOL_KINDS } from "../facts/facts.ts";
import { TIER_CONFIDENCE, TIERS } from "../link/value.ts";
import { getOrCreate } from "../maps.ts";
import { type CodeGraph, edgeTier, edgeType, FILE_KIND, fileOfNode, symbolRange } from "./graph.ts";
import {
  INDIRECT,
  IS_CLASS,
  IS_FILE,
  IS_OVERRIDDEN,
  IS_OVERRIDE,
  OVERRIDES,
  RUN_BY_MAKING,
  roleOf,
  rolesOf,
} from "./walk/node-roles.ts";

export type Direction = "dependents" | "dependencies";

export interface WalkOptions {
  readonly direction: Direction;
  readonly depth: number;
  /** Follow edges based on a name alone. */
  readonly withUnique?: boolean | undefined;
  /**
   * Number of nodes besides the seeds that need kind and confidence. For levels after the one that contains the last of them,
   * only the nodes are determined. Default: all.
   */
  readonly weighed?: number | undefined;
}

/** Result of a walk; valid until the next walk. */
export interface Walked {
  /** Nodes in the order they were reached, seeds first. */
  readonly queue: Uint32Array;
  /** Start of each depth in the queue (the seeds have depth 0), plus the end. */
  readonly levels: readonly number[];
  /** By node: kind of the edge by which it was reached. */
  readonly kinds: Uint8Array;
  /** By node: product of the confidences on the most certain shortest path. */
  readonly confidences: Float32Array;
}

const CONFIDENCE = TIERS.map((tier) => TIER_CONFIDENCE[tier]);
const UNIQUE = TIERS.indexOf("unique");
const PROPERTY = SYMBOL_KINDS.indexOf("property");
/** Depths are stored in one byte. */
export const MAX_DEPTH = 250;

/** Returns the confidence of each kind of edge; 0 for kinds that are not followed. */
function factors(isWalked: (kind: number) => boolean, by = 1): Float32Array {
  return Float32Array.from({ length: 256 }, (_value, kind) =>
    isWalked(kind) ? (CONFIDENCE[kind & 15] ?? 0) * by : 0,
  );
}

const isSure = (kind: number) => (kind & 15) !== UNIQUE;
const SURE = factors(isSure);
const ALL = factors(() => true);
/** The same for users of a class that may use a property of it. */
const SURE_BY_CLASS = factors(isSure, TIER_CONFIDENCE.unique);
const ALL_BY_CLASS = factors(() => true, TIER_CONFIDENCE.unique);
/** A call of a method may run its override: callers of a method are callers of its overrides. */
const DISPATCHED = factors(
  (kind) => edgeType(kind) === "calls" && edgeTier(kind) !== "unique",
  TIER_CONFIDENCE.dispatch,
);

/** All state that a walk writes, and what it reads at every step. */
interface Walk extends Walked {
  /** One bit per reached node, so that a large graph's bits fit into the first-level cache. */
  readonly marks: Uint32Array;
  readonly depths: Uint8Array;
  /** Nodes that stood in for others (see `takeIfBetter`), by node, and a list of nodes with an entry. */
  readonly called: StandIns;
  readonly made: StandIns;
  levels: number[];
  length: number;
  depth: number;
  starts: Uint32Array;
  ends: Uint32Array;
  edgeKinds: Uint8Array;
  roles: Uint8Array;
}

interface StandIns {
  /**
   * For each node, the rank of the best node that was followed in its place: the nearer one, and at the same distance the more
   * certain one. Negative infinity without one.
   */
  readonly ranks: Float64Array;
  /** The nodes with a rank. */
  readonly nodes: number[];
}

const NOT_YET = Number.NEGATIVE_INFINITY;

function noStandIns(count: number): StandIns {
  return { ranks: new Float64Array(count).fill(NOT_YET), nodes: [] };
}

let cached: Walk | undefined;

/** Spare capacity: most edits add only a few nodes. */
const SPARE = 1.05;

function walkOver(graph: CodeGraph, direction: Direction): Walk {
  const isBack = direction === "dependents";
  const starts = isBack ? graph.inStarts : graph.outStarts;
  const ends = isBack ? graph.inSources : graph.outTargets;
  const edgeKinds = isBack ? graph.inKinds : graph.outKinds;
  const roles = rolesOf(graph);
  if (cached === undefined || cached.queue.length < graph.kinds.length) {
    const count = Math.ceil(graph.kinds.length * SPARE);
    cached = {
      queue: new Uint32Array(count),
      kinds: new Uint8Array(count),
      confidences: new Float32Array(count),
      marks: new Uint32Array(Math.ceil(count / 32)),
      depths: new Uint8Array(count),
      called: noStandIns(count),
      made: noStandIns(count),
      levels: [],
      length: 0,
      depth: 0,
      starts,
      ends,
      edgeKinds,
      roles,
    };
  }
  unmark(cached);
  return Object.assign(cached, { starts, ends, edgeKinds, roles, length: 0, depth: 0 });
}

/** Resets a walk: node by node after a short walk, completely after a long one. */
function unmark({ marks, queue, length, called, made }: Walk): void {
  for (const { ranks, nodes } of [called, made]) {
    for (const node of nodes) ranks[node] = NOT_YET;
    nodes.length = 0;
  }
  if (length > marks.length / 8) marks.fill(0);
  else for (let at = 0; at < length; at++) marks[(queue[at] ?? 0) >> 5] = 0;
}

/** Returns all nodes within the depth, each once, by the shortest and then most certain path. */
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
    isFirst(walk.marks, node);
    walk.depths[node] = 0;
    walk.confidences[node] = 1;
    walk.queue[walk.length++] = node;
  }
  const levels = [0, walk.length];
  for (walk.depth = 1; walk.depth <= Math.min(options.depth, MAX_DEPTH); walk.depth++) {
    const [start = 0, end = 0] = levels.slice(-2);
    if (start === end) break;
    const isWeighed = end - seeds.length < weighed;
    const take = isWeighed ? reachWithConfidence : reachOnly;
    const level = { graph, direction, take, factor, isWholeFile };
    const isShort = isWeighed || (end - start) * SHORT < walk.roles.length;
    if (isShort) for (let at = start; at < end; at++) step(walk, level, walk.queue[at] ?? 0);
    else reachOnlyFrom(walk, level, start, end);
    levels.push(walk.length);
  }
  walk.levels = levels;
  return walk;
}

/** If fewer than one in this many nodes is expanded, each node is checked individually instead of for the whole graph. */
const SHORT = 16;

interface Level {
  readonly graph: CodeGraph;
  readonly direction: Direction;
  readonly take: Take;
  readonly factor: Float32Array;
  readonly isWholeFile: boolean;
}

function step(walk: Walk, level: Level, node: number): void {
  const roles = roleOf(walk.roles, level.graph, node);
  // A file that imports another symbol of the same file is not affected.
  if (roles === IS_FILE && !level.isWholeFile) return;
  level.take(walk, node, node, level.factor);
  if ((roles & INDIRECT) !== 0) indirect(walk, level, node, roles);
}

/** Expands a range of the queue when only the reached nodes matter. */
function reachOnlyFrom(walk: Walk, level: Level, from: number, to: number): void {
  const { queue, roles } = walk;
  const expandable = expandableNodes(level);
  for (let at = from; at < to; at++) {
    const node = queue[at] ?? 0;
    if (((expandable[node >> 5] ?? 0) & (1 << (node & 31))) === 0) continue;
    reachOnly(walk, node, node, level.factor);
    const own = roleOf(roles, level.graph, node);
    if ((own & INDIRECT) !== 0) indirect(walk, level, node, own);
  }
}

/** Follows the edges of `node`, as reached from `from`. */
type Take = (walk: Walk, node: number, from: number, factor: Float32Array) => void;

/** Records only which nodes are reached. */
function reachOnly(walk: Walk, node: number, _from: number, factor: Float32Array): void {
  const { marks, queue, ends, edgeKinds, starts } = walk;
  let { length } = walk;
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    const next = ends[at] ?? 0;
    if (factor[edgeKinds[at] ?? 0] !== 0 && isFirst(marks, next)) queue[length++] = next;
  }
  walk.length = length;
}

/** Marks a node and returns whether it was unmarked before. */
function isFirst(marks: Uint32Array, node: number): boolean {
  const word = marks[node >> 5] ?? 0;
  const bit = 1 << (node & 31);
  if ((word & bit) !== 0) return false;
  marks[node >> 5] = word | bit;
  return true;
}

/** Records reached nodes with their confidence. Of several paths with the same length, the most certain counts. */
function reachWithConfidence(walk: Walk, node: number, from: number, factor: Float32Array): void {
  const { marks, queue, ends, edgeKinds, starts, depths, depth, confidences } = walk;
  const base = confidences[from] ?? 0;
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    const next = ends[at] ?? 0;
    const kind = edgeKinds[at] ?? 0;
    const by = factor[kind] ?? 0;
    if (by === 0) continue;
    const confidence = Math.fround(base * by);
    if (isFirst(marks, next)) {
      depths[next] = depth;
      queue[walk.length++] = next;
    } else if (depths[next] !== depth || (confidences[next] ?? 0) >= confidence) continue;
    confidences[next] = confidence;
    walk.kinds[next] = kind;
  }
}

/** Follows the nodes that a node stands for or that stand for it. Files have no such roles. */
function indirect(walk: Walk, level: Level, node: number, roles: number): void {
  const { graph, factor } = level;
  if (level.direction === "dependents") {
    if ((roles & IS_OVERRIDE) !== 0) {
      overridden(walk, level, node, graph.outStarts, graph.outTargets, graph.outKinds);
    }
    // Creating an object runs its constructor and initialisers, so these stand for their class.
    if ((roles & RUN_BY_MAKING) !== 0) {
      const by = walk.depth === 1 ? ofAsked(graph, node, factor) : factor;
      if (by !== undefined)
        takeIfBetter(walk, level, walk.made, graph.containers[node] ?? node, node, by);
    }
    return;
  }
  // What is called may be the override. The method that is asked about does not run it.
  if (walk.depth > 1 && (roles & IS_OVERRIDDEN) !== 0) {
    overridden(walk, level, node, graph.inStarts, graph.inSources, graph.inKinds);
  }
  if ((roles & IS_CLASS) !== 0) reachInitialisers(walk, level, node);
}

/**
 * Returns the factor for users of the class of a node that was asked about. Those of a property are listed only if nothing is
 * known to use the property itself, and they are not certain.
 */
function ofAsked(
  { kinds, inStarts }: CodeGraph,
  node: number,
  factor: Float32Array,
): Float32Array | undefined {
  if (kinds[node] !== PROPERTY) return factor;
  const isUsed = (inStarts[node + 1] ?? 0) > (inStarts[node] ?? 0);
  return isUsed ? undefined : factor === ALL ? ALL_BY_CLASS : SURE_BY_CLASS;
}

function overridden(
  walk: Walk,
  level: Level,
  node: number,
  starts: Uint32Array,
  ends: Uint32Array,
  kinds: Uint8Array,
): void {
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) {
    if (OVERRIDES[kinds[at] ?? 0] !== 1) continue;
    takeIfBetter(walk, level, walk.called, ends[at] ?? 0, node, DISPATCHED);
  }
}

/**
 * Calls `take` only if it can change something. If a thousand classes override a method, each stands in for it: the first
 * finds the callers, and a later one matters only if it has the same depth and more confidence.
 */
function takeIfBetter(
  walk: Walk,
  { take }: Level,
  { ranks, nodes }: StandIns,
  node: number,
  from: number,
  factor: Float32Array,
): void {
  const sure = take === reachWithConfidence ? (walk.confidences[from] ?? 0) : 0;
  // A shorter distance outweighs confidence, which is at most 1.
  const own = sure - 2 * walk.depth;
  const before = ranks[node] ?? NOT_YET;
  if (before >= own) return;
  if (before === NOT_YET) nodes.push(node);
  ranks[node] = own;
  take(walk, node, from, factor);
}

/** Follows from a class to its constructor and initialisers. */
function reachInitialisers(walk: Walk, { graph, take, factor }: Level, node: number): void {
  const end = symbolRange(graph, fileOfNode(graph, node))[1];
  for (let own = node + 1; own < end && (graph.containers[own] ?? 0) >= node; own++) {
    const isOwn = graph.containers[own] === node;
    if (isOwn && (roleOf(walk.roles, graph, own) & RUN_BY_MAKING) !== 0)
      take(walk, own, node, factor);
  }
}

/** Cached likewise, by direction and whether files are followed. */
const expandableByEdges = new WeakMap<Uint8Array, Map<string, Uint32Array>>();

/**
 * Returns one bit for each node that leads to others. Most nodes reached from a hub lead nowhere, and checking each costs
 * four uncached memory accesses.
 */
function expandableNodes({ graph, direction, isWholeFile }: Level): Uint32Array {
  const cache = expandableByEdges.get(graph.outKinds) ?? new Map<string, Uint32Array>();
  expandableByEdges.set(graph.outKinds, cache);
  const key = `${direction} ${isWholeFile}`;
  return getOrCreate(cache, key, () =>
    findExpandable(graph, direction === "dependents", isWholeFile),
  );
}

function findExpandable(graph: CodeGraph, isBack: boolean, isWholeFile: boolean): Uint32Array {
  const roles = rolesOf(graph);
  const starts = isBack ? graph.inStarts : graph.outStarts;
  const roleMask = isBack ? IS_OVERRIDE | RUN_BY_MAKING : IS_OVERRIDDEN | IS_CLASS;
  const expandable = new Uint32Array(Math.ceil(roles.length / 32));
  for (let node = 0; node < roles.length; node++) {
    if (graph.kinds[node] === FILE_KIND && !isWholeFile) continue;
    const isFar = (starts[node + 1] ?? 0) > (starts[node] ?? 0);
    if (!isFar && (roleOf(roles, graph, node) & roleMask) === 0) continue;
    expandable[node >> 5] = (expandable[node >> 5] ?? 0) | (1 << (node & 31));
  }
  return expandable;
}
