/** Puts a placed map into the drawing, a part in each frame, so that the page answers meanwhile. */
import type { GraphMap } from "@tacit-memory/protocol";
import type { Core, ElementDefinition } from "cytoscape";
import { shortModule } from "./map-labels.ts";
import { discId, type PlacedMap } from "./map-layout.ts";

/** Elements in one frame. Each frame draws all before it again: smaller parts take longer in total. */
const PART = 1250;
/** Links of a module to others that are drawn: the strongest. */
const STRONGEST = 3;

interface Filling {
  readonly signal: AbortSignal;
  /** Brings everything into view. */
  readonly showAll: () => void;
  /** Called when everything is drawn. */
  readonly filled: () => void;
}

export async function fillMap(
  core: Core,
  map: GraphMap,
  placed: PlacedMap,
  { signal, showAll, filled }: Filling,
): Promise<void> {
  core.add([...discElements(placed), ...discLinks(map, placed)]);
  showAll();
  const spots = spotElements(map, placed);
  for (let from = 0; from < spots.length; from += PART) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (signal.aborted) return;
    const part = spots.slice(from, from + PART);
    core.batch(() => core.add(part));
  }
  filled();
}

function discElements({ discs }: PlacedMap): ElementDefinition[] {
  return discs.flatMap(({ module, name, x, y, radius }): ElementDefinition[] => {
    const id = discId(module);
    const disc = { id, kind: "module", module, size: 2 * radius, rank: 0 };
    // Modules have labels before their nodes.
    const title = {
      id: `title of ${id}`,
      kind: "title",
      short: shortModule(name),
      size: 1,
      disc: 2 * radius,
      rank: 1e6 + radius,
    };
    return [
      { group: "nodes", position: { x, y }, data: disc },
      { group: "nodes", position: { x, y: y - radius }, data: title },
    ];
  });
}

function spotElements({ nodes, links }: GraphMap, { spots }: PlacedMap): ElementDefinition[] {
  const remembered = new Set(links.flatMap(([, to, type]) => (type === "about" ? [to] : [])));
  return nodes.flatMap(({ key, kind, label }, at) => {
    const spot = spots[at];
    if (spot === undefined) return [];
    const short =
      kind === "file" ? label.slice(label.lastIndexOf("/") + 1) : label.replaceAll("`", "");
    const { x, y, radius, degree } = spot;
    const isRemembered = kind === "file" && remembered.has(at);
    return {
      group: "nodes" as const,
      position: { x, y },
      data: { id: key, kind, at, short, size: 2 * radius, rank: degree, remembered: isRemembered },
    };
  });
}

/** Sums up the links between modules, and returns the strongest of each module. */
function discLinks({ nodes, links }: GraphMap, { discs }: PlacedMap): ElementDefinition[] {
  const pairs = new Map<string, { readonly ends: readonly [string, string]; count: number }>();
  for (const [from, to] of links) {
    const source = discId(nodes[from]?.module ?? null);
    const target = discId(nodes[to]?.module ?? null);
    if (source === target) continue;
    const ends = source < target ? ([source, target] as const) : ([target, source] as const);
    const pair = pairs.get(ends.join()) ?? { ends, count: 0 };
    pair.count += 1;
    pairs.set(ends.join(), pair);
  }
  const left = new Map(discs.map(({ module }) => [discId(module), STRONGEST]));
  const strongestFirst = [...pairs.values()].sort((a, b) => b.count - a.count);
  return strongestFirst.flatMap(({ ends: [source, target], count }) => {
    const [a, b] = [left.get(source) ?? 0, left.get(target) ?? 0];
    if (a <= 0 && b <= 0) return [];
    left.set(source, a - 1).set(target, b - 1);
    const width = 2 + 2 * Math.log2(count);
    return { group: "edges" as const, data: { id: `${source} ${target}`, source, target, width } };
  });
}
