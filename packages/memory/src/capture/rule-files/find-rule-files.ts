/**
 * Finds the rule files of a project: the names that agent programs read, at the root and in folders below it, to which they
 * then apply. The search is limited and does not follow links out of the project.
 */
import { type Dirent, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { entriesIn } from "@tacit-memory/files";

/** Maximum folders below the root. Of 130 rule files in 42 public repositories the deepest is 5 folders down. */
const MAX_DEPTH = 8;
const MAX_FOLDERS = 20_000;

export interface FoundRuleFile {
  /** POSIX path relative to the root. */
  readonly path: string;
  /** The folder the file applies to, relative to the root; "" is the whole project. */
  readonly folder: string;
  /** If true, `@path` in the file includes the text of that file. */
  readonly isImporting: boolean;
  /** If true, the file is a skill: instructions for one task, which agents load when its description applies. */
  readonly isSkill: boolean;
}

interface Kind {
  /** Matched against the path relative to the folder the file applies to. */
  readonly path: RegExp;
  readonly isImporting?: boolean;
  /** True if the file applies to the folder that contains it, even one in which agent programs store rules. */
  readonly isOfItsFolder?: boolean;
  readonly isSkill?: boolean;
}

/** Only Claude Code, Gemini CLI and Qwen Code resolve `@path`. */
const KINDS: readonly Kind[] = [
  { path: /^(?:\.claude\/)?CLAUDE(?:\.local)?\.md$/, isImporting: true },
  { path: /^\.claude\/rules\/.+\.md$/, isImporting: true },
  { path: /^(?:\.gemini\/)?GEMINI\.md$/, isImporting: true },
  { path: /^(?:\.qwen\/)?QWEN\.md$/, isImporting: true },
  { path: /^AGENTS(?:\.override)?\.md$/, isOfItsFolder: true },
  { path: /^\.cursorrules$/ },
  { path: /^\.cursor\/rules\/.+\.mdc?$/ },
  { path: /^\.windsurfrules$/ },
  { path: /^\.windsurf\/rules\/.+\.md$/ },
  { path: /^\.github\/copilot-instructions\.md$/ },
  { path: /^[\w.-]+\.instructions\.md$/ },
  { path: /^\.clinerules(?:\/.+\.(?:md|txt))?$/ },
  { path: /^\.roo\/rules[\w-]*\/.+\.(?:md|txt)$/ },
  { path: /^\.continue\/rules\/.+\.md$/ },
  { path: /^\.junie\/guidelines\.md$/ },
  { path: /^(?:\.planning\/codebase\/)?CONVENTIONS\.md$/ },
  {
    path: /^\.(?:agents|claude|cursor|gemini|github|junie|qwen|roo|windsurf)\/skills\/[^/]+\/SKILL\.md$/,
    isSkill: true,
  },
];

/** Hidden folders in which agent programs store rules; other hidden folders are not searched. */
const TOOL_FOLDERS: ReadonlySet<string> = new Set(
  ".claude .gemini .qwen .cursor .windsurf .github .clinerules .roo .continue .junie .planning .agents".split(
    " ",
  ),
);
const NEVER: ReadonlySet<string> = new Set(
  `node_modules bower_components vendor dist build out target coverage venv __pycache__ worktrees
  site-packages`.split(/\s+/),
);

/** Returns the rule files, those at the root first, then by path. Empty if the root is not a folder. */
export function findRuleFiles(root: string): FoundRuleFile[] {
  const real = realPath(root);
  if (real === null) return [];
  const found: FoundRuleFile[] = [];
  let level: string[] = [""];
  let seen = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level.slice(0, MAX_FOLDERS - seen)) {
      const { files, folders } = visitFolder(root, folder);
      found.push(...files.filter(({ path }) => isInside(real, join(root, path))));
      next.push(...folders);
      seen++;
    }
    level = next;
  }
  return ordered(found);
}

function visitFolder(
  root: string,
  folder: string,
): { readonly files: readonly FoundRuleFile[]; readonly folders: readonly string[] } {
  const entries = entriesIn(join(root, folder));
  // A repository nested in this one has its own rules.
  if (folder !== "" && entries.some(({ name }) => name === ".git")) return NOTHING_THERE;
  const below = ({ name }: Dirent) => (folder === "" ? name : `${folder}/${name}`);
  const isEntered = (entry: Dirent) =>
    entry.isDirectory() &&
    (entry.name.startsWith(".") ? TOOL_FOLDERS.has(entry.name) : !NEVER.has(entry.name));
  return {
    files: entries
      .filter((entry) => !entry.isDirectory())
      .flatMap((entry) => asRuleFile(below(entry)) ?? []),
    folders: entries.filter(isEntered).map(below),
  };
}

const NOTHING_THERE = { files: [], folders: [] } as const;

/** Describes a path as a rule file; null for any other file. */
export function asRuleFile(path: string): FoundRuleFile | null {
  const parts = path.split("/");
  // The folder it applies to ends where the file name of its kind begins, as late as possible.
  for (let at = parts.length - 1; at >= 0; at--) {
    const rest = parts.slice(at).join("/");
    const kind = KINDS.find((item) => item.path.test(rest));
    if (kind === undefined) continue;
    const folder = parts.slice(0, at);
    const tool =
      kind.isOfItsFolder === true ? -1 : folder.findIndex((item) => TOOL_FOLDERS.has(item));
    const [isImporting, isSkill] = [kind.isImporting === true, kind.isSkill === true];
    const applied = folder.slice(0, tool < 0 ? undefined : tool).join("/");
    return { path, folder: applied, isImporting, isSkill };
  }
  return null;
}

/** Returns whether a path, with links resolved, is inside the root, given by its real path. */
export function isInside(realRoot: string, path: string): boolean {
  const real = realPath(path);
  if (real === null) return false;
  const way = relative(realRoot, real);
  return (
    way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:|^[\\/]/.test(way)
  );
}

export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function ordered(files: readonly FoundRuleFile[]): FoundRuleFile[] {
  const depth = ({ path }: FoundRuleFile) => path.split("/").length;
  return [...files].sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
}
