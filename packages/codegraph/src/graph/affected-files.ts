/**
 * Finds the files to link again after a change elsewhere: files that can see the changed file, directly or through others,
 * and mention a changed name; and files whose unresolved import may now resolve.
 */
import { EXAMPLES, type FileFacts } from "../facts/facts.ts";
import { isDeclarationFile, languageOf } from "../facts/languages/languages.ts";
import { hashOfName, type MentionedNames, mentionedNames } from "../facts/mentioned-names.ts";
import { folderSharedBy } from "../link/csharp/usings.ts";
import { isNativePath } from "../link/modules/modules-native.ts";
import type { Program } from "../link/program.ts";
import type { Modules } from "../link/resolver.ts";
import { type CodeGraph, filesOfNodes } from "./graph.ts";
import { NO_RENAMES, type Renames } from "./renames.ts";
import {
  bothNames,
  type DependentNames,
  dependentNamesOf,
  importedNames,
  surfaceChange,
} from "./surface-change.ts";

export interface ChangedFiles {
  /** Facts of every file with new content. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** Files whose surface changed, with their previous facts; undefined for a new file. */
  readonly resurfaced: ReadonlyMap<string, FileFacts | undefined>;
  /** Files that were deleted or no longer have facts, with their previous facts. */
  readonly lost: ReadonlyMap<string, FileFacts | undefined>;
  /** By path of a changed file. */
  readonly renames: ReadonlyMap<string, Renames>;
  /** A file was added or removed. */
  readonly isTreeChanged: boolean;
}

/** Source of the facts of unchanged files. */
export interface StoredFacts {
  readonly bytes: (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly load: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  /** Mentioned names by file; a changed file loses its entry. */
  readonly mentioned: Map<string, MentionedNames>;
  /** Maximum number of affected files. Above it, the exact set is irrelevant and the search ends. */
  readonly maxFiles: number;
}

/**
 * Returns the paths of affected files; above `stored.maxFiles`, only some of them. `before` is the graph without the changes;
 * `program` contains the current files.
 */
export async function affectedFiles(
  before: CodeGraph,
  program: Program,
  changes: ChangedFiles,
  modules: Modules,
  stored: StoredFacts,
): Promise<Set<string>> {
  if (changes.resurfaced.size === 0 && changes.lost.size === 0 && !changes.isTreeChanged)
    return new Set();
  const { paths } = program;
  const indexBefore =
    paths === before.paths
      ? program.indexOf
      : new Map(before.paths.map((path, file) => [path, file]));
  const { sources, names, isOpen, isPassing, isShared } = surfaceChanges(changes, indexBefore);
  const affected = new Set<string>();
  const numbersBefore = (file: number) => indexBefore.get(paths[file] ?? "") ?? [];
  addAll(affected, before, sharingFiles(isShared, program, modules).flatMap(numbersBefore));
  for (const file of isOpen) addAll(affected, before, dependentsOf(before, file));
  addAll(affected, before, seeingFiles(before, isPassing.filter(passesAll(before)), []));
  if (affected.size > stored.maxFiles) return affected;
  const mayResolve = changes.isTreeChanged ? filesThatMayResolve(before, paths) : [];
  addAll(affected, before, mayResolve);
  const siblings = siblingsOf(changes, program, modules).flatMap(numbersBefore);
  const seeing = seeingFiles(before, sources, [...siblings, ...mayResolve]);
  await followPassed(before, isPassing, names, { program, modules, stored });
  const namesFrom = dependentNames(names, changes.renames, stored);
  await addMentioning(before, seeing, { names, namesFrom }, affected, stored);
  return affected;
}

/** Returns the previous numbers of changed files. For a new file, only its names count. */
function surfaceChanges(
  { resurfaced, lost, facts, renames }: ChangedFiles,
  indexBefore: ReadonlyMap<string, number>,
) {
  const sources: number[] = [];
  const isOpen: number[] = [];
  const isPassing: number[] = [];
  const isShared: string[] = [];
  const names = new Set<string>();
  const compared = [
    ...[...resurfaced].map(([path, old]) => [path, old, facts.get(path)] as const),
    ...[...lost].map(([path, old]) => [path, old, undefined] as const),
  ];
  for (const [path, old, now] of compared) {
    const change = surfaceChange(old, now, renames.get(path));
    for (const name of change.names) names.add(name);
    if (change.isShared) isShared.push(path);
    const file = indexBefore.get(path);
    if (file === undefined) continue;
    sources.push(file);
    if (change.isOpen) isOpen.push(file);
    if (change.isPassing) isPassing.push(file);
  }
  return { sources, names, isOpen, isPassing, isShared };
}

function addAll(to: Set<string>, graph: CodeGraph, files: Iterable<number>): void {
  for (const file of files) to.add(graph.paths[file] ?? "");
}

/**
 * Returns whether what a file includes or uses changes what every file above it sees, whatever it mentions: for headers, and
 * for Ruby's files if something is included at the top level.
 */
function passesAll({ paths, names }: CodeGraph): (file: number) => boolean {
  const hasIncluded = names.includes(EXAMPLES[2]);
  return (file) => {
    const path = paths[file] ?? "";
    return isNativePath(path) || (hasIncluded && isRubyPath(path));
  };
}

const isRubyPath = (path: string) => languageOf(path)?.name === "ruby";

/**
 * Returns files to which the `global using` statements of C# or `include` statements of Ruby in one of these files apply. Of a
 * deleted file the project is not known.
 */
function sharingFiles(shared: readonly string[], { paths, indexOf }: Program, modules: Modules) {
  const sharing = shared.filter((path) => isRubyPath(path) || path.endsWith(".cs"));
  const folders = sharing.map((path) => {
    const file = indexOf.get(path);
    return file === undefined || isRubyPath(path)
      ? ""
      : folderSharedBy(path, modules.moduleOf(file));
  });
  const lists = new Set(sharing.map(modules.seenBy));
  return [...lists]
    .flat()
    .filter((file) => folders.some((folder) => paths[file]?.startsWith(folder) === true));
}

/** Returns files that see the content of a changed or deleted file without importing it. */
function siblingsOf(
  { resurfaced, lost }: ChangedFiles,
  { indexOf }: Program,
  modules: Modules,
): number[] {
  const open = [...lost.keys()].filter(
    (path) => languageOf(path)?.hasGlobalNames === true || isDeclarationFile(path),
  );
  // Files of one family are seen by the same files, which are added once.
  const lists = new Set(open.map(modules.seenBy));
  for (const path of resurfaced.keys()) {
    const file = indexOf.get(path);
    if (file !== undefined) lists.add(modules.seenBy(path)).add(modules.implFiles(file));
  }
  return [...lists].flat();
}

/**
 * Returns all files from which one of these can be reached. The files themselves are included if they can be reached, because
 * other names in them may depend on their dependents.
 */
function seeingFiles(
  graph: CodeGraph,
  sources: readonly number[],
  siblings: readonly number[],
): Set<number> {
  const seen = new Set<number>(siblings);
  const open = [...sources, ...siblings];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const other of dependentsOf(graph, file)) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
  return seen;
}

