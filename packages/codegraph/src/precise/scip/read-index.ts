/**
 * Reads a SCIP index for the current files. Each document is compared with its file: if its names are not where it states,
 * the file was edited since, and our own analysis is better.
 */
import { realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileFacts, ResolvedSites } from "../../facts/facts.ts";
import { readSource, type SourceFile } from "../../facts/source-file.ts";
import { isForeign, statOf } from "../../indexing/walk.ts";
import { carriedNames } from "./carried-names.ts";
import { definitionKeys } from "./resolved-sites.ts";
import {
  readDocument,
  readDocumentPath,
  readMetadata,
  type ScipDocument,
  type ScipMetadata,
  type ScipOccurrence,
} from "./scip-document.ts";
import { factsOfDocument } from "./scip-facts.ts";
import { linesOf, type PlacedText } from "./scip-positions.ts";
import { checkedMetadata, malformed, scipParts } from "./scip-stream.ts";
import { lastDescriptor } from "./scip-symbol.ts";
import { type SymbolMeaning, SymbolTable } from "./symbol-table.ts";

/** The project as the index reader sees it. */
export interface ProjectFiles {
  readonly root: string;
  /** Returns the hash of the content whose facts are stored; undefined for a file without a grammar. */
  readonly hashOf: (path: string) => Uint8Array | undefined;
  /** Whether we have a grammar for the language, so that the index's symbol information is not needed. */
  readonly hasGrammar: (path: string) => boolean;
  readonly factsOf: (path: string) => Promise<FileFacts | undefined>;
  /** Names of packages that the project declares. */
  readonly packages: ReadonlySet<string>;
}

/** Result of one document. */
interface ReadFile {
  readonly path: string;
  readonly source: SourceFile;
  readonly resolved: ResolvedSites;
  /** For a file without a grammar: the definitions according to the index. */
  readonly facts: FileFacts | null;
}

export interface ReadIndex {
  readonly metadata: ScipMetadata;
  readonly documents: number;
  readonly files: readonly ReadFile[];
  /** Documents whose file has other content now. */
  readonly outdated: readonly string[];
  /** Documents that do not belong to a file of this project. */
  readonly unknown: number;
}

interface Pending extends Omit<ReadFile, "resolved"> {
  /** Line, column, symbol: threes. */
  readonly places: Uint32Array;
  readonly relations: readonly { readonly key: string; readonly symbol: number }[];
}

/** Reads an index without storing it. Throws "input_missing" and "scip_malformed". */
export async function readIndex(path: string, project: ProjectFiles): Promise<ReadIndex> {
  const found = await readDocuments(path, project);
  const { documents, pending, unknown, table, metadata } = found;
  if (documents === 0) throw malformed(path, "it has no documents");
  if (unknown === documents) {
    throw malformed(path, `none of its ${documents} documents is a file of this project`);
  }
  const answers = table.answers(project.packages);
  const files = [...pending.values()].map((item) => resolvedFile(item, answers));
  const outdated = found.outdated.filter((item) => !pending.has(item));
  return { metadata, documents, files, outdated, unknown };
}

async function readDocuments(path: string, project: ProjectFiles) {
  const placeOf = documentPlaces(path, project);
  const madeAtMs = statSync(path).mtimeMs;
  const table = new SymbolTable();
  const pending = new Map<string, Pending>();
  const outdated: string[] = [];
  let metadata: ScipMetadata = NO_METADATA;
  let [documents, unknown] = [0, 0];
  const read = async (bytes: Uint8Array) => {
    const document = decoded(path, () => readDocument(bytes));
    const place = placeOf(document.path) ?? "";
    // The same file in several compiler configurations: the first is as good as the others.
    if (pending.has(place)) return;
    const found =
      place === "" ? "unknown" : await readFile(place, document, project, table, madeAtMs);
    if (found === "unknown") unknown++;
    else if (found === "outdated") outdated.push(place);
    else pending.set(place, found);
  };
  for (const part of scipParts(path)) {
    if (part.kind === "metadata") {
      metadata = decoded(path, () => checkedMetadata(path, part.bytes));
      continue;
    }
    documents++;
    await read(part.bytes);
  }
  return { documents, pending, outdated, unknown, table, metadata };
}

