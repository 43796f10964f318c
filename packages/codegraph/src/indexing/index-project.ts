/**
 * Updates the stored code facts of a tree: lists, compares, extracts changed files and links what they affect. Every run
 * works like this; the first run finds that everything changed.
 */
import { createHash } from "node:crypto";
import { EXTRACTOR_VERSION, type FileFacts } from "../facts/facts.ts";
import { decodeFacts } from "../facts/facts-codec.ts";
import { affectedFiles, type ChangedFiles, type StoredFacts } from "../graph/affected-files.ts";
import type { CodeGraph } from "../graph/graph.ts";
import { manifestsIn } from "../graph/modules.ts";
import {
  type LinkedTree,
  type Linking,
  linkAll,
  linkSome,
  openLinking,
  suppliedFacts,
  supplyChanged,
} from "../graph/relink.ts";
import { type Renames, renamesIn } from "../graph/renames.ts";
import { prepareSnapshot, readGeneration, readSnapshot } from "../graph/snapshot.ts";
import { growNursery, inSmallHeap } from "../live/small-heap.ts";
import { addResolved, indexedFiles, withSources } from "../precise/scip/index-files.ts";
import { CODEGRAPH } from "../tuning.ts";
import type { Sized } from "./batches.ts";
import { type CodeFileChange, listCodeFiles, readCodeMeta, readFactsRead } from "./code-store.ts";
import type { CodeStore, Progress, Sweep } from "./code-tree.ts";
import { compare, isOnlyTouched } from "./file-changes.ts";
import { factsInParts, loadFacts } from "./load-facts.ts";
import { type ReadChanges, readChanged } from "./read-changed.ts";
import type { FileRow } from "./unsaved-rows.ts";
import { isUnreadable, statOf, type Walked, walk } from "./walk.ts";

/** State that a process holds for a tree between two queries. */
export interface HeldGraph {
  readonly graph: CodeGraph;
  /** Generation of the stored file on which this is based. Later reads are in `unsaved`. */
  readonly generation: string | undefined;
  readonly linking?: Linking | undefined;
}

export interface Indexed extends HeldGraph {
  /** Files read and parsed in this run. */
  readonly parsed: number;
  readonly wasLinked: "all" | "some" | "none";
  /** Files linked in this run with uses left out because they are too deep. */
  readonly tooDeep: readonly string[];
}

/** Finds files that differ from their stored state. `isFull`: all files are read again. */
export async function sweep(
  store: CodeStore,
  isFull: boolean,
  walking: Promise<Walked> = walk(store.root),
): Promise<Sweep> {
  const since = await readCodeMeta(store.db, "generation");
  const rows = await currentRows(store);
  const walked = await walking;
  const dirty: Sized[] = [];
  const present = new Set<string>();
  /** Files in a folder that may not be read. */
  const refused: string[] = [];
  for (const path of walked.sources) {
    const stat = statOf(store.root, path);
    if (stat === null) {
      if (isUnreadable(store.root, path)) refused.push(path);
      continue;
    }
    present.add(path);
    const row = rows.get(path);
    const isSame =
      row !== undefined &&
      row.mtimeMs === stat.mtimeMs &&
      row.size === stat.size &&
      row.extractor === EXTRACTOR_VERSION;
    if (isSame && !isFull) continue;
    const isComparable = row?.extractor === EXTRACTOR_VERSION && !isFull;
    const knownHash = isComparable ? (row.hash ?? null) : null;
    dirty.push({ path, size: stat.size, mtimeMs: stat.mtimeMs, knownHash });
  }
  const indexed = indexedFiles(store.root, rows);
  for (const path of indexed.paths) present.add(path);
  const gone = [...rows.values()].filter((row) => !present.has(row.path));
  const config = configHash(store.root, walked.configs);
  return {
    walked: withSources({ ...walked, unread: [...walked.unread, ...refused] }, indexed.paths),
    rows,
    since,
    dirty,
    gone,
    config,
    unread: indexed.unread,
  };
}

async function currentRows(store: CodeStore): Promise<Map<string, FileRow>> {
  const files = await listCodeFiles(store.db);
  const rows = new Map<string, FileRow>(files.map((row) => [row.path, row]));
  store.unsaved.overlay(rows);
  return rows;
}

/** Updates a sweep after an index added files. */
export async function withIndexFiles(store: CodeStore, found: Sweep): Promise<Sweep> {
  const rows = await currentRows(store);
  const { paths, unread } = indexedFiles(store.root, rows);
  return { ...found, rows, unread, walked: withSources(found.walked, paths) };
}

function configHash(root: string, paths: readonly string[]): string {
  const contents = paths.map((path) => {
    const stat = statOf(root, path);
    return `${path}:${stat?.mtimeMs}:${stat?.size}`;
  });
  return createHash("sha256").update(contents.join("\n")).digest("hex").slice(0, 16);
}

