/**
 * Finds the files in which a repository documents itself: README and contributing guides, READMEs of folders, the first level
 * of the documentation, manifests and scripts, CI, and the rule files that agent programs load. Limited in number; changelogs
 * and licences are excluded, because they do not explain how the project works.
 */
import { join } from "node:path";
import { namesIn, readProjectText } from "@tacit-memory/files";
import { findRuleFiles } from "../../capture/rule-files/find-rule-files.ts";
import { isOwnSkill } from "../../capture/rule-files/own-skill.ts";

type FileKind = "prose" | "manifest" | "script";

export interface RepositoryFile {
  /** Relative POSIX path. */
  readonly path: string;
  readonly kind: FileKind;
  readonly text: string;
}

/** Limits of one reading: at most a few milliseconds in total for a project with many documents. */
const MAX_FILES = 120;
const MAX_FILE_BYTES = 128 * 1024;
const MAX_CHARS = 1_500_000;
const MAX_PACKAGES = 24;

const ROOT_PROSE =
  /^(?!changelog|changes|history|licen[cs]e|copying|notice|security|code_of)[\w.-]+\.(?:md|mdx|rst|adoc|txt)$/i;
const BARE_PROSE = /^(?:readme|contributing|hacking|install)$/i;
const DOC_PROSE = /\.(?:md|mdx|rst|adoc)$/i;
const DOC_FOLDERS = ["docs", "doc", ".github", "documentation"] as const;
const MANIFEST =
  /^(?:package\.json|deno\.jsonc?|composer\.json|pyproject\.toml|tox\.ini|noxfile\.py|setup\.cfg|Cargo\.toml|go\.mod|Gemfile|Rakefile|GNUmakefile|[Mm]akefile|\.?[Jj]ustfile|Taskfile\.ya?ml|\.?mise\.toml|\.tool-versions|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|(?:docker-)?compose\.ya?ml|Procfile|lefthook\.ya?ml|\.pre-commit-config\.yaml|uv\.lock|turbo\.json|nx\.json)$/;
const CI = /\.ya?ml$/;
const CI_FOLDERS = [".github/workflows", ".circleci", ".buildkite", ".forgejo/workflows"] as const;
const CI_FILE = /^(?:\.gitlab-ci\.yml|\.travis\.yml|azure-pipelines\.yml|Jenkinsfile)$/;
const SCRIPT_FOLDERS = ["scripts", "script", "bin", "tools", ".ci"] as const;
const SCRIPT = /^(?:[\w-]+|[\w.-]+\.(?:sh|bash|mjs|js|ts|py|rb|ps1))$/;
const README = /^readme(?:\.\w+)?$/i;
/** Folders with third-party or generated files. */
const NOT_OWN = /^(?:node_modules|vendor|third_party|dist|build|target|out|coverage|venv)$/;
/** Maximum folders searched for a README: those at the top and their subfolders. */
const MAX_FOLDERS = 120;
const PACKAGE_FOLDERS = ["packages", "apps", "crates", "services", "libs", "modules"] as const;

/** Returns the files in the order in which a newcomer would read them. Never throws. */
export function repositoryFiles(root: string): RepositoryFile[] {
  const found: RepositoryFile[] = [];
  const seen = new Set<string>();
  let left = MAX_CHARS;
  for (const { path, kind } of candidates(root)) {
    if (found.length >= MAX_FILES || left <= 0) break;
    if (seen.has(path)) continue;
    seen.add(path);
    const text = readProjectText(root, path, MAX_FILE_BYTES);
    // A skill that Tacit wrote repeats memories.
    if (text === null || text.includes("\0") || isOwnSkill(text)) continue;
    left -= text.length;
    found.push({ path, kind, text });
  }
  return found;
}

/** Reads a file that a lesson is about; null if it cannot be read. */
export function anchoredFile(root: string, path: string): string | null {
  const text = readProjectText(root, path, MAX_FILE_BYTES);
  return text === null || text.includes("\0") ? null : text;
}

type RepositoryPath = Omit<RepositoryFile, "text">;

function candidates(root: string): RepositoryPath[] {
  const top = sortedNames(root, "");
  const prose = (path: string): RepositoryPath => ({ path, kind: "prose" });
  const manifest = (path: string): RepositoryPath => ({ path, kind: "manifest" });
  const rules = findRuleFiles(root);
  return [
    ...rules.filter(({ isSkill }) => !isSkill).map(({ path }) => prose(path)),
    ...top.filter((name) => ROOT_PROSE.test(name) || BARE_PROSE.test(name)).map(prose),
    ...top.filter((name) => MANIFEST.test(name) || CI_FILE.test(name)).map(manifest),
    ...CI_FOLDERS.flatMap((folder) => below(root, folder, CI)).map(manifest),
    ...packagesOf(root).flatMap((folder) => [
      ...below(root, folder, MANIFEST).map(manifest),
      ...below(root, folder, README).map(prose),
    ]),
    ...DOC_FOLDERS.flatMap((folder) => below(root, folder, DOC_PROSE)).map(prose),
    ...folders(root, top)
      .flatMap((folder) => below(root, folder, README))
      .map(prose),
    ...SCRIPT_FOLDERS.flatMap((folder) => below(root, folder, SCRIPT)).map(
      (path): RepositoryPath => ({ path, kind: "script" }),
    ),
    ...rules.filter(({ isSkill }) => isSkill).map(({ path }) => prose(path)),
  ];
}

/**
 * Returns folders, judged by name without checking the file type, because a file contains no README. Those at the top come
 * first.
 */
function folders(root: string, top: readonly string[]): string[] {
  const isOwn = (name: string) => !name.includes(".") && !NOT_OWN.test(name);
  const first = top.filter(isOwn);
  const second = first.flatMap((folder) =>
    sortedNames(root, folder)
      .filter(isOwn)
      .map((name) => `${folder}/${name}`),
  );
  return [...first, ...second].slice(0, MAX_FOLDERS);
}

function packagesOf(root: string): string[] {
  const folders = PACKAGE_FOLDERS.flatMap((folder) =>
    sortedNames(root, folder).map((name) => `${folder}/${name}`),
  );
  return folders.slice(0, MAX_PACKAGES);
}

function below(root: string, folder: string, wanted: RegExp): string[] {
  return sortedNames(root, folder)
    .filter((name) => wanted.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Returns sorted names, so that a repository is always read in the same order. */
function sortedNames(root: string, folder: string): string[] {
  return namesIn(join(root, folder)).sort();
}
