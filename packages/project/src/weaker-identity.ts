/** Was a folder's project met before, under a weaker identity than the one it has now? */

import type { ProjectSeen } from "../domain/project.ts";
import { findGitLayout } from "./git-layout.ts";
import { rootCommitOf } from "./root-commit.ts";

/** Weakest first. */
const STRENGTH: readonly string[] = ["directory", "config", "common_dir", "root_commit", "remote"];

type Identified = Pick<ProjectSeen, "id" | "canonical" | "basis">;

/** `now`: as it is identified today. `earlier`: what was last seen in the very same folder. */
export function precedes(
  earlier: Identified,
  now: Identified & { readonly root: string },
): boolean {
  if (earlier.id === now.id) return false;
  if (STRENGTH.indexOf(earlier.basis) >= STRENGTH.indexOf(now.basis)) return false;
  if (earlier.basis !== "root_commit") return true;
  // Another repository may have been put in the same place: its first commit tells.
  const layout = findGitLayout(now.root);
  if (layout === null || "brokenLink" in layout) return false;
  return earlier.canonical === `root-commit:${rootCommitOf(layout.commonDir)}`;
}
