/** What a person sees of the code as a whole: its modules with what memories cover, and lists of files. */
import {
  type CodeGraph,
  type CodeModule,
  countByExtension,
  countSymbols,
  dependentsOf,
  hasStoredGraph,
  modulesOf,
  symbolRange,
  unknownShare,
} from "@tacit-memory/codegraph";
import type {
  CodeFileList,
  CodeFilesRequest,
  CodeModuleRow,
  CodeNumbers,
} from "@tacit-memory/protocol";
import { codeIndexPath } from "../anchors/code-index-path.ts";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import { countMemoriesAt, memoriesByPlace } from "../store/memories/anchors.ts";
import type { Workspace } from "../workspace.ts";
import type { CodeSession } from "./code-session.ts";

export interface FilesAsked extends CodeFilesRequest {
  readonly limit: number;
}

/** Share of a module's files with a memory. Fixed by the words: less than a tenth is shallow, half is mapped. */
const PARTIAL_SHARE = 0.1;
const MAPPED_SHARE = 0.5;

export function isIndexed(workspace: Workspace): Promise<boolean> {
  return hasStoredGraph(codeIndexPath(workspace));
}

export async function codeOverview(
  { db, projectId }: Pick<Workspace, "db" | "projectId">,
  session: CodeSession,
): Promise<Omit<CodeNumbers, "state">> {
  const { graph, stale } = await session.fresh();
  const { none, partly } = session.unread();
  const memories = await memoriesByPlace(db, projectId);
  return {
    files: graph.paths.length,
    symbols: countSymbols(graph),
    modules: modulesIn(graph, session).map((found) => browsedModule(found, memories)),
    stale: stale.length,
    unreadBy: countByExtension(none),
    partlyReadBy: countByExtension(partly),
    unknownShare: unknownShare(graph),
  };
}

/** Returns files by path; with a query, those whose name matches before those whose folder does. */
export async function listFiles(
  { db, projectId }: Pick<Workspace, "db" | "projectId">,
  session: CodeSession,
  { module, folder, query = "", limit }: FilesAsked,
): Promise<CodeFileList> {
  const { graph } = await session.fresh();
  const numbers = fileNumbers(graph);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (path: string) => rankOf(path.toLowerCase(), words);
  const found = modulesIn(graph, session)
    .filter(({ name }) => module === undefined || name === module)
    .flatMap(({ name, files }) => files.map((path) => ({ path, module: name, rank: rank(path) })))
    .filter(({ path, rank: own }) => own > 0 && isInFolder(path, folder))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  const listed = found.slice(0, limit);
  const paths = listed.map(({ path }) => path);
  const memories = await countMemoriesAt(db, projectId, paths);
  const files = listed.map(({ path, module: name }) => {
    const file = numbers.get(path) ?? 0;
    const [start, end] = symbolRange(graph, file);
    const users = dependentsOf(graph, file);
    users.delete(file);
    return {
      path,
      module: name,
      symbols: countSymbols(graph, start, end),
      dependents: users.size,
      memories: memories.get(path) ?? 0,
    };
  });
  return { files, total: found.length };
}

/** Returns the name of the module that contains a file. */
export function moduleOf(graph: CodeGraph, session: CodeSession, path: string): string | null {
  return modulesIn(graph, session).find(({ files }) => files.includes(path))?.name ?? null;
}

function isInFolder(path: string, folder: string | undefined): boolean {
  return folder === undefined || path.startsWith(`${folder}/`);
}

/** Returns 1 if the name contains all words, 2 if the path does, else 0. */
function rankOf(path: string, words: readonly string[]): 0 | 1 | 2 {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (words.every((word) => name.includes(word))) return 1;
  return words.every((word) => path.includes(word)) ? 2 : 0;
}

function browsedModule(
  { name, files }: CodeModule,
  memories: ReadonlyMap<string, readonly number[]>,
): CodeModuleRow {
  const found = new Set<number>();
  const folders = new Set<string>();
  let covered = 0;
  for (const path of files) {
    const own = memories.get(path) ?? [];
    if (own.length > 0) covered++;
    for (const memory of own) found.add(memory);
    for (const folder of foldersOf(path)) folders.add(folder);
  }
  for (const folder of folders) for (const memory of memories.get(folder) ?? []) found.add(memory);
  return {
    name,
    files: files.length,
    covered,
    memories: found.size,
    coverage: coverageOf(covered / Math.max(1, files.length)),
  };
}

export function coverageOf(share: number): CodeModuleRow["coverage"] {
  if (share === 0) return "unknown";
  if (share < PARTIAL_SHARE) return "shallow";
  return share < MAPPED_SHARE ? "partial" : "mapped";
}

/** Cached by graph: grouping ten thousand files takes longer than a page may wait at each key. */
const modulesByGraph = new WeakMap<CodeGraph, readonly CodeModule[]>();
const numbersByGraph = new WeakMap<CodeGraph, ReadonlyMap<string, number>>();

export function modulesIn(graph: CodeGraph, session: CodeSession): readonly CodeModule[] {
  const modules = modulesByGraph.get(graph) ?? modulesOf(graph, session.manifests());
  modulesByGraph.set(graph, modules);
  return modules;
}

function fileNumbers(graph: CodeGraph): ReadonlyMap<string, number> {
  const numbers = numbersByGraph.get(graph) ?? new Map(graph.paths.map((path, at) => [path, at]));
  numbersByGraph.set(graph, numbers);
  return numbers;
}
