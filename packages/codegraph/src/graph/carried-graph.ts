/**
 * What remains valid of the previous graph after some files changed: the new numbers of symbols, files that lost an edge's
 * target, and function names that are unambiguous.
 */
import { COMPILER_TIERS, type FileFacts, nameOfGlobal, SYMBOL_KINDS } from "../facts/facts.ts";
import { isDeclarationFile, languageOf } from "../facts/languages/languages.ts";
import { GLOBAL_USING } from "../link/csharp/usings.ts";
import { isGlobalKind } from "../link/declared-names.ts";
import type { Program } from "../link/program.ts";
import type { Candidate } from "../link/unique-names.ts";
import type { Tier } from "../link/value.ts";
import { type GraphPatch, nameIds } from "./build-graph.ts";
import {
  type CodeGraph,
  edgeTier,
  type FileNodes,
  fileOfNode,
  type NodeDraft,
  nodeDrafts,
  nodeNumbers,
} from "./graph.ts";
import { NO_RENAMES, type Renames } from "./renames.ts";

export interface LinkChange {
  readonly before: CodeGraph;
  /** Files with new facts, and these facts. */
  readonly changed: ReadonlyMap<string, FileFacts>;
  /** By path of a changed file. */
  readonly renames: ReadonlyMap<string, Renames>;
  /** Other files to link again. */
  readonly affected: ReadonlySet<string>;
}

/** `function` and `method` in SYMBOL_KINDS. */
const FUNCTION = 2;
const METHOD = 3;

const COMPILERS: ReadonlySet<Tier> = new Set(COMPILER_TIERS);

const isCallable = (kind: number | undefined) => kind === FUNCTION || kind === METHOD;

export class CarriedGraph {
  readonly #before: CodeGraph;
  readonly #program: Program;
  /** By previous file number: its new number; -1 if the file was removed. */
  readonly #fileNow: Int32Array;
  readonly #indexBefore: ReadonlyMap<string, number>;
  /** By previous number of a file with new facts: the new numbers of its nodes. */
  readonly #nodesNow = new Map<number, Int32Array>();
  /** By previous file number: its nodes that are the same under another name. */
  readonly #renamed = new Map<number, ReadonlySet<number>>();
  #callables: Int32Array | undefined;
  /** By number of a name: the files that declare it. */
  #declaring: Map<number, number[]> | undefined;
  /** The same for names that a declaration file declares. */
  #ambient: Map<number, number[]> | undefined;

  constructor(
    { before, changed, renames }: Pick<LinkChange, "before" | "changed" | "renames">,
    program: Program,
    indexBefore: ReadonlyMap<string, number>,
  ) {
    this.#before = before;
    this.#program = program;
    this.#indexBefore = indexBefore;
    const isSameTree = before.paths === program.paths;
    this.#fileNow = new Int32Array(before.paths.length);
    for (let file = 0; file < before.paths.length; file++) {
      const path = before.paths[file] ?? "";
      this.#fileNow[file] = isSameTree ? file : (program.indexOf.get(path) ?? -1);
    }
    for (const [path, facts] of changed) {
      const old = indexBefore.get(path);
      if (old === undefined) continue;
      const now = nodeDrafts(facts.definitions);
      const keys = keysOf(draftsOf(before, old, renames.get(path) ?? NO_RENAMES));
      this.#nodesNow.set(old, renumbered(keys, now));
      if (renames.get(path)?.size) this.#renamed.set(old, otherKeys(before, old, keys));
    }
  }

