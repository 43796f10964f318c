/** What a person sees of one file: its symbols, its users and what it uses, files that change with it, its memories. */

import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { relativeToProject } from "@tacit-memory/project";
import { formerNamesOf } from "../anchors/project-paths.ts";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import { listAnchors, memoriesAt } from "../store/memories/anchors.ts";
import type { Workspace } from "../workspace.ts";
import { askCode, type CodeAnswer } from "./ask-impact.ts";
import { moduleOf } from "./browse-modules.ts";
import type { CodeSession } from "./code-session.ts";
import { type CodeSymbol, symbolsOf } from "./project-code.ts";
import { nearestFiles, type RelatedFile, relatedTo } from "./related.ts";
import { fileNamed } from "./target.ts";

export interface FileAsked {
  /** Relative to the project's root. */
  readonly path: string;
  /** `Container.name` of a symbol. Its users and uses are listed instead of those of the file, if the file contains it. */
  readonly symbol?: string | undefined;
}

export interface MemoryOnFile {
  readonly id: MemoryId;
  /** Symbols of the file that the memory is about; empty if it is about the whole file. */
  readonly symbols: readonly string[];
  /** The folder that the memory is about; null if it is about the file itself. */
  readonly folder: string | null;
}

export interface CodeFile {
  readonly path: string;
  /**
   * `read`: the code graph contains it. `not_read`: it exists, and the graph does not contain it. `gone`: it does not exist.
   * `folder`: it is a folder. `no_graph`: the project has no code graph.
   */
  readonly state: "read" | "not_read" | "gone" | "folder" | "no_graph";
  /** Name of the module that contains the file; null if the code graph does not contain it. */
  readonly module: string | null;
  /** The symbol whose users and uses are listed; null for those of the whole file. */
  readonly symbol: string | null;
  /** In text order. */
  readonly symbols: readonly CodeSymbol[];
  /** One step away; null if the graph does not contain the file. */
  readonly dependents: CodeAnswer | null;
  readonly dependencies: CodeAnswer | null;
  readonly related: readonly RelatedFile[];
  /** Memories about the file, then those about its folders; at most 50 of each. */
  readonly memories: readonly MemoryOnFile[];
}

const MAX_MEMORIES = 50;
const MAX_RELATED = 10;

/**
 * `session`: null if the project has no code graph. Throws "usage" for a path outside the project.
 */
export async function browseFile(
  workspace: Workspace,
  session: CodeSession | null,
  { path, symbol }: FileAsked,
): Promise<CodeFile> {
  const { identity } = workspace;
  const own = pathInProject(workspace, path);
  const related = nearestFiles(await relatedTo(workspace, own, true), MAX_RELATED);
  const rest = { path: own, memories: await memoriesOn(workspace, own), related };
  const place = join(identity.root, own);
  const graph = (await session?.fresh())?.graph;
  if (session === null || graph === undefined || fileNamed(workspace, graph, place) === undefined)
    return {
      ...rest,
      state: stateWithout(session, place),
      module: null,
      symbol: null,
      symbols: [],
      dependents: null,
      dependencies: null,
    };
  const ask = (target: string, direction: CodeAnswer["direction"]) =>
    askCode(workspace, session, target, direction, { depth: 1 });
  const ofSymbol =
    symbol === undefined ? null : await unlessUnknown(ask(`${place}:${symbol}`, "dependents"));
  const dependents = ofSymbol ?? (await ask(place, "dependents"));
  return {
    ...rest,
    state: "read",
    module: moduleOf(graph, session, own),
    // A line between symbols is asked for as a symbol, and answered for the whole file.
    symbol: dependents.target === own ? null : dependents.target.slice(own.length + 1),
    symbols: await symbolsOf(workspace, session, place),
    dependents,
    dependencies: await ask(ofSymbol === null ? place : `${place}:${symbol}`, "dependencies"),
  };
}

/** Returns null for a symbol that the file does not contain (any more). */
async function unlessUnknown(answer: Promise<CodeAnswer>): Promise<CodeAnswer | null> {
  return answer.catch((error: unknown) => {
    if (MemoryError.is(error, "symbol_not_found")) return null;
    throw error;
  });
}

/**
 * Returns a path relative to the root in its normal form, wherever in the project it was opened. Throws "usage" for a path
 * outside the project.
 */
export function pathInProject({ identity }: Pick<Workspace, "identity">, path: string): string {
  const own = path.includes("\0")
    ? null
    : relativeToProject(identity, resolve(identity.root, path));
  if (own === null || own === "")
    throw new MemoryError("usage", { reason: sentenceOf("path_outside", {}) });
  return own;
}

/** Returns the state of a place that the graph does not contain. */
function stateWithout(session: CodeSession | null, place: string): CodeFile["state"] {
  const found = statOf(place);
  if (found?.isDirectory() === true) return "folder";
  if (session === null) return "no_graph";
  return found?.isFile() === true ? "not_read" : "gone";
}

function statOf(place: string) {
  try {
    return statSync(place);
  } catch {
    // Does not exist or may not be read.
    return undefined;
  }
}

async function memoriesOn(workspace: Workspace, path: string): Promise<MemoryOnFile[]> {
  const { db, projectId } = workspace;
  const former = await formerNamesOf(workspace, [path]);
  const files = [path, ...former.files];
  const onFile = await memoriesAt(db, projectId, files, MAX_MEMORIES);
  const folders = [...foldersOf(path), ...former.folders];
  const onFolders = (await memoriesAt(db, projectId, folders, MAX_MEMORIES)).filter(
    (id) => !onFile.includes(id),
  );
  const anchors = await listAnchors(db, [...onFile, ...onFolders]);
  const anchorsOf = (id: MemoryId) => anchors.filter(({ memoryId }) => memoryId === id);
  return [
    ...onFile.map((id) => {
      const symbols = anchorsOf(id)
        .filter((anchor) => files.includes(anchor.path))
        .flatMap((anchor) => anchor.symbol ?? []);
      return { id, symbols: [...new Set(symbols)], folder: null };
    }),
    ...onFolders.map((id) => {
      const folder = anchorsOf(id).find((anchor) => folders.includes(anchor.path))?.path ?? null;
      return { id, symbols: [], folder };
    }),
  ];
}
