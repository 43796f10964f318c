/** Exports the graph as lines of `{from, to, type, source, confidence}` with ends as `path` or `path:symbol`. */
import type { CompilerTier } from "../facts/facts.ts";
import { isCompilerTier, TIER_CONFIDENCE } from "../link/value.ts";
import {
  type CodeGraph,
  edgeTier,
  edgeType,
  FILE_KIND,
  fileOfNode,
  symbolOfNode,
} from "./graph.ts";
import { importedFiles } from "./modules.ts";
import { isTestPath, testedStem } from "./test-paths.ts";

export interface ExportedEdge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  /**
   * Origin of the edge: "ast" from the sources as parsed by us, "scip" and "checker" from a compiler, "git" from the history,
   * "session" from the work of agents, "memory" from a memory's statement.
   */
  readonly source: "ast" | CompilerTier | "git" | "session" | "memory";
  readonly confidence: number;
  /** For co-changed files: the number of commits or sessions. */
  readonly count?: number;
  /** The memory that states this edge. */
  readonly memory?: string;
  /** Who registered the relation; absent for other edges. */
  readonly registeredBy?: string;
}

/** Yields the edges in path order, one at a time, for a tree of any size. */
export function* exportedEdges(graph: CodeGraph): Generator<ExportedEdge> {
  for (let node = 0; node < graph.kinds.length; node++) {
    const from = nameOfNode(graph, node);
    yield* structure(graph, node, from);
    for (let at = graph.outStarts[node] ?? 0; at < (graph.outStarts[node + 1] ?? 0); at++) {
      const kind = graph.outKinds[at] ?? 0;
      const tier = edgeTier(kind);
      yield {
        from,
        to: nameOfNode(graph, graph.outTargets[at] ?? 0),
        type: edgeType(kind),
        source: isCompilerTier(tier) ? tier : "ast",
        confidence: TIER_CONFIDENCE[tier],
      };
    }
  }
  yield* testEdges(graph);
}

function* structure(graph: CodeGraph, node: number, from: string): Generator<ExportedEdge> {
  if (graph.kinds[node] === FILE_KIND) return;
  const around = graph.containers[node] ?? node;
  const type = graph.kinds[around] === FILE_KIND ? "defined_in" : "childof";
  yield { from, to: nameOfNode(graph, around), type, source: "ast", confidence: 1 };
}

interface TestLink {
  readonly code: number;
  readonly test: number;
  readonly confidence: number;
}

/**
 * Yields an edge from code to each test that imports it. The edge is certain if the test is named after the code or imports
 * nothing else.
 */
function* testLinks(graph: CodeGraph): Generator<TestLink> {
  for (const [test, path] of graph.paths.entries()) {
    if (!isTestPath(path)) continue;
    const imported = [...importedFiles(graph, test)].filter(
      (file) => !isTestPath(graph.paths[file] ?? ""),
    );
    for (const code of imported) {
      const isNamesake = testedStem(graph.paths[code] ?? "") === testedStem(path);
      yield { code, test, confidence: isNamesake || imported.length === 1 ? 0.95 : 0.6 };
    }
  }
}

function* testEdges(graph: CodeGraph): Generator<ExportedEdge> {
  for (const { code, test, confidence } of testLinks(graph)) {
    yield {
      from: graph.paths[code] ?? "",
      to: graph.paths[test] ?? "",
      type: "tested_by",
      source: "ast",
      confidence,
    };
  }
}

function nameOfNode(graph: CodeGraph, node: number): string {
  const path = graph.paths[fileOfNode(graph, node)] ?? "";
  const symbol = symbolOfNode(graph, node);
  return symbol === null ? path : `${path}:${symbol}`;
}