/** Returns files with an edge to this file or to something in it, possibly including the file itself. */
export function dependentsOf(graph: CodeGraph, file: number): Set<number> {
  const files = filesOfNodes(graph);
  const found = new Set<number>();
  const end = graph.inStarts[graph.fileStarts[file + 1] ?? 0] ?? 0;
  for (let at = graph.inStarts[graph.fileStarts[file] ?? 0] ?? 0; at < end; at++) {
    found.add(files[graph.inSources[at] ?? 0] ?? 0);
  }
  return found;
}

/** Returns the files that a file depends on, itself excluded. */
export function dependenciesOf(graph: CodeGraph, file: number): Set<number> {
  const files = filesOfNodes(graph);
  const found = new Set<number>();
  const end = graph.outStarts[graph.fileStarts[file + 1] ?? 0] ?? 0;
  for (let at = graph.outStarts[graph.fileStarts[file] ?? 0] ?? 0; at < end; at++) {
    found.add(files[graph.outTargets[at] ?? 0] ?? 0);
  }
  found.delete(file);
  return found;
}

interface SearchContext {
  readonly program: Program;
  readonly modules: Modules;
  readonly stored: StoredFacts;
}

/** Adds the names that depend on anything exported by these files, as far as it is re-exported unnamed. */
async function followPassed(
  before: CodeGraph,
  files: readonly number[],
  names: Set<string>,
  context: SearchContext,
): Promise<void> {
  const seen = new Set(files);
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const other of await filesReexporting(before, file, names, context)) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
}

/** Returns files that re-export or import everything of this file. Adds to `names` what depends on it in its importers. */
async function filesReexporting(
  before: CodeGraph,
  file: number,
  names: Set<string>,
  { program: { indexOf }, modules, stored }: SearchContext,
): Promise<number[]> {
  const pathOf = (item: number) => before.paths[item] ?? "";
  const from = indexOf.get(pathOf(file)) ?? -1;
  const dependents = [...dependentsOf(before, file)].filter((item) => item !== file);
  const facts = await stored.load(dependents.map(pathOf));
  return dependents.filter((other) => {
    const [own, at] = [facts.get(pathOf(other)), indexOf.get(pathOf(other))];
    if (own === undefined || at === undefined) return false;
    const imported = importedNames(own, (item) => modules.resolve(at, item).includes(from));
    for (const name of imported.names) names.add(name);
    return imported.isPassing;
  });
}

