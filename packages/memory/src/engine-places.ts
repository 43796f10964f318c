/** Files as callers name them, and as memories keep them: relative to the project's root, without what points into them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "./domain/errors.ts";
import type { Memory } from "./domain/memory.ts";
import { type PlaceInFile, placeInFile } from "./identity/place-in-file.ts";
import { relativeToProject } from "./identity/project-path.ts";
import type { Life } from "./life.ts";
import type { Database } from "./store/drivers/driver.ts";
import { type ListFilter, listMemories } from "./store/memory-lists.ts";

type Where = Pick<Life, "identity">;

/** Those outside the project are left out; its own folder is no file of it, either. */
export function placesInProject({ identity }: Where, files: readonly string[]): PlaceInFile[] {
  return files.flatMap((file) => {
    const path = relativeToProject(identity, file);
    return path === null || path === "" ? [] : placeInFile(identity, path);
  });
}

export function inProject(where: Where, files: readonly string[]): string[] {
  return [...new Set(placesInProject(where, files).map(({ path }) => path))];
}

/** As given. */
export function outsideOf({ identity }: Where, files: readonly string[]): string[] {
  return files.filter((file) => !relativeToProject(identity, file));
}

/** Relative to the root: what a memory is tied to and is not there now. None where the project is not on this machine. */
export function absentOf({ identity: { root } }: Where, files: readonly string[]): string[] {
  return existsSync(root) ? files.filter((file) => !existsSync(join(root, file))) : [];
}

/** Its file or folder as the caller sees it, not as the store has it. Throws "usage" for one outside the project. */
export async function listed(
  life: Pick<Life, "identity" | "projectId"> & { readonly db: Database },
  filter: Omit<ListFilter, "projectId">,
): Promise<Memory[]> {
  const { file } = filter;
  if (file === undefined) return listMemories(life.db, { projectId: life.projectId, ...filter });
  // All of the project is about its own folder.
  if (relativeToProject(life.identity, file) === "")
    return listed(life, { ...filter, file: undefined });
  const [path] = inProject(life, [file]);
  if (path === undefined)
    throw new MemoryError("usage", { reason: "no file of this project", file });
  return listMemories(life.db, { projectId: life.projectId, ...filter, file: path });
}
