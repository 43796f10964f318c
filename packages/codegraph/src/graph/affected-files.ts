/**
 * Who must be linked again because of what changed elsewhere? Whoever can see it, over however many files, and
 * says its name; and whoever hoped for a file that is there now.
 */
import type { FileFacts } from "../facts/facts.ts";
import { hashOfName, type MentionedNames, mentionedNames } from "../facts/mentioned-names.ts";
import type { Program } from "../link/program.ts";
import type { Modules } from "../link/resolver.ts";
import { type CodeGraph, filesOfNodes } from "./graph.ts";
import { NO_RENAMES, type Renames } from "./renames.ts";
import {
  bothNames,
  namesComing,
  type RestingNames,
  restingNames,
  surfaceChange,
} from "./surface-change.ts";

export interface ChangedFiles {
  /** Of every file whose content is new. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** Those that others see another way, as they were; without an entry: not there before. */
  readonly resurfaced: ReadonlyMap<string, FileFacts | undefined>;
  /** Files that are gone, or have no facts any more, as they were. */
  readonly lost: ReadonlyMap<string, FileFacts | undefined>;
  /** By path of a changed file. */
  readonly renames: ReadonlyMap<string, Renames>;
  /** A file came or went. */
  readonly isTreeChanged: boolean;
}

/** Where facts of files that did not change come from. */
export interface KeptFacts {
  readonly bytes: (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly load: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  /** What files say; whoever changes loses its entry. */
  readonly said: Map<string, MentionedNames>;
  /** With more affected files than that nobody asks which: looking for the rest of them ends. */
  readonly most: number;
}

/** Paths; where there are more than `kept.most`, some of them. `before` is the graph without the changes; `program` has the files of the tree now. */
export async function affectedFiles(
  before: CodeGraph,
  program: Program,
  changes: ChangedFiles,
  modules: Modules,
  stored: KeptFacts,
): Promise<Set<string>> {
  if (changes.resurfaced.size === 0 && changes.lost.size === 0 && !changes.isTreeChanged)
    return new Set();
  const { paths } = program;
  const indexBefore =
    paths === before.paths
      ? program.indexOf
      : new Map(before.paths.map((path, file) => [path, file]));
  const { sources, names, isOpen, isPassing } = surfaceChanges(changes, indexBefore);
  const affected = new Set<string>();
  for (const file of isOpen) addAll(affected, before, dependentsOf(before, file));
  const hopeful = changes.isTreeChanged ? hopefulFiles(before, paths) : [];
  addAll(affected, before, hopeful);
  const siblings = siblingsOf(changes, program, modules, indexBefore);
  const seeing = seeingFiles(before, sources, [...siblings, ...hopeful]);
  await followPassed(before, isPassing, names, { program, modules, kept: stored });
  const namesFrom = restingIn(names, changes.renames, stored);
  await spread(before, seeing, { names, namesFrom }, affected, stored);
  return affected;
}

/** Numbers of files before; of a file that was not there before only its names. */
function surfaceChanges(
  { resurfaced, lost, facts, renames }: ChangedFiles,
  indexBefore: ReadonlyMap<string, number>,
) {
  const sources: number[] = [];
  const isOpen: number[] = [];
  const isPassing: number[] = [];
  const names = new Set<string>();
  const compared = [
    ...[...resurfaced].map(([path, old]) => [path, old, facts.get(path)] as const),
    ...[...lost].map(([path, old]) => [path, old, undefined] as const),
  ];
  for (const [path, old, now] of compared) {
    const change = surfaceChange(old, now, renames.get(path));
    for (const name of change.names) names.add(name);
    const file = indexBefore.get(path);
    if (file === undefined) continue;
    sources.push(file);
    if (change.isOpen) isOpen.push(file);
    if (change.isPassing) isPassing.push(file);
  }
  return { sources, names, isOpen, isPassing };
}

function addAll(to: Set<string>, graph: CodeGraph, files: Iterable<number>): void {
  for (const file of files) to.add(graph.paths[file] ?? "");
}

/** Files that see what is in a changed one without importing it. */
function siblingsOf(
  { resurfaced }: ChangedFiles,
  { paths, indexOf }: Program,
  modules: Modules,
  indexBefore: ReadonlyMap<string, number>,
): number[] {
  const found: number[] = [];
  for (const path of resurfaced.keys()) {
    const file = indexOf.get(path);
    if (file === undefined) continue;
    for (const other of [...modules.seenBy(file), ...modules.implFiles(file)]) {
      const old = indexBefore.get(paths[other] ?? "");
      if (old !== undefined) found.push(old);
    }
  }
  return found;
}

/**
 * Everybody from whom one of these can be reached. They themselves where they can be reached, too: what else they
 * say may rest on what rests on them.
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

/** Files with an edge to this one or to something in it; itself may be among them. */
export function dependentsOf(graph: CodeGraph, file: number): Set<number> {
  const files = filesOfNodes(graph);
  const found = new Set<number>();
  const end = graph.inStarts[graph.fileStarts[file + 1] ?? 0] ?? 0;
  for (let at = graph.inStarts[graph.fileStarts[file] ?? 0] ?? 0; at < end; at++) {
    found.add(files[graph.inSources[at] ?? 0] ?? 0);
  }
  return found;
}

interface Looking {
  readonly program: Program;
  readonly modules: Modules;
  readonly kept: KeptFacts;
}

/** Adds the names of what rests on anything that comes from these files, as far as they are passed on unnamed. */
async function followPassed(
  before: CodeGraph,
  files: readonly number[],
  names: Set<string>,
  looking: Looking,
): Promise<void> {
  const seen = new Set(files);
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const other of await takersOf(before, file, names, looking)) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
}