interface NamesToFollow {
  readonly names: ReadonlySet<string>;
  readonly namesFrom: (paths: readonly string[]) => Promise<readonly string[]>;
}

/** Adds files that mention one of the names. What depends on the name there has a name too, which is followed in turn. */
async function addMentioning(
  before: CodeGraph,
  seeing: ReadonlySet<number>,
  { names, namesFrom }: NamesToFollow,
  affected: Set<string>,
  stored: StoredFacts,
): Promise<void> {
  const paths = [...seeing].map((file) => before.paths[file] ?? "");
  if (names.size > 0) await fillMentions(paths, stored);
  const open = new Set<string>();
  let fresh: readonly string[] = [...names];
  while (fresh.length > 0 || open.size > 0) {
    for (const path of pathsWithNames(paths, fresh, stored)) {
      affected.add(path);
      open.add(path);
    }
    if (affected.size > stored.maxFiles) return;
    // In batches: a few files may already exceed the maximum.
    const some = [...open].slice(0, AT_ONCE);
    for (const path of some) open.delete(path);
    fresh = await namesFrom(some);
  }
}

/** Returns the names that depend, in some files, on the known names and were unknown so far. They become known. */
function dependentNames(
  names: ReadonlySet<string>,
  renames: ChangedFiles["renames"],
  stored: StoredFacts,
): NamesToFollow["namesFrom"] {
  const all = new Set(names);
  const byPath = new Map<string, DependentNames>();
  return async (paths) => {
    const unread = paths.filter((path) => !byPath.has(path));
    for (const [path, facts] of await stored.load(unread)) {
      byPath.set(path, dependentNamesOf(facts, bothNames(renames.get(path) ?? NO_RENAMES)));
    }
    const fresh: string[] = [];
    for (const path of paths) {
      for (const name of byPath.get(path)?.(all) ?? []) {
        if (all.has(name)) continue;
        all.add(name);
        fresh.push(name);
      }
    }
    return fresh;
  };
}

function pathsWithNames(
  paths: readonly string[],
  names: readonly string[],
  { mentioned }: StoredFacts,
): string[] {
  const hashes = new Set(names.map(hashOfName));
  return paths.filter((path) => mentioned.get(path)?.hasOneOf(hashes) === true);
}

const AT_ONCE = 200;

/** Reads the mentioned names of files that were not read yet. */
export async function fillMentions(
  paths: readonly string[],
  stored: Pick<StoredFacts, "mentioned" | "bytes">,
): Promise<void> {
  const unknown = paths.filter((path) => !stored.mentioned.has(path));
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    for (const [path, bytes] of await stored.bytes(unknown.slice(at, at + AT_ONCE))) {
      stored.mentioned.set(path, mentionedNames(bytes));
    }
  }
}

/**
 * Returns files with a specifier that could resolve to a new file: it was unresolved, or it resolved to a file of lower
 * precedence.
 */
function filesThatMayResolve(before: CodeGraph, paths: readonly string[]): number[] {
  const existing = new Set(before.paths);
  const addedPaths = paths.filter((path) => !existing.has(path));
  const stems = new Set(addedPaths.flatMap(stemsOf));
  const names = new Set(addedPaths.map(moduleName));
  const mayResolve = new Set<number>();
  before.paths.forEach((path, file) => {
    const nameIn = isNativePath(path) ? headerName : lastName;
    if (before.unresolved[file]?.some((item) => stems.has(nameIn(item)))) mayResolve.add(file);
    if (!names.has(moduleName(path))) return;
    for (const other of dependentsOf(before, file)) mayResolve.add(other);
  });
  return [...mayResolve];
}

/**
 * Returns the module name of a path. One specifier can mean several files with this name: `a.ts`, `a.js` and `a/index.ts`,
 * here or under another root.
 */
function moduleName(path: string): string {
  const [name = "", folder = ""] = path.split("/").reverse();
  const own = name.replace(/\..*$/, "");
  return FOLDER_FILES.has(own) && folder !== "" ? folder : own;
}

const FOLDER_FILES = new Set(["index", "__init__", "mod"]);

/** Returns the last names of a specifier that can mean a new file: the file's and its folders' names. */
function stemsOf(path: string): string[] {
  return path
    .split("/")
    .slice(-3)
    .map((part) => part.replace(/\..*$/, ""));
}

/** Returns the name of a header of C or C++ like those of `stemsOf`. */
function headerName(specifier: string): string {
  return specifier.replace(/^<|>$/g, "").split("/").at(-1)?.replace(/\..*$/, "") ?? "";
}

function lastName(specifier: string): string {
  return (
    specifier
      .replace(/\.(?:[mc]?[jt]sx?|vue|svelte|astro)$/, "")
      .split(/[./:\\]+/)
      .at(-1) ?? ""
  );
}
