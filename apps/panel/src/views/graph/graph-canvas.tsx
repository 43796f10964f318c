/** Draws a part of the graph. The list beside it offers the same to those who cannot use a canvas. */
import cytoscape, { type Core, type ElementDefinition } from "cytoscape";
import { getNonce } from "get-nonce";
import { Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { onPreferences } from "../../data/preferences.ts";
import { useWords } from "../../i18n/words.ts";
import { type DrawnGraph, edgeKey } from "./drawn-graph.ts";
import { styleOf } from "./graph-style.ts";

interface GraphCanvasProps {
  readonly drawn: DrawnGraph;
  readonly focus: string | null;
  /** Called with the key of a pressed node. */
  readonly choose: (key: string) => void;
}

const ZOOM_STEP = 1.3;

export function GraphCanvas({ drawn, focus, choose }: GraphCanvasProps) {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const core = useRef<Core | null>(null);
  const chosen = useRef(choose);
  useEffect(() => {
    chosen.current = choose;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    allowOwnStyle();
    const made = cytoscape({ container: place.current, minZoom: 0.2, maxZoom: 3 });
    made.on("tap", "node", ({ target }) => chosen.current(target.id()));
    core.current = made;
    return () => {
      made.destroy();
      core.current = null;
    };
  }, []);
  useTheme(core, place);
  useEffect(() => {
    if (core.current !== null) redraw(core.current, drawn, focus);
  }, [drawn, focus]);
  const zoom = (by: number) => {
    const made = core.current;
    if (made === null) return;
    const middle = { x: made.width() / 2, y: made.height() / 2 };
    made.zoom({ level: made.zoom() * by, renderedPosition: middle });
  };
  return (
    <div className="graph-frame">
      <div
        ref={place}
        className="graph-canvas"
        role="img"
        aria-label={t("graph.canvas", { count: drawn.nodes.length })}
      />
      <div className="graph-tools">
        <button type="button" aria-label={t("graph.zoomIn")} onClick={() => zoom(ZOOM_STEP)}>
          <Plus size={16} aria-hidden="true" />
        </button>
        <button type="button" aria-label={t("graph.zoomOut")} onClick={() => zoom(1 / ZOOM_STEP)}>
          <Minus size={16} aria-hidden="true" />
        </button>
        <button type="button" aria-label={t("graph.fit")} onClick={() => showNear(core.current)}>
          <Maximize size={16} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

/** Cytoscape adds a style element unless one with this id exists. The page's policy allows only those with its nonce. */
function allowOwnStyle(): void {
  const id = "__________cytoscape_stylesheet";
  if (document.getElementById(id) !== null) return;
  const style = document.createElement("style");
  style.id = id;
  style.nonce = getNonce() ?? "";
  style.textContent = ".__________cytoscape_container { position: relative; }";
  document.head.prepend(style);
}

/** Draws in the colours of the theme, also after it changes. */
function useTheme(
  core: { readonly current: Core | null },
  place: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const paint = () => {
      if (place.current !== null) core.current?.style(styleOf(place.current));
    };
    paint();
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", paint);
    const stop = onPreferences(paint);
    return () => {
      stop();
      system.removeEventListener("change", paint);
    };
  }, [core, place]);
}

function redraw(core: Core, drawn: DrawnGraph, focus: string | null): void {
  const wanted = new Set([...drawn.nodes.map(({ key }) => key), ...drawn.edges.map(edgeKey)]);
  const isFirst = core.nodes().empty();
  const before = core.elements().length;
  const around = focus === null ? undefined : core.getElementById(focus);
  const start = around === undefined || around.empty() ? { x: 0, y: 0 } : around.position();
  core.batch(() => {
    core.elements().forEach((element) => {
      if (!wanted.has(element.id())) element.remove();
    });
    const added = elementsOf(drawn).filter(({ data }) =>
      core.getElementById(data.id ?? "").empty(),
    );
    core.add(added.map((element, index) => placed(element, index, start)));
    core.elements().removeClass("focus far");
    if (focus === null) return;
    const own = core.getElementById(focus).addClass("focus");
    core.elements().not(own.closedNeighborhood()).addClass("far");
  });
  if (core.elements().length === before && !isFirst) return;
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
  showNear(core);
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
function showNear(core: Core | null): void {
  const near = core?.elements().not(".far");
  core?.fit(near, PADDING);
  if (core != null && core.zoom() > 1.4) core.zoom(1.4);
  if (near !== undefined) core?.center(near);
}
