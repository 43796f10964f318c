/**
 * Brings what is kept of a tree's code up to the tree as it is now: list, compare, extract what changed, link
 * what that touches. Every run goes this way; the first one finds that everything changed.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CodeFileChange,
  type CodeFileRow,
  listCodeFiles,
  readCodeMeta,
  readFacts,
  writeCodeFiles,
} from "../store/code-store.ts";
import type { Database } from "../store/drivers/driver.ts";
import type { ExtractedFile } from "./extract-file.ts";
import { extractAll, type Sized } from "./extract-pool.ts";
import { EXTRACTOR_VERSION, type FileFacts } from "./facts.ts";
import { decodeFacts } from "./facts-codec.ts";
import { type CodeGraph, fileOfNode } from "./graph.ts";
import { type LinkSources, linkAll, linkSome } from "./relink.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { CODEGRAPH } from "./tuning.ts";
import { statOf, type Walked, walk } from "./walk.ts";

export interface Progress {
  readonly step: "listing" | "reading" | "linking";
  readonly done: number;
  readonly total: number;
}

export interface CodeStore {
  readonly db: Database;
  readonly root: string;
  readonly snapshotPath: string;
}

export interface Sweep {
  readonly walked: Walked;
  readonly rows: ReadonlyMap<string, CodeFileRow>;
  readonly dirty: readonly Sized[];
  readonly gone: readonly CodeFileRow[];
  /** Hash of the configuration's names, times and sizes. */
  readonly config: string;
}

export interface Indexed {
  readonly graph: CodeGraph;
  readonly generation: string;
  /** Files whose content was read and parsed now. */
  readonly parsed: number;
  readonly wasLinked: "all" | "some" | "none";
}

/** Which files are not as they were when they were read. `isFull`: all of them are read again. */
export async function sweep(store: CodeStore, isFull: boolean): Promise<Sweep> {
  const walked = await walk(store.root);
  const rows = new Map((await listCodeFiles(store.db)).map((row) => [row.path, row]));
  const dirty: Sized[] = [];
  const present = new Set<string>();
  for (const path of walked.sources) {
    const stat = statOf(store.root, path);
    if (stat === null) continue;
    present.add(path);
    const row = rows.get(path);
    const isSame =
      row !== undefined &&
      row.mtimeMs === stat.mtimeMs &&
      row.size === stat.size &&
      row.extractor === EXTRACTOR_VERSION;
    if (isSame && !isFull) continue;
    const isComparable = row?.extractor === EXTRACTOR_VERSION && !isFull;
    dirty.push({ path, size: stat.size, knownHash: isComparable ? (row.hash ?? null) : null });
  }
  const gone = [...rows.values()].filter((row) => !present.has(row.path));
  return { walked, rows, dirty, gone, config: configHash(store.root, walked.configs) };
}

function configHash(root: string, paths: readonly string[]): string {
  const told = paths.map((path) => {
    const stat = statOf(root, path);
    return `${path}:${stat?.mtimeMs}:${stat?.size}`;
  });
  return createHash("sha256").update(told.join("\n")).digest("hex").slice(0, 16);
}

/** The graph as it was kept, if it belongs to the facts as they are kept. */
export async function keptGraph(
  store: CodeStore,
): Promise<{ readonly graph: CodeGraph; readonly generation: string } | undefined> {
  const generation = await readCodeMeta(store.db, "generation");
  const snapshot = generation === undefined ? undefined : readSnapshot(store.snapshotPath);
  return snapshot?.generation === generation ? snapshot : undefined;
}

interface Changes {
  /** Of every file whose content is new. */
  readonly facts: Map<string, FileFacts>;
  /** Files that others see another way than before. */
  readonly resurfaced: ReadonlySet<string>;
  /** A file came or went. */
  readonly isTreeChanged: boolean;
}

/**
 * Extracts what the sweep found and links it. `newId` names the generation and the temporary file; `kept` is
 * the graph before, if it can be built upon.
 */