  /** Returns files with an edge to a symbol or file that was removed, or that a compiler resolved under a former name. */
  lostTargets(): Set<string> {
    const g = this.#before;
    const lost = new Set<number>();
    const addLost = (to: Set<number>, file: number, isLost: (own: number) => boolean) => {
      const [start, end] = [g.fileStarts[file] ?? 0, g.fileStarts[file + 1] ?? 0];
      for (let node = start; node < end; node++) {
        if (!isLost(node - start)) continue;
        for (let at = g.inStarts[node] ?? 0; at < (g.inStarts[node + 1] ?? 0); at++) {
          to.add(fileOfNode(g, g.inSources[at] ?? 0));
        }
      }
    };
    for (const [file, now] of this.#nodesNow) addLost(lost, file, (own) => now[own] === -1);
    this.#fileNow.forEach((now, file) => {
      if (now < 0) addLost(lost, file, () => true);
    });
    const users = new Set<number>();
    for (const [file, renamed] of this.#renamed) addLost(users, file, (own) => renamed.has(own));
    for (const file of users) if (this.#hasCompilerEdges(file)) lost.add(file);
    return new Set([...lost].map((file) => g.paths[file] ?? ""));
  }

  /** Returns whether the file has edges that a compiler resolved. */
  #hasCompilerEdges(file: number): boolean {
    const g = this.#before;
    const end = g.outStarts[g.fileStarts[file + 1] ?? 0] ?? 0;
    for (let at = g.outStarts[g.fileStarts[file] ?? 0] ?? 0; at < end; at++) {
      if (COMPILERS.has(edgeTier(g.outKinds[at] ?? 0))) return true;
    }
    return false;
  }

  /** Returns the files to which any of these had an edge. Linking will most likely need them. */
  targetsOf(files: Iterable<number>): Set<number> {
    const g = this.#before;
    const found = new Set<number>();
    for (const file of files) {
      const old = this.#indexBefore.get(this.#program.paths[file] ?? "");
      if (old === undefined) continue;
      const end = g.outStarts[g.fileStarts[old + 1] ?? 0] ?? 0;
      for (let at = g.outStarts[g.fileStarts[old] ?? 0] ?? 0; at < end; at++) {
        const now = this.#fileNow[fileOfNode(g, g.outTargets[at] ?? 0)] ?? -1;
        if (now >= 0) found.add(now);
      }
    }
    return found;
  }

