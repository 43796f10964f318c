/**
 * Draws the import graph: mermaid text on stdout, one box per folder of the library or workspace, with the number of imports
 * on each arrow.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { cruised } from "./cruise.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the box of a file; undefined for files that are not drawn, such as tests and packages. */
function boxOf(path) {
  if (/\.(test|contract)\.ts$/.test(path)) return undefined;
  const folder = /^packages\/memory\/src\/(?:([^/]+)\/|engine\.ts|options\.ts|index\.ts)/.exec(
    path,
  );
  if (folder) return folder[1] ?? "engine";
  return /^(?:packages|hosts|apps)\/[^/]+/.exec(path)?.[0];
}

function arrows(modules) {
  const counts = new Map();
  for (const { source, dependencies } of modules) {
    const from = boxOf(source);
    if (from === undefined) continue;
    for (const { resolved } of dependencies) {
      const to = boxOf(resolved);
      if (to === undefined || to === from || to === "domain") continue;
      const key = `${from} ${to}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const name = (box) => box.replaceAll(/\W/g, "_");
const { modules } = await cruised(root);
const lines = arrows(modules).map(([key, count]) => {
  const [from, to] = key.split(" ");
  return `  ${name(from)}["${from}"] -->|${count}| ${name(to)}["${to}"]`;
});
console.log(["flowchart LR", "  %% everything imports domain; not drawn", ...lines].join("\n"));
