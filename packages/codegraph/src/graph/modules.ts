/** Groups files into modules: declared packages, and the remaining files by their imports. */

import { readProjectText } from "@tacit-memory/files";
import { modulePathOf } from "../link/modules/modules-go.ts";
import {
  type ConfigFiles,
  folderOf,
  nameOf,
  parseLenient,
} from "../link/modules/project-config.ts";
import { packageOf } from "../link/modules/rust-crates.ts";
import { push } from "../maps.ts";
import { CODEGRAPH } from "../tuning.ts";
import { type CodeGraph, edgeTier, edgeType, fileOfNode } from "./graph.ts";
import { louvain, type WeightedEdge } from "./louvain.ts";
import { isTestPath } from "./test-paths.ts";

export interface CodeModule {
  readonly name: string;
  /** The most connected files first, tests last; in a declared package sorted by path. */
  readonly files: readonly string[];
}

/**
 * Returns modules that contain every file once, larger modules first. The root package is not a module because it would
 * contain everything.
 */
export function modulesOf(graph: CodeGraph, manifests: ConfigFiles): CodeModule[] {
  const declared = declaredPackages(manifests);
  const groups = new Map<string, string[]>();
  const others: number[] = [];
  graph.paths.forEach((path, file) => {
    const own = declared.find(({ prefix }) => path.startsWith(prefix));
    if (own === undefined) others.push(file);
    else push(groups, own.name, path);
  });
  const modules: CodeModule[] = [...groups].map(([name, files]) => ({ name, files }));
  modules.push(...clustered(graph, others, new Set(groups.keys())));
  return modules.sort((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1));
}

/** A tool writes a `compile_commands.json`, about 1 kB for each file of the project. */
const MAX_COMMANDS_BYTES = 16_000_000;

/** Returns access to the manifests of a tree with their current content. */
export function manifestsIn(root: string, paths: readonly string[]): ConfigFiles {
  const read = (path: string) => {
    const isOfCompiler = nameOf(path) === "compile_commands.json";
    const maxBytes = isOfCompiler ? MAX_COMMANDS_BYTES : CODEGRAPH.maxFileBytes;
    return readProjectText(root, path, maxBytes) ?? undefined;
  };
  return { paths, read };
}

/** Returns the names of all packages that the project declares, including the root package. */
export function packageNames(manifests: ConfigFiles): ReadonlySet<string> {
  return new Set(manifests.paths.flatMap((path) => packageName(path, manifests.read(path)) ?? []));
}

/** Returns the declared packages, the innermost first. */
function declaredPackages(manifests: ConfigFiles) {
  const found: { prefix: string; name: string }[] = [];
  for (const path of manifests.paths) {
    const folder = folderOf(path);
    const name = folder === "" ? undefined : packageName(path, manifests.read(path));
    if (name !== undefined) found.push({ prefix: `${folder}/`, name });
  }
  return found.sort((a, b) => b.prefix.length - a.prefix.length);
}

function packageName(path: string, text: string | undefined): string | undefined {
  switch (nameOf(path)) {
    case "package.json": {
      const name = parseLenient(text)?.["name"];
      return typeof name === "string" && name !== "" ? name : undefined;
    }
    case "go.mod":
      return modulePathOf(text ?? "");
    case "Cargo.toml":
      return packageOf(text ?? "");
    default:
      return undefined;
  }
}

/**
 * Groups files into communities by imports. Hubs that most files import indicate little about which files belong together.
 */
