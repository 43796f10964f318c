/** Recognises a project that a folder had before it got a stronger identity, such as a first commit or a remote. */
import { findGitLayout } from "./git-layout.ts";
import { IDENTITY_BASES, type Project, type ProjectIdentity } from "./project-identity.ts";
import { rootCommitOf } from "./root-commit.ts";

type Identified = Pick<Project, "id" | "canonical" | "basis">;

/**
 * True if `earlier` is the same project as `current` under a weaker identity. `earlier` must be a project that was last
 * seen in the root of `current`.
 */
export function isWeakerIdentity(
  earlier: Identified,
  current: Identified & Pick<ProjectIdentity, "root">,
): boolean {
  if (earlier.id === current.id) return false;
  if (IDENTITY_BASES.indexOf(earlier.basis) >= IDENTITY_BASES.indexOf(current.basis)) return false;
  if (earlier.basis !== "root_commit") return true;
  // Another repository may be in the same place now: its first commit tells them apart.
  const layout = findGitLayout(current.root);
  if (layout === null || "brokenLink" in layout) return false;
  return earlier.canonical === `root-commit:${rootCommitOf(layout.commonDir)}`;
}
