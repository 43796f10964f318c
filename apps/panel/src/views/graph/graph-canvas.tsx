/** Draws a part of the graph. The list beside it leads to the same places for those who cannot use a canvas. */
import cytoscape, { type Core, type StylesheetJson } from "cytoscape";
import { getNonce } from "get-nonce";
import { Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { onPreferences } from "../../data/preferences.ts";
import { useWords } from "../../i18n/words.ts";
import type { DrawnGraph } from "./drawn-graph.ts";
import { styleOf } from "./graph-style.ts";
import { redraw, showNear } from "./redraw.ts";

interface GraphCanvasProps {
  readonly drawn: DrawnGraph;
  readonly focus: string;
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
  useTheme(core, place, styleOf);
  useEffect(() => {
    if (core.current !== null) redraw(core.current, drawn, focus);
  }, [drawn, focus]);
  return (
    <div className="graph-frame">
      <div
        ref={place}
        className="graph-canvas"
        role="img"
        aria-label={t("graph.canvas", { count: drawn.nodes.length })}
      />
      <GraphTools core={core} show={showNear} />
    </div>
  );
}

interface GraphToolsProps {
  readonly core: { readonly current: Core | null };
  /** Brings into view what a person looks at. */
  readonly show: (core: Core) => void;
}

export function GraphTools({ core, show }: GraphToolsProps) {
  const { t } = useWords();
  const zoom = (by: number) => {
    const made = core.current;
    if (made === null) return;
    const middle = { x: made.width() / 2, y: made.height() / 2 };
    made.zoom({ level: made.zoom() * by, renderedPosition: middle });
  };
  return (
    <div className="graph-tools">
      <button type="button" aria-label={t("graph.zoomIn")} onClick={() => zoom(ZOOM_STEP)}>
        <Plus size={16} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t("graph.zoomOut")} onClick={() => zoom(1 / ZOOM_STEP)}>
        <Minus size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={t("graph.fit")}
        onClick={() => core.current && show(core.current)}
      >
        <Maximize size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Cytoscape adds a style element unless one with this id exists. The page's policy allows only those with its nonce. */
export function allowOwnStyle(): void {
  const id = "__________cytoscape_stylesheet";
  if (document.getElementById(id) !== null) return;
  const style = document.createElement("style");
  style.id = id;
  style.nonce = getNonce() ?? "";
  style.textContent = ".__________cytoscape_container { position: relative; }";
  document.head.prepend(style);
}

/** Draws in the colours of the theme, also after it changes. */
export function useTheme(
  core: { readonly current: Core | null },
  place: { readonly current: HTMLElement | null },
  style: (place: HTMLElement) => StylesheetJson,
): void {
  useEffect(() => {
    const paint = () => {
      if (place.current !== null) core.current?.style(style(place.current));
    };
    paint();
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", paint);
    const stop = onPreferences(paint);
    return () => {
      stop();
      system.removeEventListener("change", paint);
    };
  }, [core, place, style]);
}