/** Files that pass on, or take in, all that comes from this one; `names` gets what rests on it in all who import it. */
async function takersOf(
  before: CodeGraph,
  file: number,
  names: Set<string>,
  { program: { indexOf }, modules, kept: stored }: Looking,
): Promise<number[]> {
  const pathOf = (item: number) => before.paths[item] ?? "";
  const from = indexOf.get(pathOf(file)) ?? -1;
  const dependents = [...dependentsOf(before, file)].filter((item) => item !== file);
  const facts = await stored.load(dependents.map(pathOf));
  return dependents.filter((other) => {
    const [own, at] = [facts.get(pathOf(other)), indexOf.get(pathOf(other))];
    if (own === undefined || at === undefined) return false;
    const coming = namesComing(own, (item) => modules.resolve(at, item).includes(from));
    for (const name of coming.names) names.add(name);
    return coming.isPassing;
  });
}

interface Spreading {
  readonly names: ReadonlySet<string>;
  readonly namesFrom: (paths: readonly string[]) => Promise<readonly string[]>;
}

/** Those who say one of the names; what rests on it there has a name too, and so on. */
async function spread(
  before: CodeGraph,
  seeing: ReadonlySet<number>,
  { names, namesFrom }: Spreading,
  affected: Set<string>,
  stored: KeptFacts,
): Promise<void> {
  const paths = [...seeing].map((file) => before.paths[file] ?? "");
  if (names.size > 0) await fillMentions(paths, stored);
  const open = new Set<string>();
  let fresh: readonly string[] = [...names];
  while (fresh.length > 0 || open.size > 0) {
    for (const path of saying(paths, fresh, stored)) {
      affected.add(path);
      open.add(path);
    }
    if (affected.size > stored.most) return;
    // Not all at once: a few may show that it is more than anybody wants to know.
    const some = [...open].slice(0, AT_ONCE);
    for (const path of some) open.delete(path);
    fresh = await namesFrom(some);
  }
}

/** Gives the names that rest, in some files, on all that are known so far, and that were not; they are known then. */
function restingIn(
  names: ReadonlySet<string>,
  renames: ChangedFiles["renames"],
  stored: KeptFacts,
): Spreading["namesFrom"] {
  const all = new Set(names);
  const resting = new Map<string, RestingNames>();
  return async (paths) => {
    const unread = paths.filter((path) => !resting.has(path));
    for (const [path, facts] of await stored.load(unread)) {
      resting.set(path, restingNames(facts, bothNames(renames.get(path) ?? NO_RENAMES)));
    }
    const fresh: string[] = [];
    for (const path of paths) {
      for (const name of resting.get(path)?.(all) ?? []) {
        if (all.has(name)) continue;
        all.add(name);
        fresh.push(name);
      }
    }
    return fresh;
  };
}

function saying(
  paths: readonly string[],
  names: readonly string[],
  { said: mentioned }: KeptFacts,
): string[] {
  const hashes = new Set(names.map(hashOfName));
  return paths.filter((path) => mentioned.get(path)?.hasOneOf(hashes) === true);
}

const AT_ONCE = 200;

/** What these files say, as far as nobody has asked yet. */
export async function fillMentions(
  paths: readonly string[],
  stored: Pick<KeptFacts, "said" | "bytes">,
): Promise<void> {
  const unknown = paths.filter((path) => !stored.said.has(path));
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    for (const [path, bytes] of await stored.bytes(unknown.slice(at, at + AT_ONCE))) {
      stored.said.set(path, mentionedNames(bytes));
    }
  }
}

/** Files with a specifier that could mean a file that came: it meant nothing, or one that the new one goes before. */
function hopefulFiles(before: CodeGraph, paths: readonly string[]): number[] {
  const existing = new Set(before.paths);
  const come = paths.filter((path) => !existing.has(path));
  const stems = new Set(come.flatMap(stemsOf));
  const names = new Set(come.map(moduleName));
  const hopeful = new Set<number>();
  before.paths.forEach((path, file) => {
    if (before.unresolved[file]?.some((item) => stems.has(lastName(item)))) hopeful.add(file);
    if (!names.has(moduleName(path))) return;
    for (const other of dependentsOf(before, file)) hopeful.add(other);
  });
  return [...hopeful];
}

/** Two files of one name may be meant by one specifier: `a.ts`, `a.js` and `a/index.ts`, here or under another root. */
function moduleName(path: string): string {
  const [name = "", folder = ""] = path.split("/").reverse();
  const own = name.replace(/\..*$/, "");
  return FOLDER_FILES.has(own) && folder !== "" ? folder : own;
}

const FOLDER_FILES = new Set(["index", "__init__", "mod"]);

/** By which last names of a specifier a new file can be meant: its own, and its folder's. */
function stemsOf(path: string): string[] {
  return path
    .split("/")
    .slice(-3)
    .map((part) => part.replace(/\..*$/, ""));
}

function lastName(specifier: string): string {
  return (
    specifier
      .replace(/\.(?:[mc]?[jt]sx?|vue|svelte|astro)$/, "")
      .split(/[./:\\]+/)
      .at(-1) ?? ""
  );
}
