/**
 * Finds a project's SCIP indexes, detects new ones and selects what to store. An index at the root is found automatically;
 * others are named. Creating an index is the task of the user's own indexer.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import type { Database } from "@tacit-memory/sqlite";
import { CodegraphError } from "../../codegraph-error.ts";
import { encodeFacts } from "../../facts/facts-codec.ts";
import { languageOf } from "../../facts/languages/languages.ts";
import {
  type CodeFileChange,
  countResolved,
  INDEX_EXTRACTOR,
  listCodeFiles,
  type ResolvedChange,
  readCodeMeta,
  writeResolved,
} from "../../indexing/code-store.ts";
import { type ProjectFiles, type ReadIndex, readIndex } from "./read-index.ts";
import { encodeSites } from "./resolved-sites.ts";

export interface IndexFiles {
  /** Named indexes, as absolute paths. */
  readonly named: readonly string[];
  /** Whether to look for other indexes at the root. If false, indexes found earlier are dropped. */
  readonly isLooking: boolean;
}

/** An index whose facts are stored. */
interface KeptIndex {
  readonly file: string;
  readonly mtimeMs: number;
  readonly size: number;
  readonly wasFound: boolean;
  /** `name version` of the indexer. */
  readonly tool: string;
  readonly documents: number;
  readonly unknown: number;
  /** Documents whose file had other content. They are checked again when the file changes. */
  readonly outdated: readonly string[];
}

export interface ImportPlan {
  readonly indexes: readonly Omit<KeptIndex, "tool" | "documents" | "unknown" | "outdated">[];
  /** Unchanged indexes. */
  readonly unchanged: readonly KeptIndex[];
  /** Stored indexes that are no longer wanted. */
  readonly dropped: readonly KeptIndex[];
}

export interface IndexNews {
  readonly file: string;
  readonly tool: string;
  readonly documents: number;
  /** Files whose content still matches the index. */
  readonly files: number;
  /** Resolved names in these files. */
  readonly sites: number;
  /** Documents whose file was edited after indexing. */
  readonly outdated: number;
  /** Documents that do not belong to a file of this project. */
  readonly unknown: number;
}

const META = "scip";
const MAX_OUTDATED = 10_000;

/**
 * Returns what must be done, or null for nothing. `changed`: paths whose content changed. Throws "input_missing" for a named
 * index that does not exist.
 */
export async function planImport(
  db: Database,
  root: string,
  { named, isLooking }: IndexFiles,
  changed: ReadonlySet<string>,
  isFull: boolean,
): Promise<ImportPlan | null> {
  const stored = await keptIndexes(db);
  const files = new Map<string, boolean>(
    isLooking ? foundAt(root).map((file) => [file, true]) : [],
  );
  // An index named in an earlier run is read as long as it exists.
  for (const { file, wasFound } of stored) {
    if (!wasFound && isLooking && existsSync(file)) files.set(file, false);
  }
  for (const file of named) files.set(resolve(root, file), false);
  const indexes = [...files].map(([file, wasFound]) => ({ file, wasFound, ...stamp(file) }));
  const isSame = (keptIndex: KeptIndex) =>
    !isFull &&
    !named.some((file) => resolve(root, file) === keptIndex.file) &&
    !keptIndex.outdated.some((path) => changed.has(path)) &&
    indexes.some(({ file, mtimeMs, size }) => {
      return file === keptIndex.file && mtimeMs === keptIndex.mtimeMs && size === keptIndex.size;
    });
  const unchanged = stored.filter(isSame);
  const dropped = stored.filter(({ file }) => !files.has(file));
  const news = indexes.filter(
    ({ file }) => !unchanged.some((keptIndex) => keptIndex.file === file),
  );
  return news.length + dropped.length === 0 ? null : { indexes: news, unchanged, dropped };
}

/** Returns `index.scip` at the root, and all indexes in `.scip/`. */
function foundAt(root: string): string[] {
  const found = [join(root, "index.scip")].filter((file) => existsSync(file));
  try {
    const folder = join(root, ".scip");
    for (const name of readdirSync(folder).sort()) {
      if (name.endsWith(".scip")) found.push(join(folder, name));
    }
  } catch {
    // The folder does not exist.
  }
  return found;
}

function stamp(file: string): { readonly mtimeMs: number; readonly size: number } {
  try {
    const { mtimeMs, size } = statSync(file);
    return { mtimeMs, size };
  } catch (cause) {
    throw new CodegraphError("input_missing", { path: file, cause });
  }
}

