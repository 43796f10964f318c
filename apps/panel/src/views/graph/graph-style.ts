/** How nodes and edges are drawn, in the colours of the page's theme. */
import type { StylesheetJson } from "cytoscape";

/** Canvases do not know the page's variables, so an element is asked for each colour. */
export function colours(place: HTMLElement) {
  const probe = document.createElement("span");
  place.append(probe);
  const of = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    ground: of("ground"),
    surface: of("surface"),
    line: of("line-strong"),
    text: of("text"),
    muted: of("muted"),
    accent: of("accent"),
    accentGround: of("accent-ground"),
    warn: of("warn"),
    danger: of("danger"),
  };
  probe.remove();
  return found;
}

export function styleOf(place: HTMLElement): StylesheetJson {
  const { ground, surface, line, text, muted, accent, warn, danger } = colours(place);
  const font = getComputedStyle(place).fontFamily;
  return [
    {
      selector: "node",
      style: {
        label: "data(short)",
        color: text,
        "font-family": font,
        "font-size": 13,
        "min-zoomed-font-size": 6,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "text-wrap": "ellipsis",
        "text-max-width": "140px",
        "text-background-color": ground,
        "text-background-opacity": 0.8,
        "text-background-padding": "2px",
        width: 16,
        height: 16,
        "border-width": 2,
      },
    },
    {
      selector: "node[kind = 'file']",
      style: { shape: "round-rectangle", "background-color": surface, "border-color": muted },
    },
    {
      selector: "node[kind = 'memory']",
      style: { shape: "ellipse", "background-color": accent, "border-color": accent },
    },
    {
      selector: "node.focus",
      style: {
        width: 26,
        height: 26,
        "border-width": 4,
        "border-color": text,
        "font-size": 17,
        "text-max-width": "280px",
        "font-weight": "bold",
        "z-index": 10,
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.2,
        "curve-style": "bezier",
        "line-color": line,
        "target-arrow-color": line,
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.7,
      },
    },
    {
      selector: "edge[type = 'about']",
      style: { "line-color": accent, "target-arrow-color": accent, "line-style": "dashed" },
    },
    {
      selector: "edge[type = 'supersedes'], edge[type = 'derived_from']",
      style: { "line-color": warn, "target-arrow-color": warn, width: 2 },
    },
    {
      selector: "edge[type = 'contradicts']",
      style: { "line-color": danger, "target-arrow-color": danger, width: 2 },
    },
    { selector: "edge[type = 'relates_to']", style: { "target-arrow-shape": "none", width: 2 } },
    { selector: ".far", style: { opacity: 0.3 } },
    { selector: "node.far", style: { "text-opacity": 0 } },
  ];
}
