/** Where is what is kept of a worktree's code? One file a worktree: two clones of a project have different files. */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Life } from "./life.ts";

export function codeIndexPath({
  home,
  identity,
  projectId,
}: Pick<Life, "home" | "identity" | "projectId">): string {
  const { root } = identity;
  const place = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const name = `${basename(root).replace(/[^\w.-]+/g, "_") || "root"}-${place}.db`;
  return join(home, "code", projectId, name);
}
