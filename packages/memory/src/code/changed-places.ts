/** Maps changes of the working tree, or between two commits, to places in the code graph: the symbols with changed lines. */
import {
  type ChangedFile,
  type CodeGraph,
  changedFiles,
  FILE_KIND,
  fileOfNode,
  innermostAt,
  nodesOfFile,
  symbolOfNode,
  symbolRange,
} from "@tacit-memory/codegraph";
import { MemoryError } from "../domain/errors.ts";
import type { Workspace } from "../workspace.ts";
import { type FoundTarget, fileNamed } from "./target.ts";

export interface ChangedPlaces extends FoundTarget {
  /** `path` or `path:Symbol` of each changed place. */
  readonly changed: readonly string[];
  /** Changed files that are missing in the graph. */
  readonly unknown: readonly string[];
}

/** Throws "usage". */
export async function changesAsked(
  { identity: { root } }: Pick<Workspace, "identity">,
  range: string,
  paths: readonly string[],
): Promise<readonly ChangedFile[]> {
  const found = await changedFiles(root, range, paths);
  if (found === null) throw unusable(range);
  return found;
}

function unusable(range: string): MemoryError {
  return new MemoryError("usage", {
    reason:
      range === ""
        ? "this is not a Git repository with a commit"
        : `Git does not know the commits ${range}`,
    expected: "a commit, or two as A..B",
  });
}

/** Returns the symbols with a changed line; for a line between symbols, the file. */
export function placesOf(
  where: Pick<Workspace, "identity">,
  graph: CodeGraph,
  files: readonly ChangedFile[],
  name: string,
): ChangedPlaces {
  const nodes = new Set<number>();
  const unknown: string[] = [];
  for (const { path, ranges, isDeleted } of files) {
    if (isDeleted) continue;
    const file = fileNamed(where, graph, path);
    if (file === undefined) unknown.push(path);
    else for (const node of nodesWithin(graph, file, ranges)) nodes.add(node);
  }
  const changed = [...nodes].map((node) => describeNode(graph, node));
  return {
    name,
    path: files[0]?.path ?? "",
    nodes: [...nodes],
    changed: [...new Set(changed)],
    unknown,
  };
}

function nodesWithin(graph: CodeGraph, file: number, ranges: ChangedFile["ranges"]): number[] {
  if (ranges === null) return nodesOfFile(graph, file);
  return ranges.flatMap((range) => [...nodesIn(graph, file, range)]);
}

function describeNode(graph: CodeGraph, node: number): string {
  const path = graph.paths[fileOfNode(graph, node)] ?? "";
  const symbol = symbolOfNode(graph, node);
  return symbol === null ? path : `${path}:${symbol}`;
}

function nodesIn(
  graph: CodeGraph,
  file: number,
  [first, last]: readonly [number, number],
): Set<number> {
  const [start, end] = symbolRange(graph, file);
  const extents = Array.from({ length: end - start }, (_value, at) => ({
    node: start + at,
    startLine: graph.startLines[start + at] ?? 0,
    endLine: graph.endLines[start + at] ?? 0,
  })).filter(({ node }) => graph.kinds[node] !== FILE_KIND);
  const found = new Set<number>();
  // Adds symbols that are entirely new, and places with a changed line.
  for (const extent of extents)
    if (extent.startLine >= first && extent.endLine <= last) found.add(extent.node);
  for (const line of new Set([first, last])) {
    const innermost = innermostAt(extents, line);
    found.add(innermost?.node ?? graph.fileStarts[file] ?? 0);
  }
  return found;
}
