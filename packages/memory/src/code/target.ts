/**
 * Resolves the target of a code query: a file, a symbol of a file, a line of a file, a symbol name, or both in package
 * notation (`scrapy.core.engine.ExecutionEngine`). Only a certain match is accepted; otherwise the error lists similar
 * targets.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type CodeGraph,
  FILE_KIND,
  fileOfNode,
  innermostAt,
  nodesNamed,
  nodesOfFile,
  nodesOfSymbol,
  symbolOfNode,
  symbolRange,
} from "@tacit-memory/codegraph";
import { parsePositionSuffix, relativeToProject } from "@tacit-memory/project";
import { MemoryError } from "../domain/errors.ts";
import type { Workspace } from "../workspace.ts";

export interface FoundTarget {
  readonly name: string;
  readonly path: string;
  readonly nodes: readonly number[];
}

type ProjectContext = Pick<Workspace, "identity">;

const MAX_NEAR = 5;

/** Throws "symbol_not_found" and "symbol_ambiguous". */
export function findTarget(where: ProjectContext, graph: CodeGraph, input: string): FoundTarget {
  const target = input.trim().replace(/\(\)$/, "");
  const whole = fileNamed(where, graph, target);
  if (whole !== undefined) return wholeFile(graph, whole);
  for (const { 0: mark, index } of target.matchAll(/::?|#/g)) {
    const file = fileNamed(where, graph, target.slice(0, index));
    const end = target.slice(index + mark.length).trim();
    if (file !== undefined) return placeIn(graph, file, end, input);
  }
  const holders = filesDefining(graph, target).filter(
    (item) => nodesOfSymbol(graph, item, target).length > 0,
  );
  if (holders.length > 1 && !areParts(graph, holders)) {
    const targets = holders.slice(0, MAX_NEAR).map((item) => `${graph.paths[item]}:${target}`);
    const others = holders.length - targets.length;
    throw new MemoryError("symbol_ambiguous", {
      targets,
      ...(others > 0 ? { others } : {}),
    });
  }
  const [holder] = holders;
  const found = holder === undefined ? inPackage(graph, target) : symbolIn(graph, holder, target);
  if (found !== null) return found;
  const path = /^(.+?\.\w+)(?:::?|#)/.exec(target)?.[1] ?? target;
  const why =
    whyNoFile(where, target) ?? whyNoFile(where, path) ?? likeIt(nearTarget(graph, target));
  throw new MemoryError("symbol_not_found", { target: input, ...why });
}

/** Returns the paths that a target may begin with, relative to the project. */
export function pathsIn({ identity }: ProjectContext, input: string): string[] {
  const target = input.trim();
  const ends = [target.length, ...[...target.matchAll(/::?|#/g)].map(({ index }) => index)];
  return ends.flatMap((end) => relativeToProject(identity, target.slice(0, end)) ?? []);
}

/** Explains why an existing file is not in the graph. */
function whyNoFile(
  { identity }: ProjectContext,
  target: string,
): { readonly reason: string } | null {
  const path = target === "" ? null : relativeToProject(identity, target);
  const found = path === null ? undefined : statOf(join(identity.root, path));
  if (found === undefined) return null;
  if (found.isDirectory()) return { reason: "that is a folder; ask for one of its files" };
  return {
    reason:
      "that file is there and is not read: ignored, generated, minified, too large, or of a language not known",
  };
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    // Does not exist or may not be read.
    return undefined;
  }
}

/** Returns files with a symbol named by the last part of a qualified name that is not local to a function. */
export function filesDefining(graph: CodeGraph, name: string): number[] {
  const last = name.split(/[.#]|::/).at(-1) ?? "";
  const nodes = nodesNamed(graph, last);
  // The name of a private member begins with `#`.
  if (name.endsWith(`#${last}`)) nodes.push(...nodesNamed(graph, `#${last}`));
  return [...new Set(nodes.map((node) => fileOfNode(graph, node)))];
}

export function fileNamed(
  { identity }: ProjectContext,
  graph: CodeGraph,
  path: string,
): number | undefined {
  const index = graph.paths.indexOf(relativeToProject(identity, path) ?? path);
  const found = index >= 0 ? index : graph.paths.indexOf(path.replace(/^\.\//, ""));
  return found < 0 ? undefined : found;
}

function wholeFile(graph: CodeGraph, file: number): FoundTarget {
  const path = graph.paths[file] ?? "";
  return { name: path, path, nodes: nodesOfFile(graph, file) };
}

function placeIn(graph: CodeGraph, file: number, end: string, input: string): FoundTarget {
  const { line, symbol } = parsePositionSuffix(end);
  if (line !== null) return atLine(graph, file, line, input);
  const found = symbolIn(graph, file, symbol ?? "");
  if (found !== null) return found;
  const near = nearest(symbolsOf(graph, file), symbol ?? "");
  throw new MemoryError("symbol_not_found", { target: input, ...likeIt(near) });
}

/** Returns the innermost symbol with that line; between symbols, the file. */
function atLine(graph: CodeGraph, file: number, line: number, input: string): FoundTarget {
  const extents = namedNodes(graph, file).map((node) => ({
    node,
    startLine: graph.startLines[node] ?? 0,
    endLine: graph.endLines[node] ?? 0,
  }));
  const innermost = innermostAt(extents, line);
  if (innermost === null) return wholeFile(graph, file);
  return (
    symbolIn(graph, file, symbolOfNode(graph, innermost.node) ?? "") ??
    notFound(graph.paths[file] ?? "", input)
  );
}

function notFound(path: string, target: string): never {
  throw new MemoryError("symbol_not_found", { target, path });
}

function symbolIn(graph: CodeGraph, file: number, symbol: string): FoundTarget | null {
  const path = graph.paths[file] ?? "";
  const nodes = nodesOfSymbol(graph, file, symbol);
  const [first] = nodes;
  if (first === undefined) return null;
  const name = symbolOfNode(graph, first) ?? symbol;
  const parts =
    graph.kinds[first] === CLASS && PART.test(path) ? partsBeside(graph, file, name) : [];
  return { name: `${path}:${name}`, path, nodes: [...nodes, ...parts] };
}

const CLASS = 4;
const PART = /\.cs$/;

/** Returns the nodes of a class in other files of its folder: in C# `Store.cs` and `Store.Part.cs` declare parts of it. */
function partsBeside(graph: CodeGraph, file: number, name: string): number[] {
  return filesDefining(graph, name)
    .filter((other) => other !== file && areParts(graph, [file, other]))
    .flatMap((other) => nodesOfSymbol(graph, other, name))
    .filter((node, _at, all) => graph.kinds[all[0] ?? node] === CLASS);
}

/** Returns whether files are parts by their names: `Store.cs` and `Store.Part.cs` in one folder. */
function areParts(graph: CodeGraph, files: readonly number[]): boolean {
  const stems = files.map((file) => {
    const path = graph.paths[file] ?? "";
    const name = path.lastIndexOf("/") + 1;
    return PART.test(path) ? path.slice(0, name) + path.slice(name).replace(/\..*$/, "") : "";
  });
  return stems[0] !== "" && stems.every((stem) => stem === stems[0]);
}

/** Resolves a module or class in its language's notation: the folders of its file, and a symbol in it. */
function inPackage(graph: CodeGraph, target: string): FoundTarget | null {
  const parts = target.split(/\.|::/);
  if (parts.some((part) => !/^[\w$]+$/.test(part))) return null;
  // A single name is not a package.
  for (let count = parts.length; count > 1; count--) {
    const module = parts.slice(0, count).join("/");
    const files = [...graph.paths.keys()].filter((file) =>
      isModule(graph.paths[file] ?? "", module),
    );
    const found = files.flatMap((file) => inModule(graph, file, parts, count) ?? []);
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

/** `count`: how many of the parts belong to the file. The last of them may also be the class (Java). */
function inModule(
  graph: CodeGraph,
  file: number,
  parts: readonly string[],
  count: number,
): FoundTarget | null {
  const rest = parts.slice(count);
  if (rest.length === 0) return wholeFile(graph, file);
  const ofClass = parts.slice(count - 1).join(".");
  return symbolIn(graph, file, rest.join(".")) ?? symbolIn(graph, file, ofClass);
}

function isModule(path: string, module: string): boolean {
  const name = path.replace(/\.\w+$/, "").replace(/\/(?:__init__|mod|index)$/, "");
  return name === module || name.endsWith(`/${module}`);
}

function namedNodes(graph: CodeGraph, file: number): number[] {
  const [start, end] = symbolRange(graph, file);
  const nodes = Array.from({ length: end - start }, (_value, at) => start + at);
  return nodes.filter((node) => graph.kinds[node] !== FILE_KIND);
}

function symbolsOf(graph: CodeGraph, file: number): string[] {
  return namedNodes(graph, file).map((node) => symbolOfNode(graph, node) ?? "");
}

/**
 * Returns files with that ending, and symbols of that name ignoring case or, failing that, symbols whose names contain it.
 */
function nearTarget(graph: CodeGraph, target: string): string[] {
  const wanted = plain(target.replace(/^\.?\//, ""));
  if (wanted === "") return [];
  const files = graph.paths.filter((path) => plain(path).endsWith(wanted));
  const parts = target.split(/[^\p{ID_Continue}$]+/u).filter((part) => part !== "");
  const last = plain(parts.at(-1) ?? "");
  const same = placesNaming(graph, (name) => name === last);
  const isSpecific = same.length === 0 && last.length >= MIN_NAME_CHARS;
  const named = isSpecific ? placesNaming(graph, (name) => name.includes(last)) : same;
  // Ranks exact names by how many other parts of the target they contain.
  const score = (place: string) => parts.filter((part) => place.includes(part)).length;
  const scored = named.map((place) => ({ place, score: score(place) }));
  const symbols = scored.sort((one, other) => other.score - one.score).map(({ place }) => place);
  return [...files, ...symbols].slice(0, MAX_NEAR);
}

/** Shorter texts occur in too many names. */
const MIN_NAME_CHARS = 4;

function placesNaming(graph: CodeGraph, isMeant: (plainName: string) => boolean): string[] {
  const ids = new Set(
    graph.names.flatMap((name, id) => (id > 0 && isMeant(plain(name)) ? id : [])),
  );
  const places = new Set<string>();
  for (let node = 0; node < graph.nameIds.length; node++) {
    if (!ids.has(graph.nameIds[node] ?? 0) || graph.kinds[node] === FILE_KIND) continue;
    places.add(`${graph.paths[fileOfNode(graph, node)]}:${symbolOfNode(graph, node)}`);
  }
  return [...places];
}

/** Sorts symbols with the last part of the target first, then those with the same beginning. */
function nearest(symbols: readonly string[], symbol: string): string[] {
  const last = plain(symbol.split(/[.#]|::/).at(-1) ?? "");
  if (last === "") return [];
  const lastOf = (name: string) => plain(name.split(".").at(-1) ?? "");
  const ends = symbols.filter((name) => lastOf(name) === last);
  const begins = symbols.filter((name) => lastOf(name).startsWith(last.slice(0, 4)));
  return [...new Set([...ends, ...begins])].slice(0, MAX_NEAR);
}

function likeIt(near: readonly string[]): { readonly near?: readonly string[] } {
  return near.length === 0 ? {} : { near };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}
