/**
 * Which project is this folder part of? One answer for hooks, commands, MCP and the library.
 *
 * In this order: the git remote, the first commit, the common git folder, `.tacit.json`, the folder itself. Worktrees,
 * branches and subfolders share the project's id and are told apart by attributes. No step spawns git, except the
 * first commit, once for each repository without a remote.
 */
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { readSmallFile } from "@tacit-memory/files";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import { mayUseRemote } from "./claimed-remote.ts";
import { parseGitConfig, remotesOf } from "./git-config.ts";
import { type Head, readHead } from "./git-head.ts";
import { findGitLayout, type GitLayout } from "./git-layout.ts";
import { sha256Hex } from "./hash.ts";
import { PROJECT_FILE, readProjectFile } from "./project-file.schema.ts";
import { type RealPath, realPathOf } from "./real-path.ts";
import { pickRemote } from "./remote.ts";
import { type RootCommitOf, rememberedRootCommit, rootCommitOf } from "./root-commit.ts";

export interface ProjectIdentity {
  readonly id: ProjectId;
  /** What the id is the hash of, such as `github.com/o/r`; never holds credentials. */
  readonly canonical: string;
  readonly basis: "remote" | "root_commit" | "common_dir" | "config" | "directory";
  readonly name: string;
  /** Root of the working tree or folder; absolute, in the platform's form, without symbolic links. */
  readonly root: string;
  /** Name of the linked worktree; null in the main one. */
  readonly worktree: string | null;
  /** Null when detached or without git. */
  readonly branch: string | null;
  readonly commit: string | null;
  /** From the root, with forward slashes; "" at the root. */
  readonly subdirectory: string;
  readonly warnings: readonly string[];
}

export interface IdentityIo {
  /** Tacit's home folder, where first commits are remembered; without it git is asked each time. */
  readonly home?: string;
  /** Stands in for git. */
  readonly rootCommitOf?: RootCommitOf;
}

/** Throws "config_malformed" when `.tacit.json` is what decides and cannot be read. */
export function resolveProjectSync(cwd: string, io: IdentityIo = {}): ProjectIdentity {
  const { path: folder, existing } = realFolder(cwd);
  const layout = findGitLayout(existing);
  if (layout === null) return withoutGit(folder, existing, []);
  if ("brokenLink" in layout) {
    const warning = `${join(layout.root, ".git")} points to ${layout.brokenLink}, which is no repository`;
    return withoutGit(folder, existing, [warning]);
  }
  return withGit(folder, layout, io);
}

/** The same, for callers that want a promise; a failure rejects. */
export async function resolveProject(cwd: string, io: IdentityIo = {}): Promise<ProjectIdentity> {
  return resolveProjectSync(cwd, io);
}

export function projectIdOf(canonical: string): ProjectId {
  const hash = sha256Hex(`v1:${canonical}`);
  return `p_${hash.slice(0, 24)}` as ProjectId;
}

function withGit(folder: string, layout: GitLayout, io: IdentityIo): ProjectIdentity {
  const warnings: string[] = [];
  const warn = (warning: string): void => {
    warnings.push(warning);
  };
  const head = readHead(layout);
  warnOfProjectFile(layout.root, warn);
  const basis = basisOf(layout, head, io, warn);
  return {
    id: projectIdOf(basis.canonical),
    ...basis,
    root: layout.root,
    worktree: layout.worktree,
    ...head,
    subdirectory: posixRelative(layout.root, folder),
    warnings,
  };
}

type Basis = Pick<ProjectIdentity, "basis" | "canonical" | "name">;

