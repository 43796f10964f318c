/** Memories in and out of other files: JSON lines, and a whole store as one document. */
import { type ImportLine, importLineSchema } from "@tacit-memory/protocol";
import { redactTogether } from "@tacit-memory/redact";
import { stagingAt } from "../anchors/branches/staging.ts";
import { link } from "../anchors/link/link.ts";
import { inProject } from "../anchors/places.ts";
import { namedError } from "../curate/memories.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import { isMemoryType, MEMORY_TYPES, type Memory, SCOPES, type Scope } from "../domain/memory.ts";
import { type AdmitOptions, admit, redactDetails, screen } from "../learn/promote/admit.ts";
import { type NewMemory, unique } from "../learn/promote/new-memory.ts";
import { calendarRange, endOf } from "../recall/asked/time-range.ts";
import { addEdge, type Edge, listProjectEdges } from "../store/memories/edges.ts";
import { findExternal, getMemories, insertMemory } from "../store/memories/memories.ts";
import { countMemories, listMemories } from "../store/memories/memory-lists.ts";
import type { Life } from "../workspace.ts";
import { type ExportDocument, readExportDocument } from "./export-document.schema.ts";
import {
  isTakenIn,
  knownBySource,
  noteTakenIn,
  renew,
  type Said,
  saysOtherwise,
} from "./renew-line.ts";
import { asToldElsewhere, type Trust } from "./rules/as-told-elsewhere.ts";

export const EXPORT_VERSION = 1;

export interface ImportReport {
  read: number;
  imported: number;
  merged: number;
  rejected: number;
  readonly errors: { readonly line: number; readonly reason: string }[];
}

/** Lines of one transaction. */
const BATCH = 500;
const MAX_ERRORS = 1000;

export interface LinesReport extends ImportReport {
  /** Of the merged: known by their external id, and said otherwise now, so that they are changed here too. */
  corrected: number;
  /** Of those taken in: said to hold in every project, and taken for this one. */
  lowered: number;
}

/** Where an import stands. */
interface LinesImport {
  readonly isVerbatim: boolean;
  readonly isTrusted: boolean;
  readonly isStagedAt: StagedAt;
  readonly report: LinesReport;
  /** By memory, what its last line says otherwise. Changed when all are read: of several lines the last one is right. */
  readonly changed: Map<MemoryId, Said>;
}

/**
 * Idempotent by externalId; a line that says otherwise than the one before it with its externalId changes the memory.
 * `onProgress` is told the lines read so far.
 */
