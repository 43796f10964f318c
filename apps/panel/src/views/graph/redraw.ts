/**
 * Brings what the canvas shows in line with the drawn graph: adds, renames and removes. Everything is laid out only for
 * another focus: a person may look at a part while an agent changes another.
 */
import type { Core, ElementDefinition } from "cytoscape";
import { arrange, arrangeAdded } from "./arrange.ts";
import { type DrawnGraph, edgeKey } from "./drawn-graph.ts";

/** `focus`: key of the place in the middle; null without one. */
export function redraw(core: Core, drawn: DrawnGraph, focus: string | null): void {
  const wanted = new Map(elementsOf(drawn).map((element) => [element.data.id ?? "", element]));
  const around = focus === null ? undefined : core.getElementById(focus);
  const start = around === undefined || around.empty() ? { x: 0, y: 0 } : around.position();
  const hadFocus = around?.hasClass("focus") ?? core.nodes(".focus").empty();
  const isSame = hadFocus && core.nodes().nonempty();
  let isChanged = false;
  let kept = core.nodes();
  core.batch(() => {
    core.elements().forEach((element) => {
      const now = wanted.get(element.id());
      // An edited memory has the same key and another title.
      if (now !== undefined) element.data("short", now.data["short"]);
      else {
        element.remove();
        isChanged = true;
      }
    });
    kept = core.nodes();
    const added = [...wanted].filter(([key]) => core.getElementById(key).empty());
    core.add(added.map(([, element], index) => placed(element, index, start)));
    isChanged ||= added.length > 0;
    core.elements().removeClass("focus far");
    if (focus === null) return;
    const own = core.getElementById(focus).addClass("focus");
    core.elements().not(own.closedNeighborhood()).addClass("far");
  });
  if (isSame) arrangeAdded(core.nodes().not(kept), kept);
  else {
    if (isChanged) layOut(core);
    showNear(core);
  }
}

function layOut(core: Core): void {
  core
    .layout({
      name: "cose",
      animate: false,
      randomize: false,
      numIter: 600,
      fit: false,
      nodeDimensionsIncludeLabels: true,
      idealEdgeLength: () => 70,
      nodeRepulsion: () => 9000,
      componentSpacing: 20,
      gravity: 25,
    })
    .run();
  arrange(core);
}

/** Places new nodes on a spiral around the focus, from which the layout moves them apart. The same graph looks the same. */
function placed(element: ElementDefinition, index: number, around: { x: number; y: number }) {
  if (element.data["kind"] === undefined) return element;
  const [angle, radius] = [index * 2.4, 30 + 12 * Math.sqrt(index)];
  const position = {
    x: around.x + radius * Math.cos(angle),
    y: around.y + radius * Math.sin(angle),
  };
  return { ...element, position };
}

function elementsOf({ nodes, edges }: DrawnGraph): ElementDefinition[] {
  return [
    ...nodes.map(({ key, kind, label }) => ({
      group: "nodes" as const,
      data: { id: key, kind, short: shortLabel(kind, label) },
    })),
    ...edges.map((edge) => ({
      group: "edges" as const,
      data: { id: edgeKey(edge), source: edge.from, target: edge.to, type: edge.type },
    })),
  ];
}

function shortLabel(kind: "memory" | "file", label: string): string {
  return kind === "file" ? label.slice(label.lastIndexOf("/") + 1) : label.replaceAll("`", "");
}

/** Pixels between the graph and the frame. */
const PADDING = 30;

/** Shows the focus with its neighbours; without a focus, everything. */
export function showNear(core: Core): void {
  const near = core.elements().not(".far");
  core.fit(near, PADDING);
  if (core.zoom() > 1.4) core.zoom(1.4);
  core.center(near);
}
