/**
 * What an open engine offers about code. Everything behind it is loaded, and its file opened, by the first call:
 * a hook that asks nothing about code must not pay for a parser.
 */

import { existsSync } from "node:fs";
import { readNeighbours } from "@tacit-memory/codegraph";
import { lazily } from "@tacit-memory/files";
import { codeIndexPath, neighbourPath } from "../anchors/code-index-path.ts";
import { leaveToTheNext, type Workspace } from "../workspace.ts";
import type { ImpactOptions, IndexOptions, IndexReport } from "./project-code.ts";
import type { ShowOptions } from "./show-symbol.ts";

const coding = () => import("./project-code.ts");
const relating = () => import("./related.ts");

export function lazyCode(workspace: Workspace) {
  const session = lazily(async () => (await coding()).openCode(workspace));
  const { open } = session;
  const tieNames = async () => {
    const { linkUntied } = await import("../learn/link-pending.ts");
    const { findSymbol, outlineOf } = await coding();
    await linkUntied(workspace, {
      outline: (path) => outlineOf(workspace, path),
      filesNaming: async (name) => [
        ...new Set((await findSymbol(await open(), name)).map(({ path }) => path)),
      ],
    });
  };
  return {
    /**
     * Brings the index up to the tree as it is now. Throws "store_unwritable", "store_full", "store_busy", and for
     * a SCIP index that was named "input_missing" and "scip_malformed".
     */
    index: async (options: IndexOptions = {}): Promise<IndexReport> => {
      const isFirst = !existsSync(codeIndexPath(workspace));
      const report = await (await coding()).indexCode(workspace, await open(), options);
      if (isFirst) await tieNames().catch(leaveToTheNext);
      return report;
    },
    /** Who depends on a `path`, a `path:Symbol` or a symbol. Throws "symbol_not_found", "symbol_ambiguous". */
    impact: async (target: string, options: ImpactOptions = {}) =>
      (await coding()).askImpact(workspace, await open(), target, "dependents", options),
    /** What it depends on; the same otherwise. */
    deps: async (target: string, options: ImpactOptions = {}) =>
      (await coding()).askImpact(workspace, await open(), target, "dependencies", options),
    /** What changed and has dependents: of the working tree, or of two commits. Throws "usage". */
    impactOfChanges: async (range: string, options: ImpactOptions = {}) =>
      (await coding()).askImpact(workspace, await open(), "", "dependents", {
        ...options,
        diff: range,
      }),
    /** Its source with who uses it and what it uses. Throws "symbol_not_found", "symbol_ambiguous". */
    show: async (target: string, options: ShowOptions = {}) =>
      (await import("./show-symbol.ts")).showSymbol(workspace, await open(), target, options),
    modules: async () => (await coding()).listModules(await open()),
    exportGraph: async () => (await coding()).exportGraph(workspace, await open()),
    symbolsOf: async (path: string) => (await coding()).symbolsOf(workspace, await open(), path),
    symbolAt: async (path: string, line: number) =>
      (await coding()).symbolAt(workspace, await open(), path, line),
    findSymbol: async (name: string) => (await coding()).findSymbol(await open(), name),
    neighbours: async (paths: readonly string[]) =>
      (await coding()).neighbours(workspace, await open(), paths),
    /** Files that go with this one, by the history of git and by the sessions of agents. Throws "input_missing". */
    related: async (path: string) => (await relating()).relatedAsked(workspace, path),
    /**
     * Of each of these files (relative to the root) who stands next to it, the nearest first, as the last index
     * left it: one small file is read, and neither graph nor parser is loaded.
     */
    neighboursOf: async (paths: readonly string[]) =>
      readNeighbours(neighbourPath(workspace), paths),
    /** Symbols of one file as it is now, without an index. */
    outline: async (path: string) => (await coding()).outlineOf(workspace, path),
    close: async () => {
      await (await session.current())?.close();
      session.forget();
    },
  };
}