export async function importLines(
  life: Life,
  lines: AsyncIterable<string>,
  options: Trust & {
    readonly isVerbatim: boolean;
    readonly onProgress?: (read: number) => void;
  },
): Promise<LinesReport> {
  const counts = { read: 0, imported: 0, merged: 0, corrected: 0, rejected: 0, lowered: 0 };
  const report: LinesReport = { ...counts, errors: [] };
  const { isVerbatim, isTrusted = false } = options;
  const run = { isVerbatim, isTrusted, isStagedAt: stagedAt(life), report, changed: new Map() };
  let batch: { line: number; text: string }[] = [];
  let number = 0;
  const flush = async () => {
    const now = batch;
    batch = [];
    if (now.length === 0) return;
    const before = report.read - now.length;
    await life.db
      .transaction(async (tx) => {
        for (const { line, text } of now) await importLine({ ...life, db: tx }, line, text, run);
      })
      .catch((error: unknown) => {
        throw namingKept(error, before);
      });
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
  await renewAll(life, run);
  return report;
}

/** Where the lines of before have gone, which is nowhere that anybody could look. */
function namingKept(error: unknown, lines: number): unknown {
  if (!MemoryError.is(error, "store_replaced") || lines === 0) return error;
  const reason = `the store's file was replaced or removed meanwhile: the ${lines} lines taken in before went with it, and none after them was`;
  return new MemoryError("store_replaced", { ...error.facts, reason, cause: error });
}

async function renewAll(life: Life, { changed, report, isVerbatim }: LinesImport): Promise<void> {
  const all = [...changed];
  for (let at = 0; at < all.length; at += BATCH) {
    await life.db.transaction(async (tx) => {
      for (const [id, said] of all.slice(at, at + BATCH)) {
        const isRenewed = await renew({ ...life, db: tx }, id, said, isVerbatim);
        report.merged++;
        if (isRenewed) report.corrected++;
      }
    });
  }
}

async function importLine(life: Life, line: number, text: string, run: LinesImport): Promise<void> {
  const { report } = run;
  const parsed = parseImportLine(text);
  const isLowered = typeof parsed !== "string" && parsed.scope === "global" && !run.isTrusted;
  const asked = isLowered ? { ...parsed, scope: "project" } : parsed;
  const outcome = typeof asked === "string" ? { refused: asked } : await take(life, asked, run);
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

async function take(life: Life, line: ImportLine, run: LinesImport): Promise<Outcome> {
  const error = line.error === undefined ? undefined : namedError(life, line.error);
  if (error === null) return { refused: "error: names nothing" };
  const record = toNewMemory(life, asRecord(line, run.isVerbatim), run.isStagedAt);
  const told = { ...record, errorFingerprint: error };
  const how = { redaction: life.redaction, isVerbatim: run.isVerbatim, isStrict: life.isStrict };
  const known = await knownBySource(life, told);
  if (known !== null) return compare(known, saidBy(line, told), how, run);
  if (await isTakenIn(life, line)) return "merged";
  const { id, mergedInto, reason } = await admit(life.db, life.projectId, told, how, life.moment());
  if (id === null) return { refused: reason ?? "refused" };
  if (mergedInto !== null || line.externalId === undefined) await noteTakenIn(life, line, id);
  if (mergedInto !== null) return "merged";
  if (line.files !== undefined && line.files.length > 0) {
    const [memory] = await getMemories(life.db, [id]);
    // Tied to the code as it is here and now, whatever the commit it was learned at.
    if (memory !== undefined) await link(life.db, memory, life.identity.root, life.identity.commit);
  }
  return "imported";
}

/** What is left out of a line is not said to be none. */
function saidBy({ files, tags }: ImportLine, told: NewMemory): NewMemory {
  const isSaid = { files: files && unique(told.files), tags: tags && unique(told.tags) };
  return { ...told, ...isSaid };
}

/** A line of a memory that is here already, by its external id. */
function compare(
  known: Memory,
  told: NewMemory,
  how: AdmitOptions,
  { changed, report }: LinesImport,
): Outcome {
  const { content, reason } = screen(told, how);
  if (reason !== null) return { refused: reason };
  // What an earlier line said of it is not what it comes to say.
  if (changed.delete(known.id)) report.merged++;
  const said = { ...redactDetails(told, how.redaction), content };
  if (!saysOtherwise(known, said)) return "merged";
  changed.set(known.id, said);
  return "waits";
}

type StagedAt = (line: ImportLine) => boolean;

/** Only a branch that is here says that a line is not for everywhere. */
function stagedAt({ identity }: Life): StagedAt {
  const staging = stagingAt(identity.root);
  return ({ branch, commit = null }) =>
    branch !== undefined && staging.isStaged({ branch, commit, isLive: false });
}

/** What is taken over word for word from a session and says of itself nothing else is a record of what was said there. */
function asRecord(line: ImportLine, isVerbatim: boolean): ImportLine {
  const isRecord = isVerbatim && line.type === undefined && line.sessionId !== undefined;
  return isRecord ? { ...line, type: "episode" } : line;
}

function toNewMemory(life: Life, line: ImportLine, isStagedAt: StagedAt): NewMemory {
  return {
    content: line.content,
    source: "imported",
    type: line.type as Memory["type"] | undefined,
    scope: line.scope as Scope | undefined,
    files: inProject(life, line.files ?? []),
    tags: line.tags,
    externalId: line.externalId,
    sessions: line.sessionId === undefined ? [] : [line.sessionId],
    branch: line.branch,
    commit: line.commit,
    isStaged: isStagedAt(line),
    confidence: line.confidence,
    createdAtMs: line.createdAt === undefined ? undefined : momentMs(line.createdAt),
    ...validityOf(line),
  };
}

/** What no text of the store holds: NUL, and half of a pair. */
const UNKEPT_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** As the store keeps it: what is kept otherwise than it was told would be a change each time it is told. */
function asKept(_name: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD").toWellFormed() : value;
}

function parseImportLine(text: string): ImportLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text, UNKEPT_ESCAPE.test(text) ? asKept : undefined);
  } catch {
    return "not JSON";
  }
  const parsed = importLineSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "line"}: ${issue?.message ?? "invalid"}`;
  }
  const { type, scope, createdAt } = parsed.data;
  if (type !== undefined && !isMemoryType(type)) return `type: one of ${MEMORY_TYPES.join(", ")}`;
  if (scope !== undefined && !(SCOPES as readonly string[]).includes(scope))
    return `scope: one of ${SCOPES.join(", ")}`;
  if (createdAt !== undefined && Number.isNaN(momentMs(createdAt))) return "createdAt: not a date";
  return validityProblem(parsed.data) ?? parsed.data;
}

function validityProblem(line: ImportLine): string | null {
  const { validFromMs = 0, validToMs = 0 } = validityOf(line);
  if (Number.isNaN(validFromMs)) return "validFrom: not a date";
  if (Number.isNaN(validToMs)) return "validUntil: not a date";
  const isBackwards =
    line.validFrom !== undefined && line.validUntil !== undefined && validToMs <= validFromMs;
  return isBackwards ? "validUntil: it would have ended before it began to be true" : null;
}

/** The last moment that a date can name. */
const MAX_TIME_MS = 8.64e15;

/** NaN for what is no date. */
function validityOf({ validFrom, validUntil }: ImportLine) {
  return {
    ...(validFrom === undefined ? {} : { validFromMs: datedMs(validFrom, "from") }),
    ...(validUntil === undefined ? {} : { validToMs: datedMs(validUntil, "until") }),
  };
}

function datedMs(at: string | number, end: "from" | "until"): number {
  if (typeof at === "number") return momentMs(at);
  const range = calendarRange(at);
  if (range === null) return Number.NaN;
  return end === "from" ? range.fromMs : endOf(range);
}

/** Whole milliseconds; NaN for what is no date. */
function momentMs(at: string | number): number {
  if (typeof at === "string") return Date.parse(at);
  const ms = Math.trunc(at < 1e11 ? at * 1000 : at);
  return Math.abs(ms) <= MAX_TIME_MS ? ms : Number.NaN;
}

export interface Export {
  readonly version: number;
  readonly project: string;
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/** Everything of this project that is not secret, archived memories too; in order of id, so two exports compare. */
export async function exportAll(life: Life): Promise<Export> {
  const memories = await listMemories(life.db, {
    projectId: life.projectId,
    state: null,
    withSuperseded: true,
  });
  const open = memories.filter((memory) => memory.visibility !== "secret");
  const ids = new Set<string>(open.map((memory) => memory.id));
  const edges = await listProjectEdges(life.db, life.projectId);
  return {
    version: EXPORT_VERSION,
    project: life.identity.canonical,
    memories: open.sort((a, b) => (a.id < b.id ? -1 : 1)),
    edges: edges.filter((edge) => ids.has(edge.fromId) && ids.has(edge.toId)),
  };
}

export interface ExportReport extends ImportReport {
  /** Of the imported: said to be pinned, verified, a person's word or of every project, and taken as imported only. */
  lowered: number;
}

/**
 * An export into this project: ids and dates as they were, and into an empty home, or trusted, all that it says of itself.
 * What is there already, by id or external id, is left alone. All or nothing.
 */
export async function importExport(
  life: Life,
  document: unknown,
  trust: Trust = {},
): Promise<ExportReport> {
  const { memories, edges } = checkExport(document);
  // A home that knows nothing yet is being restored: what it says of itself is all there is.
  const isTrusted = trust.isTrusted ?? (await countMemories(life.db, null)).length === 0;
  const report: ExportReport = {
    lowered: 0,
    read: memories.length,
    imported: 0,
    merged: 0,
    rejected: 0,
    errors: [],
  };
  await life.db.transaction(async (tx) => {
    for (const memory of memories) await takeMemory({ ...life, db: tx }, memory, isTrusted, report);
    const present = new Set<MemoryId>();
    for (const { id } of await getMemories(
      tx,
      memories.map((one) => one.id),
    ))
      present.add(id);
    for (const edge of edges) {
      if (present.has(edge.fromId) && present.has(edge.toId)) await addEdge(tx, edge);
    }
  });
  return report;
}

async function takeMemory(
  life: Life,
  memory: Memory,
  isTrusted: boolean,
  report: ExportReport,
): Promise<void> {
  const told = isTrusted ? memory : asToldElsewhere(memory);
  if (!(await importMemory(life, told))) report.merged++;
  else {
    report.imported++;
    if (told !== memory) report.lowered++;
  }
}

/** Whether it was new. */
async function importMemory(life: Life, told: Memory): Promise<boolean> {
  const projectId = told.scope === "global" ? null : life.projectId;
  const [known] = await getMemories(life.db, [told.id]);
  if (known !== undefined) return false;
  const { externalId } = told;
  if (externalId !== null && (await findExternal(life.db, projectId, externalId)) !== null)
    return false;
  const clean = redactTogether(told, life.redaction) as Memory;
  const memory = { ...clean, id: told.id, projectId, files: clean.files.filter(isInside) };
  await insertMemory(life.db, memory, life.moment());
  await link(life.db, memory, life.identity.root, life.identity.commit);
  return true;
}

/** Anchors are read from disk: a document from elsewhere must not name files outside the project. */
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
