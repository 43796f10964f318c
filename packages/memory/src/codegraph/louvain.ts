/**
 * Communities by modularity (Blondel et al. 2008), with a resolution. Deterministic: nodes are visited in the
 * order they are given, and a node moves only for a gain.
 */

export interface WeightedEdge {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Below this a move is rounding, and two of them could take turns for ever. */
const MIN_GAIN = 1e-12;

interface Options {
  readonly resolution: number;
  readonly maxPasses: number;
}

/** By node: its community, numbered from 0 by first node. Edges count both ways. */
export function louvain(count: number, edges: readonly WeightedEdge[], options: Options): number[] {
  let communityOf = Array.from({ length: count }, (_value, node) => node);
  let [nodes, level] = [count, edges];
  for (;;) {
    const moved = moveNodes(nodes, level, options);
    const numbers = numbered(moved);
    communityOf = communityOf.map((node) => numbers[node] ?? 0);
    const next = Math.max(-1, ...numbers) + 1;
    if (next === nodes || next === 0) return numbered(communityOf);
    level = merged(level, numbers);
    nodes = next;
  }
}

interface Level {
  readonly links: readonly ReadonlyMap<number, number>[];
  /** By node: the weight of its edges, a loop twice. */
  readonly strength: Float64Array;
  readonly total: number;
  /** By node: its community. */
  readonly community: number[];
  /** By community: the strength of its nodes. */
  readonly weights: Float64Array;
}

function moveNodes(count: number, edges: readonly WeightedEdge[], options: Options): number[] {
  const links = linksOf(count, edges);
  const strength = Float64Array.from({ length: count }, (_value, node) => {
    let sum = 0;
    for (const [other, weight] of links[node] ?? []) sum += other === node ? 2 * weight : weight;
    return sum;
  });
  const level: Level = {
    links,
    strength,
    total: strength.reduce((sum, one) => sum + one, 0),
    community: Array.from({ length: count }, (_value, node) => node),
    weights: Float64Array.from(strength),
  };
  for (let pass = 0; pass < options.maxPasses && level.total > 0; pass++) {
    let isMoved = false;
    for (let node = 0; node < count; node++) {
      if (moveNode(level, node, options.resolution)) isMoved = true;
    }
    if (!isMoved) break;
  }
  return level.community;
}

/** To the community where it adds most; false when it is there already. */
function moveNode(level: Level, node: number, resolution: number): boolean {
  const { community, weights, total } = level;
  const own = community[node] ?? node;
  const mass = level.strength[node] ?? 0;
  const toward = new Map<number, number>([[own, 0]]);
  for (const [other, weight] of level.links[node] ?? []) {
    if (other === node) continue;
    const there = community[other] ?? other;
    toward.set(there, (toward.get(there) ?? 0) + weight);
  }
  weights[own] = (weights[own] ?? 0) - mass;
  const gain = (there: number) =>
    (toward.get(there) ?? 0) - (resolution * mass * (weights[there] ?? 0)) / total;
  let [best, bestGain] = [own, gain(own)];
  for (const there of toward.keys()) {
    const gained = gain(there);
    if (gained > bestGain + MIN_GAIN) [best, bestGain] = [there, gained];
  }
  weights[best] = (weights[best] ?? 0) + mass;
  community[node] = best;
  return best !== own;
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
  return communities.map((one) => {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    numbers.set(one, numbers.size);
    return numbers.size - 1;
  });
}

function merged(edges: readonly WeightedEdge[], community: readonly number[]): WeightedEdge[] {
  const sums = new Map<string, { from: number; to: number; weight: number }>();
  for (const { from, to, weight } of edges) {
    const [a, b] = [community[from] ?? 0, community[to] ?? 0];
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = `${low} ${high}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { from: low, to: high, weight });
    else known.weight += weight;
  }
  return [...sums.values()];
}
