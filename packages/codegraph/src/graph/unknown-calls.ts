/** Finds unresolved calls that may lead to a name, which an answer must mention. */
import { familyOf } from "../facts/languages/source-families.ts";
import {
  type CodeGraph,
  edgeTier,
  edgeType,
  FILE_KIND,
  symbolOfNode,
  symbolRange,
} from "./graph.ts";
import { innermostAt } from "./innermost-at.ts";

export interface UnknownCall {
  readonly path: string;
  readonly line: number;
  /** `Container.name` of the symbol at that line; absent between symbols. */
  readonly symbol?: string;
  /** The called name. */
  readonly name: string;
}

/** Returns member calls with one of these names on unknown receivers, in languages that can call `path`. */
export function unknownCallsOf(
  graph: CodeGraph,
  names: ReadonlySet<string>,
  path: string,
): UnknownCall[] {
  const family = familyOf(path);
  return graph.paths.flatMap((other, file) => {
    const written = graph.unknownCalls[file] ?? [];
    if (written.length === 0 || familyOf(other) !== family) return [];
    return written.flatMap((item) => {
      const end = item.indexOf(" ");
      const name = item.slice(0, end);
      return names.has(name) ? calls(graph, file, name, item.slice(end + 1)) : [];
    });
  });
}

/** Returns the unresolved calls between two lines of a file, which a symbol may make. */
export function unknownCallsIn(
  graph: CodeGraph,
  file: number,
  [first, last]: readonly [number, number],
): UnknownCall[] {
  return (graph.unknownCalls[file] ?? [])
    .flatMap((item) => {
      const end = item.indexOf(" ");
      return calls(graph, file, item.slice(0, end), item.slice(end + 1));
    })
    .filter(({ line }) => line >= first && line <= last);
}

function calls(graph: CodeGraph, file: number, name: string, lines: string): UnknownCall[] {
  const path = graph.paths[file] ?? "";
  return lines.split(" ").map((text) => {
    const line = Number(text);
    const symbol = symbolAt(graph, file, line);
    return symbol === null ? { path, line, name } : { path, line, symbol, name };
  });
}

function symbolAt(graph: CodeGraph, file: number, line: number): string | null {
  const [start, end] = symbolRange(graph, file);
  const extents = Array.from({ length: end - start }, (_value, at) => ({
    node: start + at,
    startLine: graph.startLines[start + at] ?? 0,
    endLine: graph.endLines[start + at] ?? 0,
  })).filter(({ node }) => graph.kinds[node] !== FILE_KIND);
  const innermost = innermostAt(extents, line);
  return innermost === null ? null : symbolOfNode(graph, innermost.node);
}

/**
 * Returns the approximate share (0 to 1) of member calls that may lead to a symbol of the project and are unresolved; calls of
 * names that nothing in the project has are not counted. One edge may stand for several calls.
 */
export function unknownShare(graph: CodeGraph): number {
  const declared = new Set(graph.names);
  let unknown = 0;
  for (const file of graph.unknownCalls) {
    for (const item of file) {
      const [name = "", ...lines] = item.split(" ");
      if (declared.has(name)) unknown += lines.length;
    }
  }
  let knownCalls = 0;
  for (const kind of graph.outKinds) {
    if (edgeType(kind) === "calls" && edgeTier(kind) !== "unique") knownCalls++;
  }
  return unknown / Math.max(1, unknown + knownCalls);
}
