/** The shape of a project. Every row, spool line and marker that names a project has these five fields or some of them. */
import type { ProjectWarning } from "./project-warning.ts";
import { sha256Hex } from "./sha256.ts";

declare const brand: unique symbol;
/** `p_` and 24 hex digits: a hash of the canonical name. */
export type ProjectId = string & { readonly [brand]: "ProjectId" };

/** Kinds of identity, from the weakest to the strongest. */
export const IDENTITY_BASES = [
  "directory",
  "config",
  "common_dir",
  "root_commit",
  "remote",
] as const;
export type IdentityBasis = (typeof IDENTITY_BASES)[number];

export interface Project {
  readonly id: ProjectId;
  /** The text that the id is a hash of, such as `github.com/o/r`. It never contains credentials. */
  readonly canonical: string;
  readonly name: string;
  readonly basis: IdentityBasis;
  /** The folder in which the project was last seen; null for a project that is known by its name only. */
  readonly root: string | null;
}

/** A project as it was resolved for a folder of this machine. */
export interface ProjectIdentity extends Project {
  /** Root of the working tree or folder: absolute, in the platform's form, without symbolic links. */
  readonly root: string;
  /** Name of the linked worktree; null in the main one. */
  readonly worktree: string | null;
  /** Null for a detached HEAD or without git. */
  readonly branch: string | null;
  readonly commit: string | null;
  /** Path of the folder below the root, with forward slashes; "" at the root. */
  readonly subdirectory: string;
  readonly warnings: readonly ProjectWarning[];
}

export function projectIdOf(canonical: string): ProjectId {
  const hash = sha256Hex(`v1:${canonical}`);
  return `p_${hash.slice(0, 24)}` as ProjectId;
}

/** Returns the five fields that are stored, without the state of the working tree. */
export function storedProject({ id, canonical, name, basis, root }: Project): Project {
  return { id, canonical, name, basis, root };
}

/** Returns the project of a canonical name, such as an event carries. The project need not be on this machine. */
export function projectNamed(canonical: string): Project {
  const name = canonical.split("/").at(-1) ?? canonical;
  return { id: projectIdOf(canonical), canonical, name, basis: "remote", root: null };
}

/**
 * Returns the identity of a stored project, for work that needs no folder. A project without a root gets its name as the
 * root.
 */
export function identityOfStored(project: Project): ProjectIdentity {
  const root = project.root ?? project.canonical.replace(/^directory:/, "");
  const noFolder = { worktree: null, branch: null, commit: null, subdirectory: "" };
  return { ...storedProject(project), root, ...noFolder, warnings: [] };
}