/** Returns the stored graph if it belongs to the stored facts. */
export async function keptGraph(
  store: CodeStore,
): Promise<{ readonly graph: CodeGraph; readonly generation: string } | undefined> {
  const generation = await readCodeMeta(store.db, "generation");
  const snapshot = generation === undefined ? undefined : readSnapshot(store.snapshotPath);
  return snapshot?.generation === generation ? snapshot : undefined;
}

export interface ApplyOptions {
  /** Creates names for a generation and a temporary file. */
  readonly newId: () => string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether facts are written before linking, and the graph before it is returned. */
  readonly isStored: boolean;
  /**
   * May store what other sources know of the files; returns the sweep with the added files. Called only if everything is
   * linked again and stored.
   */
  readonly beforeLink?: ((found: Sweep) => Promise<Sweep>) | undefined;
}

/**
 * Extracts what the sweep found and links it. `held`: the previous graph, if it can be reused. Returns null if another
 * process has written since the sweep, because the results no longer fit.
 */
export async function applySweep(
  store: CodeStore,
  found: Sweep,
  held: HeldGraph | undefined,
  options: ApplyOptions,
): Promise<Indexed | null> {
  if (held !== undefined && held.generation !== found.since) return null;
  const isBuilding = held === undefined && !isServed(store, found.since);
  // A graph that is reused is compared with the facts it was linked from, so these facts must stay until then.
  const where = !options.isStored ? "nowhere" : isBuilding ? "main" : "beside";
  const taken = await readChanged(store, found, { ...options, where });
  if (taken === null) return null;
  const { unsaved } = store;
  const { rows, parsed } = taken;
  const configBefore = unsaved.config ?? (await readCodeMeta(store.db, "config"));
  const linkable = configBefore === found.config ? held : undefined;
  if (linkable !== undefined && found.gone.length === 0 && isOnlyTouched(found.rows, rows)) {
    unsaved.addTimes(rows);
    bringUp(found, rows);
    const indexed = { ...linkable, parsed, wasLinked: "none", tooDeep: [] } as const;
    return options.isStored ? keepAll(store, indexed, options.newId) : indexed;
  }
  const linked = await updateIndex(store, found, taken, linkable, options);
  return linked === null ? null : { ...linked, parsed };
}

/** Returns whether the graph of this generation can be queried. */
function isServed({ snapshotPath }: CodeStore, since: string | undefined): boolean {
  return since !== undefined && readGeneration(snapshotPath) === since;
}

/**
 * Links the changes and stores the result. If a graph is being served, it is served until the new one is complete; an
 * interrupted run leaves it and the files read so far. Otherwise facts are written first, then the graph, and a run
 * interrupted in between only has to link again. The latter also applies when compilers are run, because they refer to stored
 * files.
 */
async function updateIndex(
  store: CodeStore,
  found: Sweep,
  { rows, since }: ReadChanges,
  held: HeldGraph | undefined,
  { isStored, newId, beforeLink, onProgress }: ApplyOptions,
): Promise<Omit<Indexed, "parsed"> | null> {
  const { db, unsaved } = store;
  const changes = await changesOf(store, found, rows, held === undefined);
  bringUp(found, rows);
  const gone = found.gone.map(({ path }) => path);
  unsaved.add(rows, gone, found.config);
  for (const { path } of rows) store.mentioned.delete(path);
  const generation = isStored ? newId() : (since ?? "");
  const isLinkedFirst = isStored && beforeLink === undefined && isServed(store, since);
  if (isStored && !isLinkedFirst && !(await unsaved.write(db, generation, since))) return null;
  const complete = (await beforeLink?.(found)) ?? found;
  await addResolved(db, changes.facts, unsaved);
  const isSameTree = !changes.isTreeChanged && complete === found;
  const paths = isSameTree ? held?.graph.paths : undefined;
  const linked = await linkUp(store, treeOf(store, complete, paths), changes, held, onProgress);
  const snapshot = { graph: linked.graph, generation };
  return isStored && !(await keepBoth(store, snapshot, isLinkedFirst ? since : generation))
    ? null
    : { ...linked, generation };
}

/**
 * Writes facts and graph together; only a file rename separates the two steps. Returns false and writes neither in the cases
 * of `Unkept.write`.
 */
async function keepBoth(
  { db, unsaved, snapshotPath }: CodeStore,
  { graph, generation }: { readonly graph: CodeGraph; readonly generation: string },
  since: string | undefined,
): Promise<boolean> {
  const snapshot = prepareSnapshot(snapshotPath, graph, generation);
  try {
    if (!unsaved.isEmpty && !(await unsaved.write(db, generation, since))) return false;
    snapshot.put();
    return true;
  } finally {
    snapshot.drop();
  }
}

/** Writes unsaved changes with their graph. Returns null and discards them if another process has written since. */
export async function keepAll<T extends HeldGraph>(
  store: CodeStore,
  held: T,
  newId: () => string,
): Promise<T | null> {
  if (store.unsaved.isEmpty) return held;
  const isTouched = store.unsaved.isOnlyTimes && held.generation !== undefined;
  const generation = isTouched ? (held.generation ?? "") : newId();
  const isWritten = isTouched
    ? await store.unsaved.write(store.db, generation, held.generation)
    : await keepBoth(store, { graph: held.graph, generation }, held.generation);
  return isWritten ? { ...held, generation } : null;
}