  /**
   * Returns the only function or method with that name in an unchanged file. Null if several exist; undefined if none does.
   */
  callableNamed(name: string): Candidate | null | undefined {
    const id = nameIds(this.#before.names).find(name);
    if (id === undefined) return undefined;
    this.#callables ??= this.#countCallables();
    const place = this.#callables[id] ?? 0;
    if (place <= 0) return place < 0 ? null : undefined;
    const old = fileOfNode(this.#before, place);
    const file = this.#fileNow[old] ?? -1;
    const own = place - (this.#before.fileStarts[old] ?? 0);
    const program = this.#program;
    return { file, definition: () => definitionOf(program, file, own) };
  }

  /** Returns, by name, the function or method that has it; 0 for none, -1 for several. */
  #countCallables(): Int32Array {
    const g = this.#before;
    const found = new Int32Array(g.names.length);
    for (let file = 0; file < g.paths.length; file++) {
      if (!this.#isCarried(file)) continue;
      const [start, end] = [g.fileStarts[file] ?? 0, g.fileStarts[file + 1] ?? 0];
      for (let node = start + 1; node < end; node++) {
        if (!isCallable(g.kinds[node])) continue;
        const id = g.nameIds[node] ?? 0;
        found[id] = found[id] === 0 ? node : -1;
      }
    }
    return found;
  }

  /** Returns the unchanged files that declare a name which needs no import of its file. */
  filesDeclaring(name: string): readonly number[] {
    if (name === GLOBAL_USING) return this.#withGlobalUsings();
    const bare = nameOfGlobal(name);
    const id = nameIds(this.#before.names).find(bare ?? name);
    if (id === undefined) return [];
    if (bare === undefined) {
      this.#declaring ??= this.#declaringFiles((path) => languageOf(path)?.hasGlobalNames === true);
      return this.#declaring.get(id) ?? [];
    }
    this.#ambient ??= this.#declaringFiles(isDeclarationFile);
    return this.#ambient.get(id) ?? [];
  }

  #withGlobalUsings(): readonly number[] {
    const { unresolved } = this.#before;
    return [...unresolved.keys()].flatMap((file) =>
      unresolved[file]?.includes(GLOBAL_USING) === true && this.#isCarried(file)
        ? (this.#fileNow[file] ?? [])
        : [],
    );
  }

  #declaringFiles(isOpen: (path: string) => boolean): Map<number, number[]> {
    const g = this.#before;
    const found = new Map<number, number[]>();
    for (let file = 0; file < g.paths.length; file++) {
      if (!isOpen(g.paths[file] ?? "") || !this.#isCarried(file)) continue;
      for (const id of globalNames(g, file)) {
        const files = found.get(id) ?? [];
        files.push(this.#fileNow[file] ?? -1);
        found.set(id, files);
      }
    }
    return found;
  }

  #isCarried(file: number): boolean {
    return (this.#fileNow[file] ?? -1) >= 0 && !this.#nodesNow.has(file);
  }

  /** Returns a patch that replaces the nodes of the `fresh` files. Everything else stays. */
  patchWith(fresh: ReadonlyMap<number, FileNodes>): GraphPatch {
    const { paths } = this.#program;
    return { paths, fileNow: this.#fileNow, nodesNow: this.#nodesNow, fresh };
  }
}

/** Returns the numbers of the names of a file that other files can use. */
function globalNames(g: CodeGraph, file: number): Set<number> {
  const names = new Set<number>();
  const language = languageOf(g.paths[file] ?? "")?.name;
  const end = g.fileStarts[file + 1] ?? 0;
  for (let node = (g.fileStarts[file] ?? 0) + 1; node < end; node++) {
    const kind = SYMBOL_KINDS[g.kinds[node] ?? -1] ?? "";
    if (isGlobalKind(kind, language)) names.add(g.nameIds[node] ?? 0);
  }
  return names;
}

function definitionOf(program: Program, file: number, node: number): number {
  const numbers = nodeNumbers(program.tables(file)?.facts.definitions ?? []);
  return numbers.indexOf(node);
}

/** Returns the nodes of a file, with new names for renamed top-level symbols. */
function draftsOf(graph: CodeGraph, file: number, renames: Renames): NodeDraft[] {
  const [start, end] = [graph.fileStarts[file] ?? 0, graph.fileStarts[file + 1] ?? 0];
  const drafts: NodeDraft[] = [];
  for (let node = start + 1; node < end; node++) {
    const container = (graph.containers[node] ?? start) - start;
    const name = graph.names[graph.nameIds[node] ?? 0] ?? "";
    drafts.push({
      name: (container === 0 ? renames.get(name) : undefined) ?? name,
      kind: graph.kinds[node] ?? 0,
      container,
      startLine: graph.startLines[node] ?? 0,
      endLine: graph.endLines[node] ?? 0,
    });
  }
  return drafts;
}

/** Maps previous to new node numbers of a file by stable keys; -1 for removed nodes. */
function renumbered(before: readonly string[], now: readonly NodeDraft[]): Int32Array {
  const places = new Map(keysOf(now).map((key, index) => [key, index + 1]));
  return Int32Array.from([0, ...before.map((key) => places.get(key) ?? -1)]);
}

/** Returns the nodes of a file whose keys differ from these. */
function otherKeys(graph: CodeGraph, file: number, keys: readonly string[]): Set<number> {
  const own = keysOf(draftsOf(graph, file, NO_RENAMES));
  return new Set([...keys.keys()].flatMap((at) => (keys[at] === own[at] ? [] : [at + 1])));
}

/** Returns a key per node: container, name, kind and ordinal. */
function keysOf(drafts: readonly NodeDraft[]): string[] {
  const counts = new Map<string, number>();
  const keys: string[] = [];
  for (const draft of drafts) {
    const around = draft.container === 0 ? "" : (keys[draft.container - 1] ?? "");
    const key = `${around}/${draft.kind}:${draft.name}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    keys.push(ordinal === 0 ? key : `${key}#${ordinal}`);
  }
  return keys;
}
