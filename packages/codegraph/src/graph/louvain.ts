/**
 * Communities by modularity (Blondel et al. 2008), with a resolution. Deterministic: nodes are visited in the given order,
 * and a node moves only for a gain.
 */

export interface WeightedEdge {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Smaller gains are rounding errors, which could make two moves alternate forever. */
const MIN_GAIN = 1e-12;

interface Options {
  readonly resolution: number;
  readonly maxPasses: number;
}

/** Returns the community of each node, numbered from 0 by first node. Edges count in both directions. */
export function louvain(count: number, edges: readonly WeightedEdge[], options: Options): number[] {
  let communityOf = Array.from({ length: count }, (_value, node) => node);
  let [nodes, level] = [count, edges];
  for (;;) {
    const moved = moveNodes(nodes, level, options);
    const numbers = numbered(moved);
    communityOf = communityOf.map((node) => numbers[node] ?? 0);
    const next = Math.max(-1, ...numbers) + 1;
    if (next === nodes || next === 0) return numbered(communityOf);
    level = merged(level, numbers, next);
    nodes = next;
  }
}

/** Links by node, and the state needed to move nodes. Arrays are used because every node is visited many times. */
interface Level {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly linkWeights: Float64Array;
  /** By node: the total weight of its edges; a loop counts twice. */
  readonly strength: Float64Array;
  readonly total: number;
  /** By node: its community. */
  readonly community: Int32Array;
  /** By community: the total strength of its nodes. */
  readonly weights: Float64Array;
  /** By community: the current node's link weight to it, and the node for which it was computed. */
  readonly toward: Float64Array;
  readonly countedFor: Int32Array;
  readonly touched: Int32Array;
}

function moveNodes(count: number, edges: readonly WeightedEdge[], options: Options): number[] {
  const level = levelOf(count, edges);
  for (let pass = 0; pass < options.maxPasses && level.total > 0; pass++) {
    let isMoved = false;
    for (let node = 0; node < count; node++) {
      if (moveNode(level, node, pass * count + node, options.resolution)) isMoved = true;
    }
    if (!isMoved) break;
  }
  return Array.from(level.community);
}

function levelOf(count: number, edges: readonly WeightedEdge[]): Level {
  const links = linksOf(count, edges);
  const size = links.reduce((sum, own) => sum + own.size, 0);
  const starts = new Int32Array(count + 1);
  const ends = new Int32Array(size);
  const linkWeights = new Float64Array(size);
  const strength = new Float64Array(count);
  let at = 0;
  for (const [node, own] of links.entries()) {
    for (const [other, weight] of own) {
      ends[at] = other;
      linkWeights[at++] = weight;
      strength[node] = (strength[node] ?? 0) + (other === node ? 2 * weight : weight);
    }
    starts[node + 1] = at;
  }
  return {
    starts,
    ends,
    linkWeights,
    strength,
    total: strength.reduce((sum, item) => sum + item, 0),
    community: Int32Array.from({ length: count }, (_value, node) => node),
    weights: Float64Array.from(strength),
    toward: new Float64Array(count),
    countedFor: new Int32Array(count).fill(-1),
    touched: new Int32Array(count + 1),
  };
}

/**
 * Moves a node to the community with the highest gain. Returns false if it is in that community already. `turn` must be
 * unique per call.
 */
function moveNode(level: Level, node: number, turn: number, resolution: number): boolean {
  const { community, weights, toward, touched, total } = level;
  const own = community[node] ?? node;
  const mass = level.strength[node] ?? 0;
  const count = countTowards(level, node, own, turn);
  weights[own] = (weights[own] ?? 0) - mass;
  let [best, bestGain] = [own, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < count; at++) {
    const there = touched[at] ?? own;
    const gained = (toward[there] ?? 0) - (resolution * mass * (weights[there] ?? 0)) / total;
    // The first is the node's own community: others must be better than staying.
    if (at === 0 || gained > bestGain + MIN_GAIN) [best, bestGain] = [there, gained];
  }
  weights[best] = (weights[best] ?? 0) + mass;
  community[node] = best;
  return best !== own;
}

/** Sums the node's link weights by community, its own first, and returns the number of communities. */
function countTowards(level: Level, node: number, own: number, turn: number): number {
  const { starts, ends, linkWeights, community, toward, countedFor, touched } = level;
  touched[0] = own;
  toward[own] = 0;
  countedFor[own] = turn;
  let count = 1;
  for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
    const other = ends[at] ?? node;
    if (other === node) continue;
    const there = community[other] ?? other;
    if (countedFor[there] !== turn) {
      countedFor[there] = turn;
      toward[there] = 0;
      touched[count++] = there;
    }
    toward[there] = (toward[there] ?? 0) + (linkWeights[at] ?? 0);
  }
  return count;
}

function linksOf(count: number, edges: readonly WeightedEdge[]): Map<number, number>[] {
  const links = Array.from({ length: count }, () => new Map<number, number>());
  for (const { from, to, weight } of edges) {
    links[from]?.set(to, (links[from]?.get(to) ?? 0) + weight);
    if (from !== to) links[to]?.set(from, (links[to]?.get(from) ?? 0) + weight);
  }
  return links;
}

function numbered(communities: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return communities.map((community) => {
    const existing = numbers.get(community);
    if (existing !== undefined) return existing;
    numbers.set(community, numbers.size);
    return numbers.size - 1;
  });
}

function merged(
  edges: readonly WeightedEdge[],
  community: readonly number[],
  count: number,
): WeightedEdge[] {
  const sums = new Map<number, { from: number; to: number; weight: number }>();
  for (const { from, to, weight } of edges) {
    const [a, b] = [community[from] ?? 0, community[to] ?? 0];
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * count + high;
    const existing = sums.get(key);
    if (existing === undefined) sums.set(key, { from: low, to: high, weight });
    else existing.weight += weight;
  }
  return [...sums.values()];
}