function clustered(
  graph: CodeGraph,
  files: readonly number[],
  taken: ReadonlySet<string>,
): CodeModule[] {
  const numbers = new Map(files.map((file, index) => [file, index]));
  const pairs: [number, number][] = [];
  const inDegrees = new Uint32Array(files.length);
  for (const file of files) {
    for (const target of neededFiles(graph, file)) {
      const [from, to] = [numbers.get(file), numbers.get(target)];
      if (from === undefined || to === undefined || from === to) continue;
      pairs.push([from, to]);
      inDegrees[to] = (inDegrees[to] ?? 0) + 1;
    }
  }
  const edges = pairs.map(
    ([from, to]): WeightedEdge => ({ from, to, weight: 1 / Math.log2(2 + (inDegrees[to] ?? 0)) }),
  );
  const communities = louvain(files.length, edges, {
    resolution: CODEGRAPH.louvainResolution,
    maxPasses: CODEGRAPH.louvainPasses,
  });
  const groups = new Map<string, string[]>();
  const connected = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const weights = new Map<string, number>();
  const weigh = (index: number, weight: number) => {
    const path = graph.paths[files[index] ?? -1] ?? "";
    weights.set(path, (weights.get(path) ?? 0) + weight);
  };
  for (const { from, to, weight } of edges) {
    if (communities[from] !== communities[to]) continue;
    weigh(from, weight);
    weigh(to, weight);
  }
  files.forEach((file, index) => {
    const path = graph.paths[file] ?? "";
    // Files without imports in either direction are grouped by folder.
    const isAlone = !connected.has(index);
    push(groups, isAlone ? `folder ${folderOf(path)}` : `community ${communities[index]}`, path);
  });
  return named([...groups.values()], weights, taken);
}

/** Languages in which files of a package see each other without an import. For these, uses are counted. */
const WITH_PACKAGES = /\.(?:go|java)$/;

function neededFiles(graph: CodeGraph, file: number): Set<number> {
  const found = importedFiles(graph, file);
  if (!WITH_PACKAGES.test(graph.paths[file] ?? "")) return found;
  const [start, end] = [graph.fileStarts[file] ?? 0, graph.fileStarts[file + 1] ?? 0];
  for (let at = graph.outStarts[start] ?? 0; at < (graph.outStarts[end] ?? 0); at++) {
    if (edgeTier(graph.outKinds[at] ?? 0) !== "unique")
      found.add(fileOfNode(graph, graph.outTargets[at] ?? 0));
  }
  found.delete(file);
  return found;
}

export function importedFiles(graph: CodeGraph, file: number): Set<number> {
  const found = new Set<number>();
  const node = graph.fileStarts[file] ?? 0;
  for (let at = graph.outStarts[node] ?? 0; at < (graph.outStarts[node + 1] ?? 0); at++) {
    if (edgeType(graph.outKinds[at] ?? 0) === "imports")
      found.add(fileOfNode(graph, graph.outTargets[at] ?? 0));
  }
  return found;
}

/**
 * Names groups by the folder of most of their code, the largest group first. The smaller of two groups with the same folder,
 * and a group without a common folder, is named after its most connected file. Tests are ignored unless the group consists of
 * tests. `weights`: a file's links within its group.
 */
function named(
  groups: readonly (readonly string[])[],
  weights: ReadonlyMap<string, number>,
  taken: ReadonlySet<string>,
): CodeModule[] {
  const used = new Set(taken);
  return [...groups]
    .sort((a, b) => b.length - a.length)
    .map((group) => {
      const weightOf = (path: string) => weights.get(path) ?? 0;
      const byWeight = group.toSorted((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1));
      const [code, tests] = [false, true].map((isTest) =>
        byWeight.filter((path) => isTestPath(path) === isTest),
      ) as [string[], string[]];
      const own = code.length > 0 ? code : tests;
      const folder = commonFolder(own);
      const inFolder = own.filter((path) => folder === "" || path.startsWith(`${folder}/`));
      const candidates = [folder, ...inFolder.map(placeOf), ...inFolder];
      const name = candidates.find((candidate) => candidate !== "" && !used.has(candidate)) ?? "";
      used.add(name);
      return { name, files: [...code, ...tests] };
    });
}

const UNTELLING = new Set(["index", "__init__", "__main__", "mod", "main", "lib"]);

/** Returns a file's path without extension, or its folder if the file name is generic. */
function placeOf(path: string): string {
  const [stem = ""] = nameOf(path).split(".");
  const folder = folderOf(path);
  if (UNTELLING.has(stem)) return folder;
  return folder === "" ? stem : `${folder}/${stem}`;
}

/** Returns the deepest folder that contains at least two thirds of the files, or the root. */
function commonFolder(files: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of files) {
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const enough = [...counts].filter(([, count]) => count * 3 >= files.length * 2);
  return enough.sort(([a], [b]) => b.length - a.length)[0]?.[0] ?? "";
}