const NO_METADATA: ScipMetadata = { version: 0, tool: { name: "", version: "" }, projectRoot: "" };

/** Converts an error of the message reader into a "scip_malformed" error of the file. */
function decoded<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw malformed(path, "one of its messages cannot be read", cause);
  }
}

const SAMPLED_DOCUMENTS = 50;

/**
 * Maps document paths to project paths. Document paths are relative to the folder in which the indexer ran: the root, or the
 * index's folder if most documents exist there. Null for paths outside.
 */
function documentPlaces(
  path: string,
  project: ProjectFiles,
): (documentPath: string) => string | null {
  const sample: string[] = [];
  let ranIn = "";
  for (const part of scipParts(path)) {
    if (part.kind === "metadata") ranIn = decoded(path, () => readMetadata(part.bytes)).projectRoot;
    else sample.push(decoded(path, () => readDocumentPath(part.bytes)));
    if (sample.length === SAMPLED_DOCUMENTS) break;
  }
  const { root } = project;
  const prefixes = ["", ...foldersTo(path, root), ...foldersTo(`${filePath(ranIn)}/.`, root)];
  const isThere = (prefix: string, item: string) => {
    const own = normal(prefix, item);
    return own !== null && statOf(root, own) !== null;
  };
  const counts = prefixes.map((prefix) => sample.filter((item) => isThere(prefix, item)).length);
  const best = counts.indexOf(Math.max(...counts));
  return (documentPath) => normal(prefixes[best] ?? "", documentPath);
}

/** Returns the path of a `file:` URI; "" for other URIs. */
function filePath(uri: string): string {
  try {
    return fileURLToPath(uri).replace(/[/\\]+$/, "");
  } catch {
    return "";
  }
}

/** Returns the folders from the root down to the index's folder as prefixes; none for an index elsewhere. */
function foldersTo(path: string, root: string): string[] {
  const rest = path.startsWith(`${root}/`)
    ? path
        .slice(root.length + 1)
        .split("/")
        .slice(0, -1)
    : [];
  return rest.map((_name, index) => `${rest.slice(0, index + 1).join("/")}/`);
}

/** Normalises a path. Returns null for paths outside of the project and in folders with third-party code. */
function normal(prefix: string, documentPath: string): string | null {
  const parts = (prefix + documentPath).replaceAll("\\", "/").split("/");
  const isOdd = parts.some((part) => part === ".." || part.includes("\0"));
  const path = parts.filter((part) => part !== "." && part !== "").join("/");
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(documentPath);
  return isOdd || isAbsolute || path === "" || isForeign(path) ? null : path;
}

async function readFile(
  path: string,
  document: ScipDocument,
  project: ProjectFiles,
  table: SymbolTable,
  madeAtMs: number,
): Promise<Pending | "unknown" | "outdated"> {
  const storedHash = project.hashOf(path);
  if (storedHash === undefined && project.hasGrammar(path)) return "unknown";
  if (!isOwnFile(project.root, path)) return "unknown";
  const source = readSource(join(project.root, path));
  if ("skipped" in source) return "unknown";
  if (storedHash !== undefined && Buffer.compare(storedHash, source.hash) !== 0) return "outdated";
  const lines = linesOf(source.text);
  const places = carriedNames(document, lines, source.mtimeMs > madeAtMs);
  if (places === null) return "outdated";
  const documentFacts = storedHash === undefined ? factsOfDocument(document, lines, places) : null;
  const facts = documentFacts?.facts ?? (await project.factsOf(path));
  if (facts === undefined) return "unknown";
  const keyAt = keysByPlace(facts, documentFacts?.symbols ?? []);
  const own = table.document(path);
  for (const { occurrence, place } of places) {
    if (occurrence.isDefinition) own.define(occurrence, keyAt(occurrence, place));
  }
  const relations = document.symbols.flatMap(({ symbol, relations: related }) => {
    const key = own.keyOf(symbol);
    if (key === "") return [];
    return related
      .filter(({ isImplementation }) => isImplementation)
      .map((scipRelation) => ({ key, symbol: own.number(scipRelation.symbol) }));
  });
  const uses = places.filter(({ occurrence }) => !occurrence.isDefinition);
  const sites = new Uint32Array(uses.length * 3);
  uses.forEach(({ occurrence, place }, index) => {
    const row = [occurrence.range[0] + 1, place.column, own.number(occurrence.symbol)];
    sites.set(row, index * 3);
  });
  return { path, source, facts: documentFacts?.facts ?? null, places: sites, relations };
}

