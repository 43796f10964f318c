/**
 * Draws all nodes as a map. Links between modules are summed up; those of a single node are drawn while the pointer is on it.
 * Only labels that fit are drawn, so that a closer look shows more of them.
 */
import type { GraphMap } from "@tacit-memory/protocol";
import cytoscape, { type Core, type NodeSingular } from "cytoscape";
import { useEffect, useRef } from "react";
import { useWords } from "../../i18n/words.ts";
import { allowOwnStyle, GraphTools, useTheme } from "./graph-canvas.tsx";
import { fillMap } from "./map-elements.ts";
import { fittingLabels, LABEL_REM, LETTER_REM, MAX_LETTERS } from "./map-labels.ts";
import { discId, placedMap } from "./map-layout.ts";
import { mapStyleOf } from "./map-style.ts";

interface MapCanvasProps {
  readonly map: GraphMap;
  /** Number of the chosen module; null: the nodes without a module. */
  readonly module: number | null | undefined;
  readonly chooseModule: (module: number | null) => void;
  /** Called with the key of a pressed node. */
  readonly choose: (key: string) => void;
}

/** Pixels between the map and the frame. */
const PADDING = 28;
const FONT_REM = 0.75;
/** Pixels on the screen below which a node is too small to have a label. */
const MIN_LABELLED_PX = 7;
/** The same for the disc of a module and its title. */
const MIN_TITLED_PX = 30;
/** Milliseconds without a change of the view, after which labels are chosen again. */
const SETTLED_MS = 90;

export function MapCanvas({ map, module, chooseModule, choose }: MapCanvasProps) {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const core = useRef<Core | null>(null);
  const calls = useRef({ choose, chooseModule });
  useEffect(() => {
    calls.current = { choose, chooseModule };
  });
  useEffect(() => {
    const container = place.current;
    if (container === null) return undefined;
    allowOwnStyle();
    const made = cytoscape({
      container,
      minZoom: 0.05,
      maxZoom: 4,
      style: mapStyleOf(container),
      autoungrabify: true,
      autounselectify: true,
      boxSelectionEnabled: false,
      // While the view moves, its last picture moves.
      textureOnViewport: true,
      pixelRatio: Math.min(2, devicePixelRatio),
    });
    core.current = made;
    const stop = new AbortController();
    const placed = placedMap(map, made.width() / Math.max(1, made.height()));
    pressed(made, calls);
    pointed(made, map);
    const label = labelled(made, stop.signal);
    const filled = () => {
      label();
      container.removeAttribute("aria-busy");
    };
    container.setAttribute("aria-busy", "true");
    const showAll = () => made.fit(undefined, PADDING);
    void fillMap(made, map, placed, { signal: stop.signal, showAll, filled });
    return () => {
      stop.abort();
      made.destroy();
      core.current = null;
    };
  }, [map]);
  useTheme(core, place, mapStyleOf);
  useEffect(() => {
    const made = core.current;
    if (made === null) return;
    made.nodes(".chosen").removeClass("chosen");
    if (module === undefined) return;
    made.fit(made.getElementById(discId(module)).addClass("chosen"), PADDING);
  }, [module]);
  const count = map.nodes.length;
  return (
    <div className="graph-frame">
      <div ref={place} className="graph-canvas" role="img" aria-label={t("graph.map", { count })} />
      <GraphTools core={core} show={(made) => made.fit(undefined, PADDING)} />
    </div>
  );
}

interface Calls {
  readonly current: Pick<MapCanvasProps, "choose" | "chooseModule">;
}

function pressed(core: Core, calls: Calls): void {
  core.on("tap", "node", ({ target }) => {
    const node: NodeSingular = target;
    if (node.data("kind") !== "module") calls.current.choose(node.id());
    else calls.current.chooseModule(node.data("module"));
  });
}

/** Shows the links and the label of the node under the pointer. */
function pointed(core: Core, { links, nodes }: GraphMap): void {
  const linksOf = new Map<number, number[]>();
  for (const [at, [from, to]] of links.entries())
    for (const end of [from, to]) linksOf.set(end, [...(linksOf.get(end) ?? []), at]);
  core.on("mouseover", "node[?at], node[at = 0]", ({ target }) => {
    const node: NodeSingular = target;
    core.batch(() => {
      node.addClass("pointed").style("font-size", (FONT_REM * remPx()) / core.zoom());
      const own = (linksOf.get(node.data("at")) ?? []).flatMap((at) => {
        const [from, to] = links[at] ?? [];
        const [source, end] = [nodes[from ?? -1]?.key, nodes[to ?? -1]?.key];
        if (source === undefined || end === undefined) return [];
        return [
          {
            group: "edges" as const,
            data: { id: `near ${at}`, source, target: end, width: 1.5 / core.zoom() },
          },
        ];
      });
      core.add(own).addClass("near");
    });
  });
  core.on("mouseout", "node", () => {
    core.batch(() => {
      core.remove("edge.near");
      core.nodes(".pointed").removeClass("pointed");
    });
  });
}

/** Chooses the labels whenever the view has come to rest. Returns a function that chooses them now. */
function labelled(core: Core, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const choose = () => {
    const [zoom, rem] = [core.zoom(), remPx()];
    const { x1, x2, y1, y2 } = core.extent();
    const inView = core.nodes().filter((node) => {
      const { x, y } = node.position();
      return x > x1 && x < x2 && y > y1 && y < y2;
    });
    const candidates = inView
      .filter((node) => {
        const { kind, size } = node.data();
        if (kind === "title") return node.data("disc") * zoom >= MIN_TITLED_PX;
        return kind !== "module" && size * zoom >= MIN_LABELLED_PX;
      })
      .sort((a, b) => b.data("rank") - a.data("rank"))
      .nodes();
    const fitting = new Set(
      fittingLabels(
        candidates.map((node) => labelOf(node, rem)),
        { width: core.width(), rem },
      ),
    );
    core.batch(() => {
      core
        .nodes(".named")
        .filter((node) => !fitting.has(node.id()))
        .removeClass("named");
      for (const id of fitting)
        core
          .getElementById(id)
          .addClass("named")
          .style({
            "font-size": (FONT_REM * rem) / zoom,
            "text-max-width": `${(MAX_LETTERS * LETTER_REM * rem) / zoom}px`,
            "text-margin-y": (core.getElementById(id).data("kind") === "title" ? -2 : 2) / zoom,
          });
    });
  };
  core.on("viewport resize", () => {
    clearTimeout(timer);
    timer = setTimeout(choose, SETTLED_MS);
  });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return choose;
}

/** Returns the size of the page's text, which grows on very large screens. */
function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function labelOf(node: NodeSingular, rem: number) {
  const { x, y } = node.renderedPosition();
  const half = node.renderedHeight() / 2;
  const isTitle = node.data("kind") === "title";
  const top = isTitle ? y - half - LABEL_REM * rem - 2 : y + half + 2;
  return { id: node.id(), text: String(node.data("short")), x, y: top };
}
