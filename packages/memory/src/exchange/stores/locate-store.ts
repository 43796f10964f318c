/**
 * Detects which program wrote a memory store from its content, never from the name alone. If the caller names the program,
 * content that does not match is rejected.
 */

import { createReadStream, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { asRecord, isFile, isFolder, parseJson, readTextAt } from "@tacit-memory/files";
import { type ForeignDatabase, firstBytes, isSqliteFile } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import { openForeign } from "../../store/open-database.ts";
import { readAgentmemory } from "./agentmemory.ts";
import { readClaudeMem } from "./claude-mem.ts";
import { readAde, readAutoClaude } from "./desktop-databases.ts";
import { readEngram } from "./engram.ts";
import type { StoreItem, StoreKind, StoreReader } from "./foreign-memory.ts";
import { readJcode } from "./jcode.ts";
import { STORES } from "./limits.ts";
import { readMem0Document, readMem0History, readMem0Markdown, readMem0Vectors } from "./mem0.ts";
import { readMemoryGraph, readMemoryLines } from "./memory-json.ts";
import { readBasicMemory, readClaudeMemory } from "./notes.ts";
import { readTacitStore } from "./tacit-store.ts";

export type StoreRequest = StoreKind | "auto";

interface DatabaseKind {
  readonly kind: StoreKind;
  /** Required table with these columns. */
  readonly table: string;
  readonly columns: readonly string[];
  readonly read: (db: ForeignDatabase) => Iterable<StoreItem>;
}

/** The first kind whose table exists is used. `columns` are the ones without which nothing can be read. */
const DATABASES: readonly DatabaseKind[] = [
  {
    kind: "tacit",
    table: "capture_ledger",
    columns: ["source_type", "source_key"],
    read: readTacitStore,
  },
  {
    kind: "claude-mem",
    table: "sdk_sessions",
    columns: ["memory_session_id", "project"],
    read: readClaudeMem,
  },
  { kind: "ade", table: "unified_memories", columns: ["id", "content", "category"], read: readAde },
  { kind: "mem0", table: "vectors", columns: ["id", "payload"], read: readMem0Vectors },
  {
    kind: "mem0",
    table: "memory_history",
    columns: ["memory_id", "new_value"],
    read: readMem0History,
  },
  { kind: "mem0", table: "history", columns: ["memory_id", "new_memory"], read: readMem0History },
  {
    kind: "auto-claude",
    table: "memories",
    columns: ["id", "content", "related_files"],
    read: readAutoClaude,
  },
  {
    kind: "engram",
    table: "observations",
    columns: ["session_id", "title", "content"],
    read: readEngram,
  },
];

/** File names that identify a store's folder, in search order. */
const IN_FOLDER =
  `claude-mem.db engram.db vector_store.db history.db standalone.json memory.jsonl memory.json ade.db
  memory.db`.split(/\s+/);

/** Throws "input_missing", "input_too_large", "source_unknown", "source_newer", "source_unreadable". */
export async function locateStore(path: string, request: StoreRequest): Promise<StoreReader> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new MemoryError("input_missing", { path });
  // Reading a pipe would wait for input.
  if (!stat.isDirectory() && !stat.isFile()) throw new MemoryError("source_unknown", { path });
  const reader = stat.isDirectory()
    ? await folderReader(path, request)
    : await fileReader(path, request);
  if (reader === null || (request !== "auto" && reader.kind !== request)) {
    const looksLike = reader === null ? {} : { looksLike: reader.kind };
    const from = request === "auto" ? {} : { from: request };
    throw new MemoryError("source_unknown", { path, ...from, ...looksLike });
  }
  return reader;
}

async function folderReader(path: string, request: StoreRequest): Promise<StoreReader | null> {
  const names = new Set(readdirSync(path));
  if (request === "basic-memory") return { kind: request, read: () => readBasicMemory(path) };
  if (request === "claude-memory" || (request === "auto" && names.has("MEMORY.md"))) {
    return { kind: "claude-memory", read: () => readClaudeMemory(path, projectOf(path)) };
  }
  if (names.has("global.json") || names.has("projects")) {
    const reader = jcodeFolder(path);
    if (reader !== null) return reader;
  }
  const fileName = IN_FOLDER.find((name) => names.has(name) && isFile(join(path, name)));
  if (fileName !== undefined) return fileReader(join(path, fileName), request);
  const note = [...names].find((name) => name.endsWith(".md") && isFile(join(path, name)));
  const isVault = note !== undefined && /^permalink:/m.test(headOf(join(path, note)));
  return isVault ? { kind: "basic-memory", read: () => readBasicMemory(path) } : null;
}

