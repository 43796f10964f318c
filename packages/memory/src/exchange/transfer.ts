/** Imports and exports memories as JSON lines and as a whole-store document. */

import type { ImportLine } from "@tacit-memory/protocol";
import { redactTogether } from "@tacit-memory/redact";
import { link } from "../anchors/link/link.ts";
import { namedError } from "../curate/memories.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import { type AdmitOptions, admit, redactDetails, screen } from "../learn/promote/admit.ts";
import { type ComparedWords, createComparedWords } from "../learn/promote/compared-words.ts";
import { type NewMemory, unique } from "../learn/promote/new-memory.ts";
import { addEdge, type Edge, listProjectEdges } from "../store/memories/edges.ts";
import { forgottenIds, isMemoryForgotten } from "../store/memories/erase.ts";
import {
  changeMemory,
  findExternal,
  getMemories,
  insertMemory,
} from "../store/memories/memories.ts";
import { countMemories, listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import { type ExportDocument, readExportDocument } from "./export-document.schema.ts";
import { asEpisode, parseImportLine, type StagedAt, stagedAt, toNewMemory } from "./import-line.ts";
import {
  differsFromStored,
  isImported,
  knownBySource,
  recordImport,
  renew,
  type StatementLine,
} from "./renew-line.ts";
import { asStatedElsewhere, type ImportTrust } from "./rules/as-stated-elsewhere.ts";

export const EXPORT_VERSION = 1;

export interface ImportReport {
  read: number;
  imported: number;
  merged: number;
  rejected: number;
  readonly errors: { readonly line: number; readonly reason: string }[];
}

/** Lines per transaction. */
const BATCH = 500;
const MAX_ERRORS = 1000;

export interface LinesReport extends ImportReport {
  /** Part of the merged: known by their external id and worded differently now, so the memory is changed. */
  corrected: number;
  /** Part of the imported: claimed to be global and imported into this project only. */
  lowered: number;
}

/** State of an import. */
interface LinesImport {
  readonly isVerbatim: boolean;
  readonly isTrusted: boolean;
  readonly isStagedAt: StagedAt;
  readonly report: LinesReport;
  /** Absent in the first transaction, because a short import is done before all words are read. */
  words?: ComparedWords;
  /** By memory: the last differing statement. Applied after all lines are read, because the last of several lines wins. */
  readonly changed: Map<MemoryId, StatementLine>;
}

/**
 * Imports lines; idempotent by externalId. A line that differs from the previous one with its externalId changes the memory.
 * `onProgress` receives the number of lines read so far.
 */
export async function importLines(
  workspace: Workspace,
  lines: AsyncIterable<string>,
  options: ImportTrust & {
    readonly isVerbatim: boolean;
    readonly onProgress?: (read: number) => void;
  },
): Promise<LinesReport> {
  const counts = { read: 0, imported: 0, merged: 0, corrected: 0, rejected: 0, lowered: 0 };
  const report: LinesReport = { ...counts, errors: [] };
  const { isVerbatim, isTrusted = false } = options;
  const run: LinesImport = {
    isVerbatim,
    isTrusted,
    isStagedAt: stagedAt(workspace),
    report,
    changed: new Map(),
  };
  let batch: { line: number; text: string }[] = [];
  let number = 0;
  const flush = async () => {
    const now = batch;
    batch = [];
    if (now.length === 0) return;
    const before = report.read - now.length;
    await workspace.db
      .transaction(async (tx) => {
        for (const { line, text } of now)
          await importLine({ ...workspace, db: tx }, line, text, run);
      })
      .catch((error: unknown) => {
        throw namingKept(error, before);
      });
    run.words ??= createComparedWords();
    options.onProgress?.(report.read);
  };
  for await (const text of lines) {
    number++;
    if (text.trim() === "") continue;
    report.read++;
    batch.push({ line: number, text });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  await renewAll(workspace, run);
  return report;
}

/** Adds to "store_replaced" how many imported lines were lost with the replaced file. */
function namingKept(error: unknown, lines: number): unknown {
  if (!MemoryError.is(error, "store_replaced") || lines === 0) return error;
  const reason = `another program replaced or removed the store during the import: the ${lines} lines imported before are lost, and the rest was not imported; run the import again`;
  return new MemoryError("store_replaced", { ...error.facts, reason, cause: error });
}

async function renewAll(
  workspace: Workspace,
  { changed, report, isVerbatim }: LinesImport,
): Promise<void> {
  const all = [...changed];
  for (let at = 0; at < all.length; at += BATCH) {
    await workspace.db.transaction(async (tx) => {
      for (const [id, input] of all.slice(at, at + BATCH)) {
        const isRenewed = await renew({ ...workspace, db: tx }, id, input, isVerbatim);
        report.merged++;
        if (isRenewed) report.corrected++;
      }
    });
  }
}

async function importLine(
  workspace: Workspace,
  line: number,
  text: string,
  run: LinesImport,
): Promise<void> {
  const { report } = run;
  const parsed = parseImportLine(text);
  const isLowered = typeof parsed !== "string" && parsed.scope === "global" && !run.isTrusted;
  const memory = isLowered ? { ...parsed, scope: "project" } : parsed;
  const outcome =
    typeof memory === "string" ? { refused: memory } : await take(workspace, memory, run);
  if (outcome === "imported" && isLowered) report.lowered++;
  if (outcome === "waits") return;
  if (typeof outcome === "string") {
    report[outcome]++;
    return;
  }
  report.rejected++;
  if (report.errors.length < MAX_ERRORS) report.errors.push({ line, reason: outcome.refused });
}

type Outcome = "imported" | "merged" | "waits" | { readonly refused: string };

async function take(workspace: Workspace, line: ImportLine, run: LinesImport): Promise<Outcome> {
  const error = line.error === undefined ? undefined : namedError(workspace, line.error);
  if (error === null) return { refused: "error: it contains no error message" };
  const record = toNewMemory(workspace, asEpisode(line, run.isVerbatim), run.isStagedAt);
  const input = { ...record, errorFingerprint: error };
  const how = {
    redaction: workspace.redaction,
    isVerbatim: run.isVerbatim,
    isStrict: workspace.isStrict,
    words: run.words,
  };
  const stored = await knownBySource(workspace, input);
  if (stored !== null) return compare(stored, statedFields(line, input), how, run);
  if (await isImported(workspace, line)) return "merged";
  const { id, mergedInto, reason } = await admit(
    workspace.db,
    workspace.projectId,
    input,
    how,
    workspace.moment(),
  );
  if (id === null) return { refused: reason ?? "refused" };
  if (mergedInto !== null || line.externalId === undefined) await recordImport(workspace, line, id);
  if (mergedInto !== null) return "merged";
  if (line.files !== undefined && line.files.length > 0) {
    const [memory] = await getMemories(workspace.db, [id]);
    // Anchored to the current code, whatever the commit at which it was learned.
    if (memory !== undefined)
      await link(workspace.db, memory, workspace.identity.root, workspace.identity.commit);
  }
  return "imported";
}

/** Returns what the line states; an omitted field is not stated as empty. */
function statedFields({ files, tags }: ImportLine, input: NewMemory): NewMemory {
  const isStated = { files: files && unique(input.files), tags: tags && unique(input.tags) };
  return { ...input, ...isStated };
}

/** Compares a line with the existing memory of its external id. */
function compare(
  stored: Memory,
  input: NewMemory,
  how: AdmitOptions,
  { changed, report }: LinesImport,
): Outcome {
  const { content, reason } = screen(input, how);
  if (reason !== null) return { refused: reason };
  // This line replaces an earlier one for the same memory.
  if (changed.delete(stored.id)) report.merged++;
  const screened = { ...redactDetails(input, how.redaction), content };
  if (!differsFromStored(stored, screened)) return "merged";
  changed.set(stored.id, screened);
  return "waits";
}

export interface Export {
  readonly version: number;
  readonly project: string;
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/**
 * Exports everything of this project that is not secret, including archived memories; sorted by id, so that two exports can
 * be compared.
 */
export async function exportAll(workspace: Workspace): Promise<Export> {
  const memories = await listMemories(workspace.db, {
    projectId: workspace.projectId,
    state: null,
    withSuperseded: true,
  });
  const open = memories.filter((memory) => memory.visibility !== "secret");
  const ids = new Set<string>(open.map((memory) => memory.id));
  const edges = await listProjectEdges(workspace.db, workspace.projectId);
  return {
    version: EXPORT_VERSION,
    project: workspace.identity.canonical,
    memories: open.sort((a, b) => (a.id < b.id ? -1 : 1)),
    edges: edges.filter((edge) => ids.has(edge.fromId) && ids.has(edge.toId)),
  };
}

export interface ExportReport extends ImportReport {
  /** Part of the imported: claimed to be pinned, verified, stated by a person or global, and stored as merely imported. */
  lowered: number;
}

/**
 * Imports an export into this project, with its ids and dates. Into an empty home, or if trusted, its claims about trust are
 * accepted too. Memories that exist already, by id or external id, are left unchanged. All or nothing.
 */
export async function importExport(
  workspace: Workspace,
  document: unknown,
  trust: ImportTrust & {
    /** Receives the number of memories read so far, of all in the document. */
    readonly onProgress?: (read: number, all: number) => void;
  } = {},
): Promise<ExportReport> {
  const { memories, edges } = checkExport(document);
  // An empty home is being restored, so the document's claims are accepted.
  const isTrusted = trust.isTrusted ?? (await countMemories(workspace.db, null, 0)).length === 0;
  const report: ExportReport = {
    lowered: 0,
    read: memories.length,
    imported: 0,
    merged: 0,
    rejected: 0,
    errors: [],
  };
  await workspace.db.transaction(async (tx) => {
    const here = { ...workspace, db: tx };
    for (const [at, memory] of memories.entries()) {
      if (at % BATCH === 0) trust.onProgress?.(at, memories.length);
      await takeMemory(here, memory, isTrusted, report);
    }
    await setAsideUnreplaced(here, memories);
    await addEdges(here, memories, edges);
  });
  return report;
}

/** Archives memories whose successor was forgotten here, so that an import does not make them active again. */
async function setAsideUnreplaced(
  { db, moment }: Workspace,
  memories: readonly Memory[],
): Promise<void> {
  const successors = memories.flatMap(({ supersededBy }) => supersededBy ?? []);
  const forgotten = await forgottenIds(db, successors);
  if (forgotten.size === 0) return;
  const isLeft = ({ supersededBy }: Memory) => supersededBy !== null && forgotten.has(supersededBy);
  const left = memories.filter(isLeft).map(({ id }) => id);
  for (const memory of (await getMemories(db, left)).filter(isLeft)) {
    const after = { ...memory, supersededBy: null, state: "archived" as const };
    await changeMemory(db, memory, after, "its replacement was forgotten", moment());
  }
}

/**
 * Adds the relations of the document. A memory that the store already has keeps its own successor, whatever the document
 * states.
 */
async function addEdges(
  { db, moment }: Workspace,
  memories: readonly Memory[],
  edges: readonly Edge[],
): Promise<void> {
  const found = await getMemories(
    db,
    memories.map(({ id }) => id),
  );
  const present = new Map(found.map((memory) => [memory.id, memory]));
  for (const edge of edges) {
    const to = present.get(edge.toId);
    const isCurrent = edge.type !== "supersedes" || to?.supersededBy === edge.fromId;
    if (present.has(edge.fromId) && to !== undefined && isCurrent)
      await addEdge(db, edge, moment());
  }
}

async function takeMemory(
  workspace: Workspace,
  memory: Memory,
  isTrusted: boolean,
  report: ExportReport,
): Promise<void> {
  const imported = isTrusted ? memory : asStatedElsewhere(memory);
  const outcome = await importMemory(workspace, imported);
  report[outcome]++;
  if (outcome === "imported" && imported !== memory) report.lowered++;
  if (outcome === "rejected" && report.errors.length < MAX_ERRORS)
    report.errors.push({
      line: report.imported + report.merged + report.rejected,
      reason: "forgotten",
    });
}

async function importMemory(
  workspace: Workspace,
  input: Memory,
): Promise<"imported" | "merged" | "rejected"> {
  const projectId = input.scope === "global" ? null : workspace.projectId;
  const [existing] = await getMemories(workspace.db, [input.id]);
  if (existing !== undefined) return "merged";
  const { externalId } = input;
  if (externalId !== null && (await findExternal(workspace.db, projectId, externalId)) !== null)
    return "merged";
  if (await isMemoryForgotten(workspace.db, { ...input, projectId })) return "rejected";
  const clean = redactTogether(input, workspace.redaction) as Memory;
  const memory = { ...clean, id: input.id, projectId, files: clean.files.filter(isInside) };
  await insertMemory(workspace.db, memory, workspace.moment());
  await link(workspace.db, memory, workspace.identity.root, workspace.identity.commit);
  return "imported";
}

/**
 * Returns whether a path stays inside the project: anchored files are read from disk, so a foreign document must not name
 * others.
 */
function isInside(path: string): boolean {
  return !/^(?:[\\/]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path);
}

function checkExport(document: unknown): ExportDocument {
  const version = (document as { readonly version?: unknown } | null | undefined)?.version;
  if (typeof version === "number" && version > EXPORT_VERSION) {
    throw new MemoryError("store_newer", { exportVersion: version, have: EXPORT_VERSION });
  }
  const read = readExportDocument(document);
  if (read.ok) return read.value;
  throw new MemoryError("input_malformed", {
    expected: "an export: {version, memories, edges}",
    at: read.at,
  });
}