async function keptIndexes(db: Database): Promise<readonly KeptIndex[]> {
  const text = await readCodeMeta(db, META);
  return text === undefined ? [] : (JSON.parse(text) as KeptIndex[]);
}

export interface ImportOutcome {
  /** Reasons why found indexes could not be read. They are reported without stopping. */
  readonly notes: readonly string[];
  /** The error of a named index. */
  readonly failure: unknown;
}

/** What an index reader needs from the project, unless the stored files provide it. */
export type Project = Pick<ProjectFiles, "root" | "factsOf" | "packages">;

/** Reads and stores new indexes in one transaction. An unreadable index changes nothing. */
export async function importIndexes(
  db: Database,
  project: Project,
  plan: ImportPlan,
): Promise<ImportOutcome> {
  const notes: string[] = [];
  let failure: unknown;
  const changes: ResolvedChange[] = plan.dropped.map(({ file }) => emptied(file));
  const indexes: KeptIndex[] = [...plan.unchanged];
  const before = await keptIndexes(db);
  const isTaken = new Set<string>();
  const files = await projectFiles(db, project);
  for (const index of plan.indexes) {
    const read = await readOrFailure(index.file, files);
    if ("failure" in read) {
      indexes.push(...before.filter(({ file }) => file === index.file));
      if (index.wasFound)
        notes.push(`${shown(index.file, project.root)} was not read: ${read.reason}`);
      else failure ??= read.failure;
      continue;
    }
    changes.push(changeOf(index.file, read, isTaken));
    const { metadata, documents, unknown, outdated } = read;
    const tool = `${metadata.tool.name} ${metadata.tool.version}`.trim();
    indexes.push({ ...index, tool, documents, unknown, outdated: outdated.slice(0, MAX_OUTDATED) });
  }
  await writeResolved(db, changes, {
    [META]: indexes.length === 0 ? null : JSON.stringify(indexes),
  });
  return { notes, failure };
}

async function projectFiles(db: Database, project: Project): Promise<ProjectFiles> {
  const hashes = new Map<string, Uint8Array>();
  for (const { path, hash, extractor } of await listCodeFiles(db)) {
    if (hash !== null && extractor !== INDEX_EXTRACTOR) hashes.set(path, hash);
  }
  return {
    ...project,
    hashOf: (path) => hashes.get(path),
    hasGrammar: (path) => languageOf(path) !== undefined,
  };
}

async function readOrFailure(
  file: string,
  project: ProjectFiles,
): Promise<ReadIndex | { readonly failure: unknown; readonly reason: string }> {
  try {
    return await readIndex(file, project);
  } catch (error) {
    if (!CodegraphError.is(error, "scip_malformed")) throw error;
    return { failure: error, reason: String(error.facts["reason"] ?? error.message) };
  }
}

const emptied = (origin: string): ResolvedChange => ({
  origin,
  rows: [],
  files: [],
  unchanged: [],
});

function changeOf(origin: string, read: ReadIndex, isTaken: Set<string>): ResolvedChange {
  const files = read.files.filter(({ path }) => !isTaken.has(path));
  for (const { path } of files) isTaken.add(path);
  return {
    origin,
    rows: files.map(({ path, source, resolved }) => ({
      path,
      hash: source.hash,
      sites: resolved.sites.length,
      resolved: encodeSites(resolved),
    })),
    files: files.flatMap(({ path, source, facts }): CodeFileChange[] => {
      if (facts === null) return [];
      const { hash, mtimeMs, size } = source;
      const surface = facts.surfaceHash;
      const row = { path, hash, mtimeMs, size, surface, extractor: INDEX_EXTRACTOR };
      return [{ ...row, skipped: null, partial: 0, facts: encodeFacts(facts) }];
    }),
    unchanged: read.outdated,
  };
}

/** Returns the state of the stored indexes, for reports. */
export async function indexNews(db: Database, root: string): Promise<IndexNews[]> {
  const counts = new Map((await countResolved(db)).map((item) => [item.origin, item]));
  return (await keptIndexes(db)).map(({ file, tool, documents, unknown, outdated }) => ({
    file: shown(file, root),
    tool,
    documents,
    files: counts.get(file)?.files ?? 0,
    sites: counts.get(file)?.sites ?? 0,
    outdated: outdated.length,
    unknown,
  }));
}

function shown(file: string, root: string): string {
  const inside = relative(root, file);
  return inside.startsWith("..") ? basename(file) : inside.split(sep).join("/");
}
