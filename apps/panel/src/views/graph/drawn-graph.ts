/** The part of the graph that is drawn: what was opened so far, limited to what can be read. */
import type { GraphEdge, GraphNode, GraphPart } from "@tacit-memory/protocol";

export interface DrawnGraph {
  /** The last opened at the end. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const NOTHING_DRAWN: DrawnGraph = { nodes: [], edges: [] };

/** Nodes drawn at once. With more, labels and edges cover each other on a desktop screen. */
export const MAX_DRAWN = 200;

/** Places whose parts are drawn. Each is loaded again after a change of a memory, so that a forgotten memory is drawn nowhere. */
const MAX_OPENED = 12;

/** Adds a place to those that were opened, the last at the end. */
export function withOpened(opened: readonly string[], focus: string): readonly string[] {
  return [...opened.filter((key) => key !== focus), focus].slice(-MAX_OPENED);
}

/** Joins parts, the last opened at the end. Drops the nodes that were opened longest ago if there are too many. */
export function drawnGraph(parts: readonly GraphPart[]): DrawnGraph {
  return parts.reduce(withPart, NOTHING_DRAWN);
}

function withPart(drawn: DrawnGraph, part: GraphPart): DrawnGraph {
  const added = new Set(part.nodes.map(({ key }) => key));
  const nodes = [...drawn.nodes.filter(({ key }) => !added.has(key)), ...part.nodes].slice(
    -MAX_DRAWN,
  );
  const keys = new Set(nodes.map(({ key }) => key));
  const edges = new Map<string, GraphEdge>();
  for (const edge of [...drawn.edges, ...part.edges])
    if (keys.has(edge.from) && keys.has(edge.to)) edges.set(edgeKey(edge), edge);
  return { nodes, edges: [...edges.values()] };
}

export function edgeKey({ from, to, type }: GraphEdge): string {
  return `${type} ${from} ${to}`;
}