function basisOf(
  layout: GitLayout,
  head: Head,
  io: IdentityIo,
  warn: (warning: string) => void,
): Basis {
  const config = readSmallFile(join(layout.commonDir, "config")) ?? "";
  const remote = pickRemote(remotesOf(parseGitConfig(config)));
  const commonDir = realFolder(layout.commonDir).path;
  const { home } = io;
  const claim = { remote: remote?.canonical ?? "", commonDir, headCommit: head.commit };
  const isApart = remote !== null && home !== undefined && !mayUseRemote({ home, ...claim });
  if (isApart)
    warn(
      `this repository names ${remote.canonical}, a project that is known here, and holds no commit of it: it is kept apart. If it is the same project: tacit projects merge . ${remote.canonical}`,
    );
  if (remote !== null && !isApart) {
    return {
      basis: "remote",
      canonical: remote.canonical,
      name: remote.canonical.slice(remote.canonical.lastIndexOf("/") + 1),
    };
  }
  const name = repositoryName(commonDir);
  const root = rootCommit(commonDir, head, io, warn);
  if (root !== null) return { basis: "root_commit", canonical: `root-commit:${root}`, name };
  if (!isApart)
    warn(
      "no remote and no first commit: the project's id holds only where the repository lies now",
    );
  return { basis: "common_dir", canonical: `git-dir:${posix(commonDir)}`, name };
}

function rootCommit(
  commonDir: string,
  head: Head,
  io: IdentityIo,
  warn: (warning: string) => void,
): string | null {
  // Cut histories and unborn branches have no first commit worth asking for.
  if (readSmallFile(join(commonDir, "shallow"), 64) !== null) return null;
  if (head.branch !== null && head.commit === null) return null;
  const ask = io.rootCommitOf ?? rootCommitOf;
  if (io.home === undefined) return ask(commonDir);
  return rememberedRootCommit(io.home, commonDir, head.commit, ask, warn);
}

/** `/a/app/.git` and `/a/app/.bare` are `app`, `/a/app.git` too. */
function repositoryName(commonDir: string): string {
  const own = basename(commonDir);
  const name = own.startsWith(".") ? basename(dirname(commonDir)) : own.replace(/\.git$/, "");
  return name === "" ? "root" : name;
}

/** With git, `.tacit.json` decides nothing about identity, but a broken one should not stay unseen. */
function warnOfProjectFile(root: string, warn: (warning: string) => void): void {
  try {
    readProjectFile(root);
  } catch (error) {
    if (!MemoryError.is(error, "config_malformed")) throw error;
    warn(error.message);
  }
}

function withoutGit(
  folder: string,
  existing: string,
  warnings: readonly string[],
): ProjectIdentity {
  const configured = configuredProject(existing);
  const facts = { worktree: null, branch: null, commit: null };
  if (configured !== null) {
    const { root, projectId, name } = configured;
    const canonical = `config:${projectId}`;
    const subdirectory = posixRelative(root, folder);
    return {
      id: projectIdOf(canonical),
      canonical,
      basis: "config",
      name,
      root,
      ...facts,
      subdirectory,
      warnings,
    };
  }
  const canonical = `directory:${posix(folder)}`;
  return {
    id: projectIdOf(canonical),
    canonical,
    basis: "directory",
    name: basename(folder) || "root",
    root: folder,
    ...facts,
    subdirectory: "",
    warnings: [
      ...warnings,
      `no git and no projectId in ${PROJECT_FILE}: the project's id is this folder's path`,
    ],
  };
}

/** The nearest `.tacit.json` with a project id, from the folder upwards. */
function configuredProject(
  folder: string,
): { root: string; projectId: string; name: string } | null {
  for (let root = folder; ; root = dirname(root)) {
    const file = readProjectFile(root);
    if (file !== null && file.projectId !== null) {
      return { root, projectId: file.projectId, name: file.name ?? file.projectId };
    }
    if (dirname(root) === root) return null;
  }
}

/** Without symbolic links, as far as the path exists. */
function realFolder(path: string): RealPath {
  const found = realPathOf(resolve(path));
  if (found === null) throw new MemoryError("input_missing", { path });
  return found;
}

function posixRelative(root: string, folder: string): string {
  const path = relative(root, folder);
  return path.startsWith("..") ? "" : posix(path);
}

function posix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
