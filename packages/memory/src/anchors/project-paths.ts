/**
 * Normalises file paths from callers to the form memories use: relative to the project's root, without positions inside the
 * file.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FilePosition, parseFilePosition, relativeToProject } from "@tacit-memory/project";
import { MemoryError } from "../domain/errors.ts";
import type { Memory } from "../domain/memory.ts";
import { anchoredPlaces } from "../store/memories/anchors.ts";
import { type ListFilter, listMemories } from "../store/memories/memory-lists.ts";
import { renamesTo } from "../store/memories/renamed-places.ts";
import type { Workspace } from "../workspace.ts";
import { gitAnswers } from "./freshness/anchor-git.ts";
import { headOf, stateOf } from "./freshness/check-memories.ts";
import { type FormerNames, formerNames } from "./freshness/former-names.ts";
import { FRESHNESS } from "./limits.ts";

type ProjectContext = Pick<Workspace, "identity">;
type StoreContext = Pick<Workspace, "db" | "identity" | "projectId" | "moment">;

/** Returns the files inside the project; the project's own folder is not one of its files. */
export function positionsInProject(
  { identity }: ProjectContext,
  files: readonly string[],
): FilePosition[] {
  return files.flatMap((file) => {
    const path = relativeToProject(identity, file);
    return path === null || path === "" || hasLineBreak(path)
      ? []
      : parseFilePosition(identity, path);
  });
}

export function pathsInProject(where: ProjectContext, files: readonly string[]): string[] {
  return [...new Set(positionsInProject(where, files).map(({ path }) => path))];
}

/** Files that no memory can be about: outside the project, or with a line break in the name. As given. */
export function filesOutsideProject(
  { identity }: ProjectContext,
  files: readonly string[],
): string[] {
  return files.filter((file) => hasLineBreak(file) || !relativeToProject(identity, file));
}

/** The store separates the files of a memory by line breaks. */
function hasLineBreak(path: string): boolean {
  return path.includes("\n");
}

/** Returns anchored files that do not exist now, relative to the root. Empty if the project is not on this machine. */
export function missingFiles(
  { identity: { root } }: ProjectContext,
  files: readonly string[],
): string[] {
  return existsSync(root) ? files.filter((file) => !existsSync(join(root, file))) : [];
}

const gitOf = new WeakMap<Workspace["identity"], ReturnType<typeof gitAnswers>>();

const NONE: FormerNames = { files: [], folders: [], within: [] };

/**
 * Returns the former names under which memories know these files. Calls git, which a hook may not do, and only if an anchored
 * file is missing.
 */
export async function formerNamesOf(
  workspace: StoreContext,
  files: readonly string[],
): Promise<FormerNames> {
  const { db, identity, projectId } = workspace;
  const { root } = identity;
  if (files.length === 0 || !existsSync(root)) return NONE;
  const places = await anchoredPlaces(db, projectId, FRESHNESS.anchoredPlaces);
  const git = gitOf.get(identity) ?? gitAnswers(root, () => headOf(root));
  gitOf.set(identity, git);
  const hasGit = headOf(root) !== null;
  const noted = await renamesTo(db, projectId, files, FRESHNESS.notedRenames);
  return formerNames(files, {
    root,
    places,
    git: hasGit ? git(workspace.moment().nowMs) : null,
    noted,
  });
}

/**
 * Lists memories by a file or folder as the caller names it, newest first: those given with it, and those whose code is in
 * it. Throws "usage" for a path outside the project.
 */
export async function listMemoriesByPath(
  workspace: Workspace,
  filter: Omit<ListFilter, "projectId">,
): Promise<Memory[]> {
  const { file, ...rest } = filter;
  const ask = (about: Pick<ListFilter, "file" | "files">) =>
    listMemories(workspace.db, { projectId: workspace.projectId, ...rest, ...about });
  // The project's own folder covers the whole project.
  if (file === undefined || relativeToProject(workspace.identity, file) === "") return ask({});
  const own = pathsInProject(workspace, [file]);
  if (own.length === 0) throw new MemoryError("usage", { reason: "no file of this project", file });
  const former = await formerNamesOf(workspace, own);
  const before = [...former.files, ...former.within];
  const found = new Map<string, Memory>();
  for (const about of [...own.map((path) => ({ file: path })), { files: before }])
    for (const memory of await ask(about)) found.set(memory.id, memory);
  const newest = (one: Memory, other: Memory) =>
    other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1);
  return (await withoutLostCode(workspace, [...found.values()])).sort(newest).slice(0, rest.limit);
}

/** Leaves out memories without a given file whose code is gone: they are no longer about any file. */
async function withoutLostCode(
  workspace: Workspace,
  memories: readonly Memory[],
): Promise<Memory[]> {
  const inferred = memories.filter(({ files }) => files.length === 0);
  const states = await stateOf(workspace, inferred, { mayAskGit: true });
  return memories.filter(({ id }) => states.get(id)?.freshness !== "gone");
}
