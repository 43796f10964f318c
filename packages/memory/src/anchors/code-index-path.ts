/** Where is what is kept of a worktree's code? One file a worktree: two clones of a project have different files. */

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

type Place = Parameters<typeof codeIndexPath>[0];

/** Beside it: which files stand next to which, for hooks (codegraph/neighbours). */
export function neighbourPath(workspace: Place): string {
  return codeIndexPath(workspace).replace(/\.db$/, ".neighbours");
}

/** Beside it: which files each commit touched (codegraph/history). */
export function historyPath(workspace: Place): string {
  return codeIndexPath(workspace).replace(/\.db$/, ".history");
}
