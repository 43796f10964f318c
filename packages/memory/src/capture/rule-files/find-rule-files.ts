/**
 * Where do a project's rule files lie? The names agent programs read, at the root and in folders below it, which
 * they then are about. Bounded; what a link leads out of the project is not read.
 */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Folders below the root. Of 130 rule files in 42 public repositories the deepest lies 5 folders down. */
const MAX_DEPTH = 8;
const MAX_FOLDERS = 20_000;

export interface FoundRuleFile {
  /** Relative POSIX path from the root. */
  readonly path: string;
  /** The folder it is about, from the root; "" is all of the project. */
  readonly folder: string;
  /** `@path` in it stands for the text of that file. */
  readonly isImporting: boolean;
}

interface Kind {
  /** Matched on the path from the folder the file is about. */
  readonly path: RegExp;
  readonly isImporting?: boolean;
  /** About the very folder it lies in, be it one that agent programs keep rules in. */
  readonly isOfItsFolder?: boolean;
}

/** Claude Code, Gemini CLI and Qwen Code read `@path`; the others do not. */
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
];

/** Hidden folders that agent programs keep rules in; no other hidden folder is looked into. */
const TOOL_FOLDERS: ReadonlySet<string> = new Set([
  ".claude",
  ".gemini",
  ".qwen",
  ".cursor",
  ".windsurf",
  ".github",
  ".clinerules",
  ".roo",
  ".continue",
  ".junie",
  ".planning",
  ".agents",
]);
const NEVER: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "dist",
  "build",
  "out",
  "target",
  "coverage",
  "venv",
  "__pycache__",
  "worktrees",
  "site-packages",
]);

/** Those of the root first, then by path. Nothing where the root is no folder. */
export function findRuleFiles(root: string): FoundRuleFile[] {
  const real = realPath(root);
  if (real === null) return [];
  const found: FoundRuleFile[] = [];
  let level: string[] = [""];
  let seen = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level.slice(0, MAX_FOLDERS - seen)) {
      const { files, folders } = look(root, folder);
      found.push(...files.filter(({ path }) => isInside(real, join(root, path))));
      next.push(...folders);
      seen++;
    }
    level = next;
  }
  return ordered(found);
}

function look(
  root: string,
  folder: string,
): { readonly files: readonly FoundRuleFile[]; readonly folders: readonly string[] } {
  const entries = entriesOf(join(root, folder));
  // Another repository in this one has rules of its own.
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

/** Null for any other file. */
export function asRuleFile(path: string): FoundRuleFile | null {
  const parts = path.split("/");
  // The folder it is about ends where the name of the kind begins, as late as it can.
  for (let at = parts.length - 1; at >= 0; at--) {
    const rest = parts.slice(at).join("/");
    const kind = KINDS.find((item) => item.path.test(rest));
    if (kind === undefined) continue;
    const folder = parts.slice(0, at);
    const tool =
      kind.isOfItsFolder === true ? -1 : folder.findIndex((item) => TOOL_FOLDERS.has(item));
    const isImporting = kind.isImporting === true;
    return { path, folder: folder.slice(0, tool < 0 ? undefined : tool).join("/"), isImporting };
  }
  return null;
}

/** Whether what is there, links followed, lies in the root, whose real path this is. */
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

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // Not ours to read, or gone meanwhile: nothing in it is a rule for us.
    return [];
  }
}

function ordered(files: readonly FoundRuleFile[]): FoundRuleFile[] {
  const depth = ({ path }: FoundRuleFile) => path.split("/").length;
  return [...files].sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
}
