/** Tests that the canvas shows the drawn graph and nothing else. */
import type { GraphNode } from "@tacit-memory/protocol";
import cytoscape from "cytoscape";
import { expect, test } from "vitest";
import { redraw } from "./redraw.ts";

const memory = (name: string, label = name): GraphNode => ({
  key: `memory:${name}`,
  kind: "memory",
  label,
  type: "fact",
});
const link = (from: string, to: string) => ({
  from: `memory:${from}`,
  to: `memory:${to}`,
  type: "relates_to",
});

function canvas() {
  const core = cytoscape({ headless: true, styleEnabled: true });
  let layouts = 0;
  core.on("layoutstart", () => {
    layouts += 1;
  });
  const labels = () => core.nodes().map((node) => node.data("short"));
  return { core, labels, layouts: () => layouts };
}

test("an edited memory has its new title, and a forgotten one leaves with its edges", () => {
  const { core, labels } = canvas();
  const nodes = [memory("a"), memory("b", "the old `title`"), memory("c", "a secret")];
  redraw(core, { nodes, edges: [link("a", "b"), link("a", "c")] }, "memory:a");
  expect(labels()).toEqual(["a", "the old title", "a secret"]);
  redraw(core, { nodes: [memory("a"), memory("b", "new")], edges: [] }, "memory:a");
  expect(labels()).toEqual(["a", "new"]);
  expect(core.edges()).toHaveLength(0);
});

test("as many new nodes as leave are laid out, and an unchanged graph stays as it is", () => {
  const { core, layouts } = canvas();
  redraw(core, { nodes: [memory("a"), memory("b")], edges: [] }, null);
  expect(layouts()).toBe(1);
  redraw(core, { nodes: [memory("a"), memory("c")], edges: [] }, null);
  expect(layouts()).toBe(2);
  redraw(core, { nodes: [memory("a"), memory("c")], edges: [] }, null);
  expect(layouts()).toBe(2);
});

test("a focus that is drawn already is brought into view", () => {
  const { core } = canvas();
  const drawn = { nodes: [memory("a"), memory("b")], edges: [] };
  redraw(core, drawn, "memory:a");
  let views = 0;
  core.on("viewport", () => {
    views += 1;
  });
  redraw(core, drawn, "memory:a");
  expect(views).toBe(0);
  redraw(core, drawn, "memory:b");
  expect(views).toBeGreaterThan(0);
});
