/**
 * Finds the repository of a folder by reading `.git` only. Covers ordinary clones, linked worktrees, submodules, and bare
 * repositories with or without worktrees.
 */
import { basename, dirname, join, resolve } from "node:path";
import { isFile, isFolder, readSmallFile } from "@tacit-memory/files";

export interface GitLayout {
  /** Root of the working tree; the repository itself if it is bare. */
  readonly root: string;
  /** The folder that contains HEAD of this worktree. */
  readonly gitDir: string;
  /** The folder with configuration, branches and objects, which all worktrees share. */
  readonly commonDir: string;
  /** Name of the linked worktree; null in the main one. */
  readonly worktree: string | null;
}

/** A folder whose `.git` file points to a repository that was moved or deleted. */
export interface BrokenLayout {
  readonly root: string;
  readonly brokenLink: string;
}

/** Null if no folder from `start` upwards belongs to a repository. `start` must be absolute. */
export function findGitLayout(start: string): GitLayout | BrokenLayout | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = layoutAt(folder);
    if (found !== null) return found;
    if (dirname(folder) === folder) return null;
  }
}

function layoutAt(folder: string): GitLayout | BrokenLayout | null {
  const dotGit = join(folder, ".git");
  if (isGitDir(dotGit)) return layoutOf(folder, dotGit);
  const link = isFile(dotGit) ? readSmallFile(dotGit, 8192) : null;
  const target = link === null ? undefined : /^gitdir: *(.+?)\s*$/m.exec(link)?.[1];
  if (target !== undefined) {
    const gitDir = resolve(folder, target);
    return isGitDir(gitDir) ? layoutOf(folder, gitDir) : { root: folder, brokenLink: target };
  }
  if (!isGitDir(folder)) return null;
  // `folder` is `.git` itself or a bare repository.
  const isDotGit = basename(folder) === ".git";
  return layoutOf(isDotGit ? dirname(folder) : folder, folder);
}

function layoutOf(root: string, gitDir: string): GitLayout {
  const common = readSmallFile(join(gitDir, "commondir"), 8192)?.trim();
  if (common === undefined || common === "") {
    return { root, gitDir, commonDir: gitDir, worktree: null };
  }
  return { root, gitDir, commonDir: resolve(gitDir, common), worktree: basename(gitDir) };
}

function isGitDir(folder: string): boolean {
  if (!isFile(join(folder, "HEAD"))) return false;
  return (
    isFile(join(folder, "commondir")) ||
    (isFolder(join(folder, "objects")) && isFolder(join(folder, "refs")))
  );
}
