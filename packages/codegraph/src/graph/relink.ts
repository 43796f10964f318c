/**
 * Links facts into a graph: all files, or only those that a change can affect, with the rest carried over from the previous
 * graph. Facts are loaded on demand, so that a small change loads few.
 */
import type { FileFacts } from "../facts/facts.ts";
import type { FactsInParts } from "../indexing/load-facts.ts";
import { DeclaredNames, type ProjectNames } from "../link/declared-names.ts";
import { createLinker, type Linker } from "../link/link.ts";
import { createModules } from "../link/modules/modules.ts";
import type { ConfigFiles } from "../link/modules/project-config.ts";
import { Program } from "../link/program.ts";
import type { Modules } from "../link/resolver.ts";
import { type Candidate, UniqueNames } from "../link/unique-names.ts";
import type { LinkedFile } from "../link/value.ts";
import { CODEGRAPH } from "../tuning.ts";
import { buildGraph, patchGraph } from "./build-graph.ts";
import { CarriedGraph, type LinkChange } from "./carried-graph.ts";
import {
  type CodeGraph,
  EDGE_WIDTH,
  edgeKind,
  type FileNodes,
  nodeDrafts,
  nodeNumbers,
} from "./graph.ts";

type LoadFacts = (paths: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;

export interface LinkedTree {
  /** Every file with facts, sorted. */
  readonly paths: readonly string[];
  readonly config: ConfigFiles;
}

const LOAD_AT_ONCE = 400;

/** Loads all facts that are not in `held`, and returns a linker over them. */
export async function openLinker(
  tree: LinkedTree,
  load: LoadFacts,
  held?: Linking,
): Promise<{ program: Program; linker: Linker }> {
  const { paths } = tree;
  const { program, modules } = held ?? newLinking(tree);
  const missing = paths.filter((_path, file) => !program.has(file));
  for (let at = 0; at < missing.length; at += LOAD_AT_ONCE) {
    const some = await load(missing.slice(at, at + LOAD_AT_ONCE));
    for (const [path, one] of some) program.supply(program.indexOf.get(path) ?? -1, one);
  }
  const names = { unique: uniqueNames(program, modules), declared: new DeclaredNames() };
  for (const file of paths.keys()) {
    const facts = program.facts(file);
    if (facts !== undefined) addNames(names, facts, file, paths[file] ?? "");
  }
  return { program, linker: createLinker(program, modules, names) };
}

/** The linked graph, and files in which uses were left out because they are too deep. */
export interface LinkedGraph {
  readonly graph: CodeGraph;
  readonly tooDeep: readonly string[];
}

/**
 * Links all files. `held`: known facts of the current tree. It must not be used to link afterwards, because its uses are
 * dropped.
 */
export async function linkAll(
  tree: LinkedTree,
  { outlines, uses }: FactsInParts,
  onProgress: (done: number, total: number) => void = () => undefined,
  held?: Linking,
): Promise<LinkedGraph> {
  const { paths } = tree;
  const isWhole = paths.map((_path, file) => held?.program.has(file) === true);
  const { program, linker } = await openLinker(tree, outlines, held);
  const files: FileNodes[] = [];
  for (let at = 0; at < paths.length; at += LOAD_AT_ONCE) {
    onProgress(at, paths.length);
    const some = paths.slice(at, at + LOAD_AT_ONCE);
    const lent = await uses(some.filter((_path, index) => isWhole[at + index] !== true));
    for (let file = at; file < at + some.length; file++) {
      if (isWhole[file] !== true) program.lend(file, lent.get(paths[file] ?? ""));
      files.push(fileNodes(program, file, linker.linkFile(file)));
      program.lend(file, undefined);
    }
  }
  return { graph: buildGraph(files), tooDeep: tooDeepOf(files) };
}

/** Facts and module rules that are reused by the next edit. They are valid for these paths and this configuration. */
export interface Linking {
  readonly program: Program;
  readonly modules: Modules;
  /** Number of files whose facts were loaded. */
  loaded: number;
}

/** Returns `held` if it is still valid, else a new one. */
export function openLinking({ paths, config }: LinkedTree, held: Linking | undefined): Linking {
  const isHolding = held?.program.paths === paths && held.loaded < CODEGRAPH.heldFacts;
  return held !== undefined && isHolding ? held : newLinking({ paths, config });
}

function newLinking({ paths, config }: LinkedTree): Linking {
  const program = new Program(
    paths,
    paths.map(() => undefined),
  );
  return { program, modules: createModules(program, config), loaded: 0 };
}

/** Supplies the facts of changed files. Call it before any of them is requested. */
export function supplyChanged({ program }: Linking, changed: ReadonlyMap<string, FileFacts>): void {
  for (const [path, facts] of changed) {
    const file = program.indexOf.get(path);
    if (file !== undefined && program.facts(file) !== facts) program.supply(file, facts);
  }
}

/** Maximum rounds of loading missing facts and linking again. */
const MAX_ROUNDS = 40;
/** Files linked between two checks for missing facts: facts loaded for one file are also used by the next ones. */
const FILES_AT_ONCE = 25;

export async function linkSome(
  load: LoadFacts,
  change: LinkChange,
  linking: Linking,
): Promise<LinkedGraph> {
  const { before, changed } = change;
  const { program, modules } = linking;
  supplyChanged(linking, changed);
  const isSameTree = before.paths === program.paths;
  const indexBefore = isSameTree
    ? program.indexOf
    : new Map(before.paths.map((path, file) => [path, file]));
  const carried = new CarriedGraph(change, program, indexBefore);
  const again = new Set(
    [...changed.keys(), ...change.affected, ...carried.lostTargets()].flatMap(
      (path) => program.indexOf.get(path) ?? [],
    ),
  );
  await supplyMissing(load, linking, [...again, ...carried.targetsOf(again)]);
  const open = () => {
    const names = {
      unique: uniqueNames(program, modules, (name) => carried.callableNamed(name)),
      declared: new DeclaredNames((name) => carried.filesDeclaring(name)),
    };
    for (const [path, facts] of changed)
      addNames(names, facts, program.indexOf.get(path) ?? -1, path);
    return createLinker(program, modules, names);
  };
  const fresh = new Map<number, FileNodes>();
  let linker = open();
  const files = [...again];
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const some = files.slice(at, at + FILES_AT_ONCE);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const file of some) fresh.set(file, fileNodes(program, file, linker.linkFile(file)));
      if (program.missing.size === 0) break;
      await supplyMissing(load, linking, [...program.missing]);
      // Cached results may depend on facts that were missing.
      linker = open();
    }
  }
  const graph = patchGraph(before, carried.patchWith(fresh));
  return { graph, tooDeep: tooDeepOf([...fresh.values()]) };
}

