/**
 * Path of the code index of a worktree. Each worktree has its own file, because two clones of a project contain different
 * files.
 */

import { basename, join } from "node:path";
import { sha256Hex } from "@tacit-memory/project";
import type { Workspace } from "../workspace.ts";

export function codeIndexPath({
  home,
  identity,
  projectId,
}: Pick<Workspace, "home" | "identity" | "projectId">): string {
  const { root } = identity;
  const place = sha256Hex(root).slice(0, 8);
  const name = `${basename(root).replace(/[^\w.-]+/g, "_") || "root"}-${place}.db`;
  return join(home, "code", projectId, name);
}

type IndexContext = Parameters<typeof codeIndexPath>[0];

/** Returns the path of the list of neighbouring files, used by hooks (codegraph/neighbours). */
export function neighbourPath(workspace: IndexContext): string {
  return codeIndexPath(workspace).replace(/\.db$/, ".neighbours");
}

/** Returns the path of the list of files touched by each commit (codegraph/history). */
export function historyPath(workspace: IndexContext): string {
  return codeIndexPath(workspace).replace(/\.db$/, ".history");
}