interface Changes extends ChangedFiles {
  readonly facts: Map<string, FileFacts>;
  /** Whether so many files changed that linking some is no cheaper than linking all. */
  readonly isMuch: boolean;
}

async function changesOf(
  store: CodeStore,
  { rows: stored, gone }: Sweep,
  rows: readonly CodeFileChange[],
  isAll: boolean,
): Promise<Changes> {
  const { changed, resurfaced, lost, isTreeChanged } = compare(
    stored,
    rows,
    gone.map(({ path }) => path),
  );
  const isMuch = isAll || changed.length > mostOf(stored.size);
  const facts = new Map<string, FileFacts>();
  const before = new Map<string, FileFacts | undefined>();
  const away = new Map<string, FileFacts | undefined>();
  const renames = new Map<string, Renames>();
  if (!isMuch) {
    const read = rows.flatMap((row) => (row.facts === "read" ? [row.path] : []));
    for (const { path, facts: bytes } of [...rows, ...(await readFactsRead(store.db, read))]) {
      if (bytes instanceof Uint8Array) facts.set(path, decodeFacts(bytes));
    }
    const old = await loadFacts(store, [...resurfaced, ...lost]);
    for (const path of resurfaced) {
      before.set(path, old.get(path));
      renames.set(path, renamesIn(old.get(path), facts.get(path)));
    }
    for (const path of lost) away.set(path, old.get(path));
  }
  return { facts, resurfaced: before, lost: away, renames, isTreeChanged, isMuch };
}

const SMALL_TREE = 40;

/** Returns the number of files up to which linking some is cheaper than linking all. */
function mostOf(files: number): number {
  return Math.max(SMALL_TREE, files * CODEGRAPH.relinkShare);
}

/** Updates the sweep's rows to the new state, without facts, which are stored separately. */
function bringUp({ rows: current, gone }: Sweep, rows: readonly CodeFileChange[]): void {
  for (const { path } of gone) current.delete(path);
  for (const { facts: _facts, ...row } of rows) current.set(row.path, row);
}

/** Returns the tree to link. `paths`: files with facts, passed if they are unchanged. */
function treeOf(
  store: CodeStore,
  { walked, rows }: Sweep,
  paths: readonly string[] = walked.sources.filter((path) => rows.get(path)?.skipped === null),
): LinkedTree {
  return { paths, config: manifestsIn(store.root, walked.configs) };
}

async function linkUp(
  store: CodeStore,
  tree: LinkedTree,
  changes: Changes,
  held: HeldGraph | undefined,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Pick<Indexed, "graph" | "wasLinked" | "linking" | "tooDeep">> {
  const all = async (previous?: Linking) => {
    const report = (done: number, total: number) => onProgress({ step: "linking", done, total });
    const linked = await inSmallHeap(() => {
      if (tree.paths.length >= CODEGRAPH.linkNurseryFiles) growNursery();
      return linkAll(tree, factsInParts(store), report, previous);
    });
    return { ...linked, wasLinked: "all" } as const;
  };
  if (held === undefined || changes.isMuch) return all();
  const before = held.graph;
  if (changes.isTreeChanged && hasOtherPackages(before.paths, tree.paths)) return all();
  const linking = openLinking(tree, isRenamespaced(changes) ? undefined : held.linking);
  supplyChanged(linking, changes.facts);
  const load = (paths: readonly string[]) => loadFacts(store, paths);
  const stored: StoredFacts = {
    bytes: (paths) => store.unsaved.readFacts(store.db, paths),
    load: (paths) => suppliedFacts(load, linking, paths),
    mentioned: store.mentioned,
    maxFiles: mostOf(tree.paths.length),
  };
  const { program, modules } = linking;
  const affected = await affectedFiles(before, program, changes, modules, stored);
  // A name used by half of the tree: linking all has a known cost, and linking some would already cost more.
  if (affected.size > stored.maxFiles) return all(linking);
  const { facts: changed, renames } = changes;
  const change = { before, changed, renames, affected };
  const linked = await linkSome(load, change, linking);
  return { ...linked, wasLinked: "some", linking };
}

/** Returns whether the set of Python packages changed, because it determines the roots of absolute imports for every file. */
function hasOtherPackages(before: readonly string[], now: readonly string[]): boolean {
  const packages = (paths: readonly string[]) =>
    paths.filter((path) => /(?:^|\/)__init__\.pyi?$/.test(path));
  const previous = new Set(packages(before));
  const present = packages(now);
  return present.length !== previous.size || present.some((path) => !previous.has(path));
}

/** Returns whether a file's declared package changed, because it may determine which specifiers mean the file. */
function isRenamespaced({ facts, resurfaced }: Changes): boolean {
  return [...resurfaced].some(([path, old]) => old?.namespace !== facts.get(path)?.namespace);
}
