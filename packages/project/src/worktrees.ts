/** The working trees of a repository, found by reading its git folder only. */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFolder, readSmallFile } from "@tacit-memory/files";
import { findGitLayout } from "./git-layout.ts";

/** Worktrees that are read; more than a person has. */
const MAX_WORKTREES = 500;

/** Returns this folder first, then the other existing worktrees of its repository; only the folder itself without git. */
export function worktreesOf(root: string): string[] {
  const commonDir = commonDirAt(root);
  if (commonDir === null) return [root];
  const linked = join(commonDir, "worktrees");
  const names = isFolder(linked) ? readdirSync(linked).slice(0, MAX_WORKTREES) : [];
  const links = names.flatMap((name) => readSmallFile(join(linked, name, "gitdir"), 8192) ?? []);
  const main = basename(commonDir) === ".git" ? [dirname(commonDir)] : [];
  const others = [...main, ...links.map((link) => dirname(link.trim()))];
  // A worktree that was deleted or moved, and a folder of another repository, do not lead back here.
  return [root, ...others.filter((path) => path !== root && commonDirAt(path) === commonDir)];
}

/** The git folder that the worktrees of a repository share; null if `root` is not the root of one. */
function commonDirAt(root: string): string | null {
  const layout = findGitLayout(root);
  return layout === null || "brokenLink" in layout || layout.root !== root
    ? null
    : layout.commonDir;
}
