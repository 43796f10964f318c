/**
 * Recognises the project that a folder had under another name: before its first commit, before its first remote, or before
 * its remote was renamed or removed.
 */
import { sep } from "node:path";
import { remoteStanding } from "./claimed-remote.ts";
import { findGitLayout, type GitLayout } from "./git-layout.ts";
import { IDENTITY_BASES, type Project, type ProjectIdentity } from "./project-identity.ts";
import { realPathOf } from "./real-path.ts";
import { knownRootCommit, rootCommitOf } from "./root-commit.ts";

/** A project with the folder in which it was last seen. */
export type EarlierProject = Pick<Project, "id" | "canonical" | "basis" | "root">;
type Current = Pick<ProjectIdentity, "id" | "basis" | "root">;

/**
 * earlier: the same project under its previous name. shared: the same repository, but another folder still has the previous
 * name, so one of the two may be a fork. unclear: the same folder, without evidence for or against. another: a different
 * project.
 */
export type Relation = "earlier" | "shared" | "unclear" | "another";

/** Relates a known project to the project that a folder has now. Runs git unless the place alone decides. */
export function relationOf(home: string, earlier: EarlierProject, current: Current): Relation {
  if (earlier.id === current.id || earlier.root === null) return "another";
  const layout = layoutOf(current.root);
  const isSameFolder = earlier.root === current.root;
  if (earlier.basis === "remote" && layout !== null) {
    const relation = remoteStanding(home, earlier.canonical, layout.commonDir);
    return relation === "unclear" && !isSameFolder ? "another" : relation;
  }
  if (!isSameFolder && !isSameRepository(layout, earlier.root)) return "another";
  if (earlier.basis === "root_commit" && layout !== null)
    return relationByRoot(earlier.canonical, layout);
  return rankOf(earlier) < rankOf(current) ? "earlier" : "unclear";
}

/** True if the first project has the weaker identity. */
export function isWeakerThan(one: Pick<Project, "basis">, other: Pick<Project, "basis">): boolean {
  return rankOf(one) < rankOf(other);
}

/** The folder that all worktrees of a repository share; null without git. */
export function commonDirOf(root: string): string | null {
  return layoutOf(root)?.commonDir ?? null;
}

/** Names that are compared; more than a person has. */
const MAX_NAMES = 500;

/**
 * Returns the first of the canonical names that this folder had before; null if it had none of them. A remote that another folder
 * still has counts too. Fast enough for a hook: the first commit is read where the project of the folder was resolved, and git runs
 * only for a folder that is recorded for one of the names.
 */
export function earlierNameOf(home: string, names: readonly string[], root: string): string | null {
  if (names.length === 0) return null;
  const commonDir = commonDirOf(root);
  const firstCommit = () =>
    commonDir === null ? null : knownRootCommit(home, realPathOf(commonDir)?.path ?? commonDir);
  const wasNamed = (name: string): boolean => {
    const [, kind = "", value = ""] =
      /^(directory|config|git-dir|root-commit):(.*)$/s.exec(name) ?? [];
    if (kind === "directory") return value === posix(root);
    if (kind === "git-dir") return commonDir !== null && value === posix(commonDir);
    if (kind === "root-commit") return value === firstCommit();
    if (kind === "config" || commonDir === null) return false;
    return ["earlier", "shared"].includes(remoteStanding(home, name, commonDir));
  };
  return names.slice(0, MAX_NAMES).find(wasNamed) ?? null;
}

function relationByRoot(canonical: string, { commonDir }: GitLayout): Relation {
  const commit = rootCommitOf(commonDir);
  // A shallow clone has no first commit, and git may not answer.
  if (commit === null) return "unclear";
  return canonical === `root-commit:${commit}` ? "earlier" : "another";
}

function isSameRepository(layout: GitLayout | null, root: string): boolean {
  return layout !== null && commonDirOf(root) === layout.commonDir;
}

function posix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

function layoutOf(root: string): GitLayout | null {
  const layout = findGitLayout(root);
  return layout === null || "brokenLink" in layout ? null : layout;
}

function rankOf({ basis }: Pick<Project, "basis">): number {
  return IDENTITY_BASES.indexOf(basis);
}
