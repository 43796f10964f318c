/** Edges as compressed rows: the edges of a node are adjacent, and an array holds the start of each row. */

/** Builds compressed rows by counting. */
export function adjacency(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  edgeKinds: ArrayLike<number>,
  count: number,
) {
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < from.length; i++) {
    const node = from[i] ?? 0;
    starts[node + 1] = (starts[node + 1] ?? 0) + 1;
  }
  for (let node = 0; node < count; node++)
    starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
  const next = starts.slice(0, count);
  const ends = new Uint32Array(from.length);
  const kinds = new Uint8Array(from.length);
  for (let i = 0; i < from.length; i++) {
    const node = from[i] ?? 0;
    const at = next[node] ?? 0;
    next[node] = at + 1;
    ends[at] = to[i] ?? 0;
    kinds[at] = edgeKinds[i] ?? 0;
  }
  return { starts, ends, kinds };
}

/** Returns the edges grouped by target, from edges grouped by source. */
export function reversed(outStarts: Uint32Array, outTargets: Uint32Array, outKinds: Uint8Array) {
  const count = outStarts.length - 1;
  const sources = new Uint32Array(outTargets.length);
  for (let node = 0; node < count; node++) {
    const end = outStarts[node + 1] ?? 0;
    for (let at = outStarts[node] ?? 0; at < end; at++) sources[at] = node;
  }
  const into = adjacency(outTargets, sources, outKinds, count);
  return { inStarts: into.starts, inSources: into.ends, inKinds: into.kinds };
}
