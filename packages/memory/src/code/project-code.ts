/** Code queries of a project: index it, list modules and symbols. */
import { readFileSync } from "node:fs";
import {
  type CodeModule,
  type CompilerNews,
  countByExtension,
  decodeFacts,
  dropLeftIndexes,
  type ExportedEdge,
  exportedEdges,
  extractFile,
  type FileFacts,
  isSymbolKind,
  languageOf,
  modulesOf,
  type Progress,
  qualifiedName,
  type SymbolKind,
  touchIndex,
  unknownShare,
} from "@tacit-memory/codegraph";
import { relativeToProject } from "@tacit-memory/project";
import { codeIndexPath } from "../anchors/code-index-path.ts";
import type { Workspace } from "../workspace.ts";
import { type CodeSession, openCodeSession } from "./code-session.ts";
import { changedTogether, keepNeighbours, relatedEdges } from "./related.ts";
import { relationEdges } from "./relations.ts";
import { filesDefining } from "./target.ts";

export interface IndexReport {
  readonly files: number;
  /** Files read and parsed in this run. */
  readonly parsed: number;
  /** Files that exist but are not indexed. */
  readonly skipped: number;
  /** Skipped files by reason. */
  readonly skippedBy: Readonly<Record<string, number>>;
  /** Source files whose uses are not read, by extension: answers do not include them. */
  readonly unreadBy: Readonly<Record<string, number>>;
  /** Files with syntax errors, or with a template of a language that is not read, by extension. */
  readonly partlyReadBy: Readonly<Record<string, number>>;
  /** Share of member calls with an unknown receiver, 0 to 1. */
  readonly unknownShare: number;
  readonly symbols: number;
  readonly edges: number;
  /** By language: files. */
  readonly languages: Readonly<Record<string, number>>;
  readonly tookMs: number;
  readonly peakRssMb: number;
  /** Compiler results that apply to the current files. */
  readonly compilers: CompilerNews;
  /** Messages for the user, such as about an index file that had to be rebuilt. */
  readonly notes: readonly string[];
}

export interface IndexOptions {
  readonly full?: boolean | undefined;
  /** SCIP indexes to read, besides `index.scip` and `.scip/` at the root. */
  readonly scip?: readonly string[] | undefined;
  /** False: indexes at the root are ignored, and earlier SCIP data is not used. */
  readonly findScip?: boolean | undefined;
  /** Asks the project's own type checker (TypeScript 7) about files that changed since the last time. */
  readonly precise?: boolean | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface CodeSymbol {
  readonly path: string;
  /** `Container.name`. */
  readonly symbol: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  readonly isExported: boolean;
  /** Index, from 0, among symbols of the same name and kind in the same container. */
  readonly ordinal: number;
  /** Hash of the text without white space: eight hex digits. */
  readonly bodyHash: string;
}

export async function openCode(workspace: Workspace): Promise<CodeSession> {
  const path = codeIndexPath(workspace);
  touchIndex(path, workspace.moment().nowMs);
  return openCodeSession({
    path,
    root: workspace.identity.root,
    newId: () => workspace.moment().newId(),
    nowMs: () => workspace.moment().nowMs,
  });
}

export async function indexCode(
  workspace: Workspace,
  session: CodeSession,
  options: IndexOptions,
): Promise<IndexReport> {
  const { full = false, scip = [], findScip = true, onProgress = () => undefined } = options;
  const wishes = { named: scip, isLooking: findScip, isChecked: options.precise === true };
  // Git reads the history while the code is parsed.
  const history = changedTogether(workspace, "whole");
  // Awaited below; until then a rejection must not count as unhandled.
  history.catch(() => undefined);
  const run = await session.index(full, onProgress, wishes);
  const { graph } = run;
  dropLeftIndexes(codeIndexPath(workspace), workspace.moment().nowMs);
  onProgress({ step: "history", done: 0, total: 0 });
  await keepNeighbours(workspace, graph, await history);
  const remade = session.takeRemade();
  const { none, partly } = session.unread();
  return {
    files: graph.paths.length,
    parsed: run.parsed,
    skipped: Object.values(run.skipped).reduce((sum, count) => sum + count, 0),
    skippedBy: run.skipped,
    unreadBy: countByExtension(none),
    partlyReadBy: countByExtension(partly),
    unknownShare: Math.round(unknownShare(graph) * 100) / 100,
    symbols: graph.kinds.length - graph.paths.length,
    edges: graph.outTargets.length,
    languages: countBy(graph.paths.map((path) => languageOf(path)?.name ?? "other")),
    tookMs: Math.round(run.tookMs),
    peakRssMb: Math.round(peakRssKib() / 1024),
    compilers: run.compilers,
    notes: [
      ...(remade === null ? [] : [`the stored code graph was built again: ${remade}`]),
      ...run.notes,
    ],
  };
}

/** Returns the peak memory in KiB. On Linux `maxRSS` includes the parent process, so VmHWM is read instead. */
function peakRssKib(): number {
  try {
    const own = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (own !== undefined) return Number(own);
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS;
}

export async function listModules(session: CodeSession): Promise<CodeModule[]> {
  const { graph } = await session.fresh();
  return modulesOf(graph, session.manifests());
}

/** Yields the edges of the code, then of files that change together, then of memories, one at a time. */
export async function* exportGraph(
  workspace: Workspace,
  session: CodeSession,
): AsyncGenerator<ExportedEdge> {
  const { graph } = await session.fresh();
  yield* exportedEdges(graph);
  yield* relatedEdges(workspace);
  yield* relationEdges(workspace);
}

/** Returns every symbol of a file in text order; empty for a file that is not indexed. */
export async function symbolsOf(
  workspace: Workspace,
  session: CodeSession,
  path: string,
): Promise<CodeSymbol[]> {
  await session.fresh();
  const own = relativeToProject(workspace.identity, path) ?? path;
  const facts = await session.factsOf(own);
  return facts === undefined ? [] : symbolsIn(own, facts);
}

/** Returns the symbols of a file as it is now, independent of the index; empty for an unsupported language. */
export async function outlineOf(workspace: Workspace, path: string): Promise<CodeSymbol[]> {
  const { facts } = await extractFile(workspace.identity.root, { path, knownHash: null });
  return facts === null ? [] : symbolsIn(path, decodeFacts(facts));
}

function symbolsIn(path: string, { definitions }: FileFacts): CodeSymbol[] {
  return definitions.flatMap((definition, index) => {
    if (!isSymbolKind(definition.kind)) return [];
    const { kind, startLine, endLine, isExported, ordinal } = definition;
    return {
      path,
      symbol: qualifiedName(definitions, index),
      kind,
      startLine,
      endLine,
      isExported,
      ordinal,
      bodyHash: definition.bodyHash.toString(16).padStart(8, "0"),
    };
  });
}

/** Returns every symbol with exactly this name or qualified name. */
export async function findSymbol(session: CodeSession, name: string): Promise<CodeSymbol[]> {
  const { graph } = await session.fresh();
  const found: CodeSymbol[] = [];
  for (const file of filesDefining(graph, name)) {
    const path = graph.paths[file] ?? "";
    const facts = await session.factsOf(path);
    for (const codeSymbol of facts === undefined ? [] : symbolsIn(path, facts)) {
      if (codeSymbol.symbol === name || codeSymbol.symbol.endsWith(`.${name}`))
        found.push(codeSymbol);
    }
  }
  return found;
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
