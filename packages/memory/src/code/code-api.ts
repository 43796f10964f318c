/**
 * Code functions of an open engine. The implementation is loaded and the index opened on the first call, because a hook that
 * needs no code must not pay for a parser.
 */

import { existsSync } from "node:fs";
import { readNeighbours } from "@tacit-memory/codegraph";
import { lazily } from "@tacit-memory/files";
import { codeIndexPath, neighbourPath } from "../anchors/code-index-path.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import type { ImpactOptions } from "./ask-impact.ts";
import type { FileAsked } from "./browse-file.ts";
import type { FilesAsked } from "./browse-modules.ts";
import type { GraphPlace } from "./graph-around.ts";
import type { IndexOptions, IndexReport } from "./project-code.ts";
import type { RelationRequest } from "./register-relation.ts";
import type { ShowOptions } from "./show-symbol.ts";

const coding = () => import("./project-code.ts");
const loadImpact = () => import("./ask-impact.ts");
const browsing = () => import("./browse-modules.ts");
const relating = () => import("./related.ts");
const registering = () => import("./register-relation.ts");

export function lazyCode(workspace: Workspace) {
  const session = lazily(async () => (await coding()).openCode(workspace));
  const { open } = session;
  /** Returns the code if it is indexed: the first indexing of a large project takes minutes. */
  const existing = async () => {
    // Opening creates the index file, so without one it is not opened.
    const isOpen = session.current() !== undefined;
    if (!isOpen && !(await (await browsing()).isIndexed(workspace))) return null;
    return (await open()).withoutIndexing();
  };
  const tieNames = async () => {
    const { linkUntied } = await import("../learn/link-pending.ts");
    const { findSymbol, outlineOf } = await coding();
    await linkUntied(workspace, {
      outline: (path) => outlineOf(workspace, path),
      filesDefining: async (name) => [
        ...new Set((await findSymbol(await open(), name)).map(({ path }) => path)),
      ],
    });
  };
  return {
    /**
     * Updates the index to the current tree. Throws "store_unwritable", "store_full", "store_busy", and for a named SCIP
     * index "input_missing" and "scip_malformed".
     */
    index: async (options: IndexOptions = {}): Promise<IndexReport> => {
      const isFirst = !existsSync(codeIndexPath(workspace));
      const report = await (await coding()).indexCode(workspace, await open(), options);
      if (isFirst) await tieNames().catch(ignoreUnavailableStore);
      return report;
    },
    /** Returns the dependents of a `path`, a `path:Symbol` or a symbol. Throws "symbol_not_found", "symbol_ambiguous". */
    impact: async (target: string, options: ImpactOptions = {}) =>
      (await loadImpact()).askImpact(workspace, await open(), target, "dependents", options),
    /** Returns the dependencies of a target; otherwise like `impact`. */
    deps: async (target: string, options: ImpactOptions = {}) =>
      (await loadImpact()).askImpact(workspace, await open(), target, "dependencies", options),
    /** Returns changed places and their dependents, for the working tree or between two commits. Throws "usage". */
    impactOfChanges: async (range: string, options: ImpactOptions = {}) =>
      (await loadImpact()).askImpact(workspace, await open(), "", "dependents", {
        ...options,
        diff: range,
      }),
    /** Returns a symbol's source, callers and callees. Throws "symbol_not_found", "symbol_ambiguous". */
    show: async (target: string, options: ShowOptions = {}) =>
      (await import("./show-symbol.ts")).showSymbol(workspace, await open(), target, options),
    /**
     * Returns the memory that relates two places, for `memories.remember`. Throws "symbol_not_found", "symbol_ambiguous",
     * "usage".
     */
    relation: async (request: RelationRequest) =>
      (await registering()).relationTeaching(workspace, await open(), request),
    /** Returns the memories that registered a relation between two places. Throws like `relation`. */
    relationMemories: async (
      request: Omit<RelationRequest, "kind"> & Partial<Pick<RelationRequest, "kind">>,
    ) => (await registering()).relationMemories(workspace, await open(), request),
    modules: async () => (await coding()).listModules(await open()),
    /** Returns the modules with what memories cover; null if the project has no code graph. Never indexes a whole tree. */
    overview: async () => {
      const graph = await existing();
      return graph && (await browsing()).codeOverview(workspace, graph);
    },
    /** Returns the files of a module or with a name; null like `overview`. */
    files: async (request: FilesAsked) => {
      const graph = await existing();
      return graph && (await browsing()).listFiles(workspace, graph, request);
    },
    /**
     * Returns what depends on a file, what it uses, and its memories, also without a code graph. Throws "usage".
     */
    file: async (request: FileAsked) =>
      (await import("./browse-file.ts")).browseFile(workspace, await existing(), request),
    /**
     * Returns a place with its nearest neighbours, also without a code graph. Throws "usage" for a path outside the project.
     */
    around: async (focus: GraphPlace, limit: number) =>
      (await import("./graph-around.ts")).graphAround(workspace, await existing(), focus, limit),
    /** Returns memories and files by module, with the links between them; also without a code graph. */
    map: async (limit: number) =>
      (await import("./graph-map.ts")).graphMap(workspace, await existing(), limit),
    exportGraph: async () => (await coding()).exportGraph(workspace, await open()),
    findSymbol: async (name: string) => (await coding()).findSymbol(await open(), name),
    /**
     * Returns files that change together with this one, according to git history and agent sessions. Throws "input_missing".
     */
    related: async (path: string) => (await relating()).relatedAsked(workspace, path),
    /**
     * Returns the neighbours of each file (relative to the root), nearest first, as of the last indexing. Reads one small
     * file and loads neither graph nor parser.
     */
    neighboursOf: async (paths: readonly string[]) =>
      readNeighbours(neighbourPath(workspace), paths),
    /** Returns the symbols of one file as it is now, without an index. */
    outline: async (path: string) => (await coding()).outlineOf(workspace, path),
    close: async () => {
      await (await session.current())?.close();
      session.forget();
    },
  };
}
