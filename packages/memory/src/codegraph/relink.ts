/**
 * Facts → graph: all files, or only those that a change can have touched, with the rest carried over from the
 * graph before. Facts are loaded when the linker asks for them, so that a small change loads few.
 */
import type { FileFacts } from "./facts.ts";
import {
  buildGraph,
  type CodeGraph,
  EDGE_WIDTH,
  edgeKind,
  type FileNodes,
  fileOfNode,
  type NodeDraft,
  nodeDrafts,
  nodeNumbers,
} from "./graph.ts";
import { createLinker, type LinkedFile, type Linker } from "./linker/link.ts";
import { createModules } from "./linker/modules.ts";
import { Program } from "./linker/program.ts";
import type { ConfigFiles } from "./linker/project-config.ts";
import type { Modules } from "./linker/resolver.ts";
import { UniqueNames } from "./linker/unique-names.ts";
import { CODEGRAPH } from "./tuning.ts";

type LoadFacts = (paths: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;

export interface LinkSources {
  /** Every file with facts, sorted. */
  readonly paths: readonly string[];
  readonly load: LoadFacts;
  readonly config: ConfigFiles;
}

const LOAD_AT_ONCE = 400;

/** Everything loaded, and a linker over it. */
export async function openLinker(
  sources: LinkSources,
): Promise<{ program: Program; linker: Linker }> {
  const { paths, load, config } = sources;
  const program = new Program(
    paths,
    paths.map(() => undefined),
  );
  for (let at = 0; at < paths.length; at += LOAD_AT_ONCE) {
    const some = await load(paths.slice(at, at + LOAD_AT_ONCE));
    for (const [path, one] of some) program.supply(program.indexOf.get(path) ?? -1, one);
  }
  const modules = createModules(program, config);
  const unique = uniqueNames(program, modules);
  for (const file of paths.keys()) {
    const facts = program.tables(file)?.facts;
    if (facts !== undefined) addNames(unique, facts, file);
  }
  return { program, linker: createLinker(program, modules, unique) };
}

export async function linkAll(
  sources: LinkSources,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<CodeGraph> {
  const { program, linker } = await openLinker(sources);
  const files: FileNodes[] = [];
  for (const file of sources.paths.keys()) {
    files.push(fileNodes(program, file, linker.linkFile(file)));
    program.release(file);
    if (file % LOAD_AT_ONCE === 0) onProgress(file, sources.paths.length);
  }
  return buildGraph(files);
}

export interface LinkChange {
  readonly before: CodeGraph;
  /** Files whose facts are new, with those facts. */
  readonly changed: ReadonlyMap<string, FileFacts>;
  /** Files to link again besides those. */
  readonly affected: ReadonlySet<string>;
}

/** How often facts that the linker missed are loaded and linking begins anew. */
const MAX_ROUNDS = 40;

export async function linkSome(sources: LinkSources, change: LinkChange): Promise<CodeGraph> {
  const { paths, load, config } = sources;
  const program = new Program(
    paths,
    paths.map((path) => change.changed.get(path)),
  );
  const carried = new CarriedGraph(change.before, program, change.changed);
  const again = new Set(
    [...change.changed.keys(), ...change.affected, ...carried.lostTargets()].flatMap(
      (path) => program.indexOf.get(path) ?? [],
    ),
  );
  const modules = createModules(program, config);
  let linked = new Map<number, LinkedFile>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const unique = carried.uniqueNames(uniqueNames(program, modules), program);
    const linker = createLinker(program, modules, unique);
    linked = new Map([...again].map((file) => [file, linker.linkFile(file)]));
    if (program.missing.size === 0) break;
    const wanted = [...program.missing].flatMap((file) => paths[file] ?? []);
    const loaded = await load(wanted);
    // What is known to have no facts is not asked for again.
    for (const file of [...program.missing]) {
      program.supply(file, loaded.get(paths[file] ?? "") ?? NO_FACTS);
    }
  }
  const files = paths.map((_path, file): FileNodes => {
    const fresh = linked.get(file);
    return fresh === undefined ? carried.file(file) : fileNodes(program, file, fresh);
  });
  return buildGraph(files);
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
  const numbersOf = new Map<number, Int32Array>();
  const numberIn = (other: number, definition: number): number => {
    if (definition < 0) return 0;
    let numbers = numbersOf.get(other);
    if (numbers === undefined) {
      numbers = nodeNumbers(program.tables(other)?.facts.definitions ?? []);
      numbersOf.set(other, numbers);
    }
    return Math.max(0, numbers[definition] ?? 0);
  };
  const edges = new Uint32Array(linked.edges.length * EDGE_WIDTH);
  linked.edges.forEach(({ from, to, type, tier }, index) => {
    const row = [
      numberIn(file, from),
      to.file,
      numberIn(to.file, to.definition),
      edgeKind(type, tier),
    ];
    edges.set(row, index * EDGE_WIDTH);
  });
  return {
    path: program.paths[file] ?? "",
    symbols: nodeDrafts(facts.definitions),
    edges,
    unresolved: linked.unresolved,
  };
}

/** Names of one meaning, among what the caller's file can know by its imports. */
function uniqueNames(program: Program, modules: Modules): UniqueNames {
  const reach = new Map<number, ReadonlySet<number>>();
  const importsOf = (file: number): number[] =>
    (program.tables(file)?.facts.imports ?? []).flatMap((one) =>
      modules.resolve(file, one.specifier),
    );
  return new UniqueNames((from, to) => {
    let known = reach.get(from);
    if (known === undefined) {
      known = within(CODEGRAPH.uniqueReach.value, from, importsOf);
      reach.set(from, known);
    }
    return known.has(to);
  });
}

function within(steps: number, from: number, next: (file: number) => number[]): Set<number> {
  const seen = new Set([from]);
  let edge = [from];
  for (let step = 0; step < steps; step++) {
    edge = edge.flatMap(next).filter((file) => !seen.has(file) && seen.add(file) !== undefined);
  }
  return seen;
}

function addNames(unique: UniqueNames, facts: FileFacts, file: number): void {
  facts.definitions.forEach((one, definition) => {
    if (one.kind === "method" || one.kind === "function")
      unique.add(one.name, { file, definition });
  });
}

/** What of the graph before still holds, in the numbers of the new one. */
class CarriedGraph {
  readonly #before: CodeGraph;
  readonly #indexBefore: ReadonlyMap<string, number>;
  /** By file before: its number now, -1 when it is gone. */
  readonly #fileNow: Int32Array;
  /** By changed file before: by own node before, own node now; -1 when it is gone. */
  readonly #nodesNow = new Map<number, Int32Array>();
  readonly #paths: readonly string[];
  /** By node before: its file. Every edge of the tree asks. */
  readonly #fileOf: Uint32Array;

  constructor(before: CodeGraph, program: Program, changed: ReadonlyMap<string, FileFacts>) {
    this.#before = before;
    this.#paths = program.paths;
    this.#fileOf = new Uint32Array(before.kinds.length);
    for (const file of before.paths.keys()) {
      this.#fileOf.fill(file, before.fileStarts[file], before.fileStarts[file + 1]);
    }
    this.#indexBefore = new Map(before.paths.map((path, index) => [path, index]));
    this.#fileNow = Int32Array.from(before.paths, (path) => program.indexOf.get(path) ?? -1);
    for (const [path, facts] of changed) {
      const file = this.#indexBefore.get(path);
      if (file === undefined) continue;
      this.#nodesNow.set(file, renumbered(draftsOf(before, file), nodeDrafts(facts.definitions)));
    }
  }

  /** Files with an edge to a symbol or a file that is gone. */
  lostTargets(): Set<string> {
    const lost = new Set<string>();
    const g = this.#before;
    const look = (file: number, isLost: (own: number) => boolean) => {
      const [start, end] = [g.fileStarts[file] ?? 0, g.fileStarts[file + 1] ?? 0];
      for (let node = start; node < end; node++) {
        if (!isLost(node - start)) continue;
        for (let at = g.inStarts[node] ?? 0; at < (g.inStarts[node + 1] ?? 0); at++) {
          lost.add(g.paths[fileOfNode(g, g.inSources[at] ?? 0)] ?? "");
        }
      }
    };
    for (const [file, now] of this.#nodesNow) look(file, (own) => now[own] === -1);
    this.#fileNow.forEach((now, file) => {
      if (now < 0) look(file, () => true);
    });
    return lost;
  }

  /** A file as it was, its edges pointing to where their ends are now. */
  file(file: number): FileNodes {
    const path = this.#paths[file] ?? "";
    const g = this.#before;
    const old = this.#indexBefore.get(path);
    if (old === undefined) return { path, symbols: [], edges: new Uint32Array(0), unresolved: [] };
    const [start, end] = [g.fileStarts[old] ?? 0, g.fileStarts[old + 1] ?? 0];
    const rows: number[] = [];
    for (let node = start; node < end; node++) {
      for (let at = g.outStarts[node] ?? 0; at < (g.outStarts[node + 1] ?? 0); at++) {
        const target = this.#targetNow(g.outTargets[at] ?? 0);
        if (target !== null) rows.push(node - start, ...target, g.outKinds[at] ?? 0);
      }
    }
    const edges = Uint32Array.from(rows);
    return { path, symbols: draftsOf(g, old), edges, unresolved: g.unresolved[old] ?? [] };
  }

  /** File and own node now; null when it is gone. */
  #targetNow(node: number): [number, number] | null {
    const file = this.#fileOf[node] ?? 0;
    const own = node - (this.#before.fileStarts[file] ?? 0);
    const moved = this.#nodesNow.get(file);
    const now = this.#fileNow[file] ?? -1;
    const ownNow = moved === undefined ? own : (moved[own] ?? -1);
    return now < 0 || ownNow < 0 ? null : [now, ownNow];
  }

  /** Callables by name, read off the graph; a definition's index is asked for only when it is the one. */
  uniqueNames(unique: UniqueNames, program: Program): UniqueNames {
    unique.fillLater(() => {
      const g = this.#before;
      g.paths.forEach((_path, old) => {
        const file = this.#fileNow[old] ?? -1;
        if (file < 0 || this.#nodesNow.has(old)) return;
        draftsOf(g, old).forEach((one, index) => {
          if (!CALLABLE.has(one.kind)) return;
          unique.addLater(one.name, file, () => definitionOf(program, file, index + 1));
        });
      });
      for (const file of program.paths.keys()) {
        const path = program.paths[file] ?? "";
        const old = this.#indexBefore.get(path);
        const facts =
          old === undefined || this.#nodesNow.has(old) ? program.tables(file)?.facts : undefined;
        if (facts !== undefined) addNames(unique, facts, file);
      }
    });
    return unique;
  }
}

/** `function` and `method` in SYMBOL_KINDS. */
const CALLABLE = new Set([2, 3]);

function definitionOf(program: Program, file: number, node: number): number {
  const numbers = nodeNumbers(program.tables(file)?.facts.definitions ?? []);
  return numbers.indexOf(node);
}

function draftsOf(graph: CodeGraph, file: number): NodeDraft[] {
  const [start, end] = [graph.fileStarts[file] ?? 0, graph.fileStarts[file + 1] ?? 0];
  const drafts: NodeDraft[] = [];
  for (let node = start + 1; node < end; node++) {
    drafts.push({
      name: graph.names[graph.nameIds[node] ?? 0] ?? "",
      kind: graph.kinds[node] ?? 0,
      container: (graph.containers[node] ?? start) - start,
      startLine: graph.startLines[node] ?? 0,
      endLine: graph.endLines[node] ?? 0,
    });
  }
  return drafts;
}

/** Own nodes before → now, by their stable keys. */
function renumbered(before: readonly NodeDraft[], now: readonly NodeDraft[]): Int32Array {
  const places = new Map(keysOf(now).map((key, index) => [key, index + 1]));
  return Int32Array.from([0, ...keysOf(before).map((key) => places.get(key) ?? -1)]);
}

/** Container, name, kind and which of them it is. */
function keysOf(drafts: readonly NodeDraft[]): string[] {
  const counts = new Map<string, number>();
  const keys: string[] = [];
  for (const one of drafts) {
    const around = one.container === 0 ? "" : (keys[one.container - 1] ?? "");
    const key = `${around}/${one.kind}:${one.name}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    keys.push(ordinal === 0 ? key : `${key}#${ordinal}`);
  }
  return keys;
}
