/**
 * Finds memories about other packages of a repository. A session in the folder of one package is shown them by title only. A
 * package is the nearest folder with a manifest; what is in none, such as a file at the root, belongs to every session.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import type { MemoryId } from "../domain/ids.ts";
import { listFilesOutside } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";

const MANIFESTS = [
  ...["package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml", "Gemfile"],
  ...["build.gradle", "build.gradle.kts", "composer.json", "mix.exs", "Package.swift"],
];

/** Returns memories that are about files of other packages alone; empty for a session at the root or in no package. */
export async function aboutOtherPackages({
  db,
  projectId,
  identity: { root, subdirectory },
}: Workspace): Promise<ReadonlySet<MemoryId>> {
  const packageOf = packageFinder(root);
  const own = packageOf(subdirectory);
  if (own === null) return new Set();
  const outside = await listFilesOutside(db, projectId, own);
  const elsewhere = new Map<MemoryId, boolean>();
  for (const { id, path } of outside) {
    const isOther = packageOf(path) !== null && !own.startsWith(`${path}/`);
    elsewhere.set(id, isOther && (elsewhere.get(id) ?? true));
  }
  return new Set(Array.from(elsewhere).flatMap(([id, isElsewhere]) => (isElsewhere ? [id] : [])));
}

/** The returned function asks each folder once. */
function packageFinder(root: string): (path: string) => string | null {
  const cached = new Map<string, boolean>();
  const isPackage = (folder: string) => {
    const before = cached.get(folder);
    if (before !== undefined) return before;
    const is = MANIFESTS.some((manifest) => existsSync(join(root, folder, manifest)));
    cached.set(folder, is);
    return is;
  };
  return (path) => (path === "" ? [] : [path, ...foldersOf(path)]).find(isPackage) ?? null;
}
