/** The graph of memories and files: one place with its neighbours, or all as a map. */
import type { GraphPlace, Tacit } from "@tacit-memory/memory";
import type { GraphMap, GraphNode, GraphPart } from "@tacit-memory/protocol";
import { storedOf } from "./rows.ts";

/** Neighbours drawn around one node. More cannot be read; the page states how many there are. */
const MAX_NEIGHBOURS = 40;
/** Nodes of the map: what Chromium still draws at once, see bench/panel. */
const MAX_MAPPED = 5000;

export async function wholeMap({ code }: Tacit): Promise<GraphMap> {
  const { modules, places, links, total } = await code.map(MAX_MAPPED);
  const nodes = places.map((place) => ({
    key: keyOf(place),
    kind: place.kind,
    label: place.kind === "file" ? place.path : (place.memory?.title ?? ""),
    type: place.memory?.type ?? null,
    module: place.module,
  }));
  return { modules, nodes, links, total };
}

/** Throws "memory_not_found", "id_ambiguous", and "usage" for a path outside the project. */
export async function graphPart(tacit: Tacit, focus: string): Promise<GraphPart> {
  const place = await placeOf(tacit, focus);
  const part = await tacit.code.around(place, MAX_NEIGHBOURS);
  const ids = part.places.flatMap((found) => (found.kind === "memory" ? [found.id] : []));
  const memories = new Map(
    (await storedOf(tacit.memories, ids)).map((memory) => [memory.id, memory]),
  );
  const nodes = part.places.flatMap((found): GraphNode[] => {
    const key = keyOf(found);
    if (found.kind === "file") return [{ key, kind: "file", label: found.path, type: null }];
    const memory = memories.get(found.id);
    return memory === undefined
      ? []
      : [{ key, kind: "memory", label: memory.title, type: memory.type }];
  });
  const keys = new Set(nodes.map(({ key }) => key));
  return {
    nodes,
    edges: part.links
      .map(({ from, to, type }) => ({ from: keyOf(from), to: keyOf(to), type }))
      .filter(({ from, to }) => keys.has(from) && keys.has(to)),
    focus: nodes[0]?.key ?? keyOf(place),
    total: part.total,
    files: part.files,
  };
}

async function placeOf({ memories }: Tacit, focus: string): Promise<GraphPlace> {
  const name = focus.slice(focus.indexOf(":") + 1);
  if (focus.startsWith("file:")) return { kind: "file", path: name };
  return { kind: "memory", id: (await memories.get(name)).id };
}

function keyOf(place: GraphPlace): string {
  return place.kind === "memory" ? `memory:${place.id}` : `file:${place.path}`;
}