/**
 * Returns whether a path is a file inside the project. A link, or a linked folder on the way, may lead outside, where we must
 * not read.
 */
function isOwnFile(root: string, path: string): boolean {
  if (statOf(root, path) === null) return false;
  try {
    return realpathSync(join(root, path)).startsWith(join(realpathSync(root), sep));
  } catch {
    return false;
  }
}

/**
 * Returns a function for the key of the definition with its name at a position; "" for the file, null for no symbol of the
 * graph.
 */
function keysByPlace(facts: FileFacts, symbols: readonly string[]) {
  const keys = definitionKeys(facts.definitions);
  const places = new Map<string, string>();
  const bySymbol = new Map(symbols.map((symbol, index) => [symbol, keys[index] ?? ""]));
  facts.definitions.forEach(({ kind, nameLine, nameColumn }, index) => {
    if (kind !== "lambda") places.set(`${nameLine}:${nameColumn}`, keys[index] ?? "");
  });
  return ({ range, symbol }: ScipOccurrence, { column, text }: PlacedText): string | null => {
    const line = range[0] + 1;
    const key = bySymbol.get(symbol) ?? places.get(`${line}:${column}`);
    if (key !== undefined) return key;
    const suffix = lastDescriptor(symbol)?.suffix;
    const isModule = suffix === "namespace" || suffix === "meta";
    return isModule && line === 1 && text === "" ? "" : null;
  };
}

function resolvedFile(pending: Pending, answers: (symbol: number) => SymbolMeaning): ReadFile {
  const { path, source, facts, places } = pending;
  const targets: { path: string; key: string }[] = [];
  const numbers = new Map<number, number>();
  const targetOf = (symbol: number): number | null => {
    const cached = numbers.get(symbol);
    if (cached !== undefined) return cached;
    const answer = answers(symbol);
    if (answer === "unsure") return null;
    const number = answer === "outside" ? -1 : targets.push(answer) - 1;
    numbers.set(symbol, number);
    return number;
  };
  const sites: { line: number; column: number; target: number }[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const target = targetOf(places[at + 2] ?? 0);
    if (target === null) continue;
    sites.push({ line: places[at] ?? 0, column: places[at + 1] ?? 0, target });
  }
  const relations = pending.relations.flatMap(({ key, symbol }) => {
    const target = targetOf(symbol) ?? -1;
    return target < 0 ? [] : [{ key, target }];
  });
  const ordered = oneEach(sites.sort((a, b) => a.line - b.line || a.column - b.column));
  const resolved = { tier: "scip" as const, targets, sites: ordered, relations };
  return { path, source, facts, resolved };
}

/**
 * Removes duplicate positions. If several symbols share a position, such as a type and a value of one name, the project's
 * symbol is preferred.
 */
function oneEach<T extends { line: number; column: number; target: number }>(sites: T[]): T[] {
  const unique: T[] = [];
  for (const site of sites) {
    const last = unique.at(-1);
    const isAgain = last?.line === site.line && last.column === site.column;
    if (!isAgain) unique.push(site);
    else if ((last?.target ?? 0) < 0 && site.target >= 0) unique[unique.length - 1] = site;
  }
  return unique;
}
