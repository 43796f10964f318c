/**
 * Resolves the project that a folder belongs to, for hooks, commands, MCP and the library alike.
 *
 * A project is identified by the first of these that exists: the git remote, the first commit, the common git folder,
 * `.tacit.json`, the folder itself. Worktrees, branches and subfolders share the id of their project and differ in
 * attributes. Git runs only to find the first commit, once for each repository without a remote, and to compare
 * histories if two repositories name the same remote (claimed-remote.ts).
 */
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { readSmallFile } from "@tacit-memory/files";
import { mayUseRemote } from "./claimed-remote.ts";
import { parseGitConfig, remotesOf } from "./git-config.ts";
import { type Head, readHead } from "./git-head.ts";
import { findGitLayout, type GitLayout } from "./git-layout.ts";
import { readProjectConfig } from "./project-config.ts";
import { ProjectError } from "./project-error.ts";
import { type ProjectIdentity, projectIdOf } from "./project-identity.ts";
import type { ProjectWarning } from "./project-warning.ts";
import { type RealPath, realPathOf } from "./real-path.ts";
import { pickRemote } from "./remote.ts";
import { type RootCommitOf, rootCommitOf, storedRootCommit } from "./root-commit.ts";

export interface ResolveOptions {
  /** Tacit's home folder, where first commits are stored. Without it git is asked each time. */
  readonly home?: string;
  /** Replaces git in tests. */
  readonly rootCommitOf?: RootCommitOf;
}

/** Throws "config_malformed" for a `.tacit.json` that identifies the project and cannot be read, and "input_missing". */
export function resolveProjectSync(cwd: string, options: ResolveOptions = {}): ProjectIdentity {
  const { path: folder, existing } = realFolder(cwd);
  const layout = findGitLayout(existing);
  if (layout === null) return withoutGit(folder, existing, []);
  if ("brokenLink" in layout) {
    const path = join(layout.root, ".git");
    const warning = { code: "git_link_broken", path, target: layout.brokenLink } as const;
    return withoutGit(folder, existing, [warning]);
  }
  return withGit(folder, layout, options);
}

function withGit(folder: string, layout: GitLayout, options: ResolveOptions): ProjectIdentity {
  const warnings: ProjectWarning[] = [];
  const warn = (warning: ProjectWarning): void => {
    warnings.push(warning);
  };
  const head = readHead(layout);
  warnOfConfig(layout.root, warn);
  const basis = basisOf(layout, head, options, warn);
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
  options: ResolveOptions,
  warn: (warning: ProjectWarning) => void,
): Basis {
  const config = readSmallFile(join(layout.commonDir, "config")) ?? "";
  const remote = pickRemote(remotesOf(parseGitConfig(config)));
  const commonDir = realFolder(layout.commonDir).path;
  const { home } = options;
  const claim = { remote: remote?.canonical ?? "", commonDir, headCommit: head.commit };
  const isSeparate = remote !== null && home !== undefined && !mayUseRemote({ home, ...claim });
  if (isSeparate) warn({ code: "separate_project", remote: remote.canonical });
  if (remote !== null && !isSeparate) {
    return {
      basis: "remote",
      canonical: remote.canonical,
      name: remote.canonical.slice(remote.canonical.lastIndexOf("/") + 1),
    };
  }
  const name = repositoryName(commonDir);
  const root = rootCommit(commonDir, head, options, warn);
  if (root !== null) return { basis: "root_commit", canonical: `root-commit:${root}`, name };
  if (!isSeparate) warn({ code: "project_without_commit" });
  return { basis: "common_dir", canonical: `git-dir:${posix(commonDir)}`, name };
}

function rootCommit(
  commonDir: string,
  head: Head,
  options: ResolveOptions,
  warn: (warning: ProjectWarning) => void,
): string | null {
  // Shallow clones and branches without a commit have no first commit.
  if (readSmallFile(join(commonDir, "shallow"), 64) !== null) return null;
  if (head.branch !== null && head.commit === null) return null;
  const ask = options.rootCommitOf ?? rootCommitOf;
  if (options.home === undefined) return ask(commonDir);
  return storedRootCommit(options.home, commonDir, head.commit, ask, warn);
}

/** The name of the repository: `app` for `/a/app/.git`, `/a/app/.bare` and `/a/app.git`. */
function repositoryName(commonDir: string): string {
  const own = basename(commonDir);
  const name = own.startsWith(".") ? basename(dirname(commonDir)) : own.replace(/\.git$/, "");
  return name === "" ? "root" : name;
}

/**
 * In a git repository `.tacit.json` does not identify the project, but a user should see that a field is malformed. The reader of
 * its options reports a file that cannot be read as a whole.
 */
function warnOfConfig(root: string, warn: (warning: ProjectWarning) => void): void {
  try {
    readProjectConfig(root);
  } catch (error) {
    if (!ProjectError.is(error, "config_malformed")) throw error;
    if ("field" in error.facts) warn({ code: "project_file_malformed", problem: error.message });
  }
}

function withoutGit(
  folder: string,
  existing: string,
  warnings: readonly ProjectWarning[],
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
    warnings: [...warnings, { code: "project_in_folder" }],
  };
}

/** The nearest `.tacit.json` with a project id, from the folder upwards. */
function configuredProject(
  folder: string,
): { root: string; projectId: string; name: string } | null {
  for (let root = folder; ; root = dirname(root)) {
    const file = readProjectConfig(root);
    if (file !== null && file.projectId !== null) {
      return { root, projectId: file.projectId, name: file.name ?? file.projectId };
    }
    if (dirname(root) === root) return null;
  }
}

/** The folder without symbolic links. Throws "input_missing" if not even its root can be read. */
function realFolder(path: string): RealPath {
  const found = realPathOf(resolve(path));
  if (found === null) throw new ProjectError("input_missing", { path });
  return found;
}

function posixRelative(root: string, folder: string): string {
  const path = relative(root, folder);
  return path.startsWith("..") ? "" : posix(path);
}

function posix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