export async function applySweep(
  store: CodeStore,
  found: Sweep,
  kept: { readonly graph: CodeGraph; readonly generation: string } | undefined,
  newId: () => string,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Indexed> {
  const extracted: ExtractedFile[] = [];
  await extractAll(store.root, found.dirty, (file) => {
    extracted.push(file);
    if (extracted.length % 50 === 0) {
      onProgress({ step: "reading", done: extracted.length, total: found.dirty.length });
    }
  });
  const parsed = extracted.filter(({ facts }) => facts !== null).length;
  const isConfigSame = (await readCodeMeta(store.db, "config")) === found.config;
  const isSame = extracted.length === 0 && found.gone.length === 0 && isConfigSame;
  if (isSame && kept !== undefined) return { ...kept, parsed, wasLinked: "none" };
  const isOnlyTouched =
    isConfigSame &&
    found.gone.length === 0 &&
    extracted.every(
      ({ facts, skipped, path }) => facts === null && skipped === skippedBefore(found, path),
    );
  if (isOnlyTouched && kept !== undefined) {
    // New times, the old content: nothing to link.
    await keep(store, found, extracted, kept.generation);
    return { ...kept, parsed, wasLinked: "none" };
  }
  const generation = newId();
  const changes = await keep(store, found, extracted, generation);
  const sources = sourcesOf(store, found, extracted, changes.facts);
  const linkable = isConfigSame ? kept?.graph : undefined;
  const { graph, wasLinked } = await linkUp(sources, changes, linkable, onProgress);
  writeSnapshot(store.snapshotPath, graph, generation, newId());
  return { graph, generation, parsed, wasLinked };
}

const skippedBefore = (found: Sweep, path: string) => found.rows.get(path)?.skipped ?? null;

/** Facts and generation in one transaction: a snapshot of another generation is never believed. */
async function keep(
  store: CodeStore,
  found: Sweep,
  extracted: readonly ExtractedFile[],
  generation: string,
): Promise<Changes> {
  const facts = new Map<string, FileFacts>();
  const rows: CodeFileChange[] = extracted.map((file) => {
    const { path, hash, mtimeMs, size, skipped } = file;
    const now = file.facts === null ? undefined : decodeFacts(file.facts, interned);
    if (now !== undefined) facts.set(path, now);
    const isSame = file.facts === null && skipped === null;
    return {
      path,
      hash,
      mtimeMs,
      size,
      skipped,
      extractor: EXTRACTOR_VERSION,
      surface: isSame ? (found.rows.get(path)?.surface ?? null) : (now?.surfaceHash ?? null),
      facts: isSame ? "same" : file.facts,
    };
  });
  const gone = found.gone.map(({ path }) => path);
  await writeCodeFiles(store.db, rows, gone, { generation, config: found.config });
  const hadFacts = (path: string) => found.rows.get(path)?.surface != null;
  const resurfaced = rows.filter(
    (row) => row.surface !== (found.rows.get(row.path)?.surface ?? null),
  );
  const isTreeChanged =
    gone.length > 0 || rows.some(({ path, surface }) => hadFacts(path) !== (surface !== null));
  return { facts, resurfaced: new Set(resurfaced.map(({ path }) => path)), isTreeChanged };
}

export async function loadFacts(
  db: Database,
  paths: readonly string[],
): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  for (const { path, facts } of await readFacts(db, paths))
    found.set(path, decodeFacts(facts, interned));
  return found;
}

const kept = new Map<string, string>();
const MAX_KEPT = 500_000;

/** The same names occur in thousands of files: one string for all of them. */
function interned(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size > MAX_KEPT) kept.clear();
  kept.set(text, text);
  return text;
}

function sourcesOf(
  store: CodeStore,
  found: Sweep,
  extracted: readonly ExtractedFile[],
  fresh: Map<string, FileFacts>,
): LinkSources {
  const now = new Map(extracted.map((file) => [file.path, file.skipped]));
  const gone = new Set(found.gone.map(({ path }) => path));
  const paths = found.walked.sources.filter((path) => {
    const skipped = now.has(path) ? now.get(path) : (found.rows.get(path)?.skipped ?? null);
    return skipped === null && !gone.has(path) && (now.has(path) || found.rows.has(path));
  });
  return {
    paths,
    // Handed over, not shared: whoever links everything lets go of what is linked.
    load: async (some) => {
      const loaded = await loadFacts(
        store.db,
        some.filter((path) => !fresh.has(path)),
      );
      for (const path of some) {
        const facts = fresh.get(path);
        if (facts !== undefined) loaded.set(path, facts);
        fresh.delete(path);
      }
      return loaded;
    },
    config: {
      paths: found.walked.configs,
      read: (path) => {
        try {
          return readFileSync(join(store.root, path), "utf8");
        } catch {
          return undefined;
        }
      },
    },
  };
}

async function linkUp(
  sources: LinkSources,
  changes: Changes,
  before: CodeGraph | undefined,
  onProgress: (progress: Progress) => void,
): Promise<Pick<Indexed, "graph" | "wasLinked">> {
  const isMuch = changes.facts.size > sources.paths.length * CODEGRAPH.relinkShare.value;
  if (before === undefined || (isMuch && sources.paths.length > SMALL_TREE)) {
    const graph = await linkAll(sources, (done, total) =>
      onProgress({ step: "linking", done, total }),
    );
    return { graph, wasLinked: "all" };
  }
  const affected = affectedBy(before, changes, sources.paths);
  const graph = await linkSome(sources, { before, changed: changes.facts, affected });
  return { graph, wasLinked: "some" };
}

const SMALL_TREE = 40;

/** Who could see what is different now in the changed files. */
function affectedBy(before: CodeGraph, changes: Changes, paths: readonly string[]): Set<string> {
  const affected = new Set<string>();
  before.paths.forEach((path, file) => {
    if (!changes.resurfaced.has(path)) return;
    for (const dependent of dependentFiles(before, file)) affected.add(dependent);
  });
  if (!changes.isTreeChanged) return affected;
  const known = new Set(before.paths);
  const stems = new Set(paths.filter((path) => !known.has(path)).flatMap(stemsOf));
  before.paths.forEach((path, file) => {
    const isHopeful = before.unresolved[file]?.some((one) => stems.has(lastName(one)));
    if (isHopeful === true) affected.add(path);
  });
  return affected;
}

export function dependentFiles(graph: CodeGraph, file: number): Set<string> {
  const found = new Set<string>();
  const [start, end] = [
    graph.inStarts[graph.fileStarts[file] ?? 0],
    graph.inStarts[graph.fileStarts[file + 1] ?? 0],
  ];
  for (let at = start ?? 0; at < (end ?? 0); at++) {
    found.add(graph.paths[fileOfNode(graph, graph.inSources[at] ?? 0)] ?? "");
  }
  return found;
}

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
      .replace(/\.[mc]?[jt]sx?$/, "")
      .split(/[./:\\]+/)
      .at(-1) ?? ""
  );
}