function tooDeepOf(files: readonly FileNodes[]): string[] {
  return files.flatMap(({ path, tooDeep = 0 }) => (tooDeep > 0 ? [path] : []));
}

async function supplyMissing(
  load: LoadFacts,
  linking: Linking,
  files: readonly number[],
): Promise<void> {
  const { program } = linking;
  const wanted = [...new Set(files)].filter((file) => !program.has(file));
  if (wanted.length === 0) return;
  const loaded = await load(wanted.flatMap((file) => program.paths[file] ?? []));
  for (const file of wanted) {
    // A file without facts is not requested again.
    program.supply(file, loaded.get(program.paths[file] ?? "") ?? NO_FACTS);
  }
  linking.loaded += wanted.length;
}

/**
 * Returns the facts of files, loading missing ones and supplying them for later linking. Paths without facts are left out.
 */
export async function suppliedFacts(
  load: LoadFacts,
  linking: Linking,
  paths: readonly string[],
): Promise<Map<string, FileFacts>> {
  const { program } = linking;
  const files = paths.flatMap((path) => program.indexOf.get(path) ?? []);
  await supplyMissing(load, linking, files);
  const found = new Map<string, FileFacts>();
  for (const file of files) {
    const facts = program.facts(file);
    if (facts !== undefined && facts !== NO_FACTS) found.set(program.paths[file] ?? "", facts);
  }
  return found;
}

const NO_FACTS: FileFacts = {
  language: "",
  namespace: "",
  definitions: [],
  bindings: [],
  calls: [],
  imports: [],
  exportNames: [],
  surfaceHash: 0,
};

function fileNodes(program: Program, file: number, linked: LinkedFile): FileNodes {
  const facts = program.tables(file)?.facts ?? NO_FACTS;
  const numberIn = (other: number, definition: number): number => {
    if (definition < 0) return 0;
    const { definitions } = program.tables(other)?.facts ?? NO_FACTS;
    return Math.max(0, nodeNumbers(definitions)[definition] ?? 0);
  };
  const edges = new Uint32Array(linked.edges.length * EDGE_WIDTH);
  linked.edges.forEach(({ from, to, type, tier }, index) => {
    const at = index * EDGE_WIDTH;
    edges[at] = numberIn(file, from);
    edges[at + 1] = to.file;
    edges[at + 2] = numberIn(to.file, to.definition);
    edges[at + 3] = edgeKind(type, tier);
  });
  return {
    path: program.paths[file] ?? "",
    symbols: nodeDrafts(facts.definitions),
    edges,
    unresolved: linked.unresolved,
    unknownCalls: linked.unknownCalls,
    tooDeep: linked.tooDeep,
  };
}

/** Finds unambiguous names among the files that the caller's file can see through its imports. */
function uniqueNames(
  program: Program,
  modules: Modules,
  elsewhere?: (name: string) => Candidate | null | undefined,
): UniqueNames {
  const reach = new Map<number, ReadonlySet<number>>();
  const importsOf = (file: number): number[] =>
    (program.tables(file)?.facts.imports ?? []).flatMap((item) =>
      modules.resolve(file, item.specifier),
    );
  return new UniqueNames((from, to) => {
    let reachable = reach.get(from);
    if (reachable === undefined) {
      reachable = within(CODEGRAPH.uniqueReach, from, importsOf);
      reach.set(from, reachable);
    }
    return reachable.has(to);
  }, elsewhere);
}

function within(steps: number, from: number, next: (file: number) => number[]): Set<number> {
  const seen = new Set([from]);
  let edge = [from];
  for (let step = 0; step < steps; step++) {
    edge = edge.flatMap(next).filter((file) => !seen.has(file) && seen.add(file) !== undefined);
  }
  return seen;
}

function addNames(
  { unique, declared }: ProjectNames,
  facts: FileFacts,
  file: number,
  path: string,
): void {
  declared.add(facts, file, path);
  facts.definitions.forEach((item, definition) => {
    if (item.kind === "method" || item.kind === "function")
      unique.add(item.name, { file, definition });
  });
}
