/** How the map is drawn. Sizes of text are set by map-canvas.tsx: they stay the same on the screen at every scale. */
import type { StylesheetJson } from "cytoscape";
import { colours } from "./graph-style.ts";
import { MAX_LETTERS } from "./map-labels.ts";

export function mapStyleOf(place: HTMLElement): StylesheetJson {
  const { ground, surface, line, text, muted, accent, accentGround } = colours(place);
  const font = getComputedStyle(place).fontFamily;
  return [
    {
      selector: "node",
      style: {
        width: "data(size)",
        height: "data(size)",
        "z-index-compare": "manual",
        "z-index": 2,
        "background-color": muted,
        "background-opacity": 0.55,
        color: text,
        "font-family": font,
        "text-valign": "bottom",
        "text-background-color": ground,
        "text-background-opacity": 0.85,
        "text-background-shape": "roundrectangle",
      },
    },
    {
      selector: "node[kind = 'file']",
      style: { shape: "ellipse" },
    },
    {
      selector: "node[?remembered]",
      style: {
        "background-color": accentGround,
        "background-opacity": 1,
        "border-width": 1.5,
        "border-color": accent,
      },
    },
    {
      selector: "node[kind = 'memory']",
      style: { "background-color": accent, "background-opacity": 1 },
    },
    {
      selector: "node[kind = 'module']",
      style: {
        "z-index": 1,
        "background-color": surface,
        "background-opacity": 0.7,
        "border-width": 1,
        "border-color": line,
      },
    },
    {
      // The title of a module is a node of its own, because its disc must be below all and the title above all.
      selector: "node[kind = 'title']",
      style: {
        "background-opacity": 0,
        "border-width": 0,
        "text-valign": "top",
        "font-weight": "bold",
        events: "no",
      },
    },
    {
      selector: "node[kind = 'module'].chosen",
      style: { "border-width": 3, "border-color": accent },
    },
    {
      selector: "edge",
      style: {
        width: "data(width)",
        "curve-style": "straight",
        "line-color": line,
        "line-opacity": 0.5,
        "z-index-compare": "manual",
        "z-index": 0,
        events: "no",
      },
    },
    {
      selector: "edge.near",
      style: { "line-color": accent, "line-opacity": 0.8, "z-index": 3 },
    },
    {
      selector: ".named",
      style: {
        label: "data(short)",
        "text-wrap": "ellipsis",
        "text-max-width": `${MAX_LETTERS * 7}px`,
        "z-index": 4,
      },
    },
    { selector: "node[kind = 'title'].named", style: { "z-index": 5 } },
    {
      selector: "node.pointed",
      style: {
        label: "data(short)",
        "text-background-opacity": 1,
        "text-background-padding": "3px",
        "border-width": 2,
        "border-color": text,
        "z-index": 6,
      },
    },
  ];
}