async function fileReader(path: string, request: StoreRequest): Promise<StoreReader | null> {
  if (isSqliteFile(path)) return databaseReader(path);
  if (path.endsWith(".md")) return noteReader(path, request);
  const start = headOf(path).trimStart();
  if (GRAPH_LINE.test(start)) {
    return { kind: "memory-json", read: () => readMemoryLines(linesOf(path)) };
  }
  return start.startsWith("{") || start.startsWith("[") ? documentReader(path) : null;
}

/** Matches a line of the reference server, whose first key is the type. */
const GRAPH_LINE = /^\{(?!\s*"entities")[^\n]{0,400}?"type"\s*:\s*"(?:entity|relation)"/;

function noteReader(path: string, request: StoreRequest): StoreReader | null {
  const head = headOf(path);
  if (basename(path) === "MEMORY.md" || request === "claude-memory")
    return { kind: "claude-memory", read: () => readClaudeMemory(path, projectOf(dirname(path))) };
  if (request === "basic-memory" || /^permalink:/m.test(head))
    return { kind: "basic-memory", read: () => readBasicMemory(path) };
  const isMem0 = /^---\r?\nid: .*\r?\ncreated_at:/m.test(head);
  return isMem0 || request === "mem0"
    ? {
        kind: "mem0",
        read: () => readMem0Markdown(readTextAt(path, STORES.documentBytes) ?? ""),
      }
    : null;
}

async function databaseReader(path: string): Promise<StoreReader | null> {
  const db = await openForeign(path);
  try {
    const found = DATABASES.find(({ table }) => db.tables.has(table));
    if (found === undefined) return null;
    const have = db.tables.get(found.table);
    const lacks = found.columns.filter((column) => have?.has(column) !== true);
    if (lacks.length > 0) {
      throw new MemoryError("source_newer", { path, from: found.kind, table: found.table, lacks });
    }
    return { kind: found.kind, read: () => readDatabase(path, found) };
  } finally {
    db.close();
  }
}

async function* readDatabase(path: string, { read }: DatabaseKind): AsyncIterable<StoreItem> {
  const db = await openForeign(path);
  try {
    yield* read(db);
  } finally {
    db.close();
  }
}

function documentReader(path: string): StoreReader | null {
  const { size } = statSync(path);
  if (size > STORES.documentBytes) {
    throw new MemoryError("input_too_large", {
      path,
      bytes: size,
      atMost: STORES.documentBytes,
    });
  }
  const document = parseJson((readTextAt(path, STORES.documentBytes) ?? "").replace(/^\uFEFF/, ""));
  const fields = asRecord(document);
  if (fields === undefined) return isMem0List(document) ? mem0(document) : null;
  if (Array.isArray(fields["entities"]))
    return { kind: "memory-json", read: () => readMemoryGraph(fields) };
  const isGraph =
    typeof fields["graph_version"] === "number" && asRecord(fields["memories"]) !== undefined;
  if (isGraph || (Array.isArray(fields["entries"]) && asRecord(fields["metadata"]) !== undefined)) {
    return { kind: "jcode", read: () => readJcode(fields, path, basename(path) === "global.json") };
  }
  if (asRecord(fields["mem:memories"]) !== undefined || isAgentmemory(fields))
    return { kind: "agentmemory", read: () => readAgentmemory(fields, path) };
  return isMem0List(fields["results"]) ? mem0(document) : null;
}

function mem0(document: unknown): StoreReader {
  return { kind: "mem0", read: () => readMem0Document(document) };
}

function isMem0List(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  if (list.length === 0) return true;
  const first = asRecord(list[0]);
  return typeof first?.["memory"] === "string" && "id" in first;
}

function isAgentmemory(fields: Readonly<Record<string, unknown>>): boolean {
  return typeof fields["version"] === "string" && Array.isArray(fields["memories"]);
}

/** Reads a folder with `global.json` and a file per project; other files are skipped. */
function jcodeFolder(path: string): StoreReader | null {
  const projects = join(path, "projects");
  const names = isFolder(projects) ? readdirSync(projects) : [];
  const files = [
    join(path, "global.json"),
    ...names.filter((name) => name.endsWith(".json")).map((name) => join(projects, name)),
  ].filter(isFile);
  const readers = files.flatMap((file) => {
    const reader = documentReader(file);
    return reader?.kind === "jcode" ? [reader] : [];
  });
  if (readers.length === 0) return null;
  return {
    kind: "jcode",
    async *read() {
      for (const reader of readers) yield* reader.read();
    },
  };
}

/** Returns the project of `…/projects/<folder with dashes>/memory`, Claude Code's location; null for any other folder. */
function projectOf(folder: string): string | null {
  return basename(folder) === "memory" ? basename(dirname(folder)) : null;
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({
    input: createReadStream(path, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}

const HEAD_BYTES = 65_536;

/** Returns the beginning of a text file; "" if it cannot be read. */
function headOf(path: string): string {
  const head = firstBytes(path, HEAD_BYTES)?.toString("utf8") ?? "";
  return head.replace(/^\uFEFF/, "");
}
