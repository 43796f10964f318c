/**
 * Imports transcripts of agents and learns from them. Each file is read once as a stream, each session is stored under the
 * project it ran in, and then the sessions are learned from in the order in which they began. An import that is repeated
 * adds nothing: an unchanged file is not read, and of a grown file only the new part. After an interrupted import, the next
 * one continues: it also learns from the sessions that the interrupted one stored. A session that hooks recorded is skipped,
 * because it is already in the store.
 */

import { setImmediate as otherWork } from "node:timers/promises";
import type { Project } from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import type { TranscriptHost, TranscriptProblem } from "@tacit-memory/transcripts";
import type { Candidate } from "../../domain/candidate.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { Memory } from "../../domain/memory.ts";
import { copiedOf, keyFormsOf } from "../../store/sessions/events.ts";
import { findSession } from "../../store/sessions/sessions.ts";
import {
  continuationAfter,
  fullestFirst,
  importedElsewhere,
  type RecordKind,
  recordKindOf,
} from "./duplicate-records.ts";
import { type ImportMarks, importMarks } from "./import-marks.ts";
import { type MatchingProject, matchingProject } from "./matching-project.ts";
import {
  emptyReading,
  newEvents,
  type Reading,
  type SessionInFile,
  type TranscriptSource,
} from "./new-events.ts";
import { type ProjectLookup, type SessionProjects, sessionProjects } from "./session-projects.ts";

export interface TranscriptToImport {
  readonly path: string;
  readonly host: TranscriptHost;
  /** For a file with the sessions of many projects: only sessions that ran in or below these folders. */
  readonly roots?: readonly string[] | undefined;
}

export interface TranscriptsRequest {
  readonly files: readonly TranscriptToImport[];
  /** Every session belongs to the open project, whatever folder it names. */
  readonly isOneProject?: boolean | undefined;
  /** A session whose folder is not on this machine belongs to the open project. */
  readonly isOwnIfGone?: boolean | undefined;
  /** Unchanged files are read again. */
  readonly isAgain?: boolean | undefined;
}

/** Reported after each event, now and then while only known events are read, and after each session. */
export type TranscriptsProgress =
  | { readonly step: "reading"; readonly files: number; readonly events: number }
  | {
      readonly step: "learning";
      readonly sessions: number;
      readonly of: number;
      readonly memories: number;
    };

export interface TranscriptsReport {
  readonly files: number;
  /** Sessions with new events, and those that an interrupted import stored without learning from them. */
  readonly sessions: number;
  readonly events: number;
  /** Files without new events: unchanged, imported from another record, or recorded by hooks. */
  readonly skipped: number;
  /** Files of which nothing could be read. */
  readonly unreadable: number;
  /** The number of all problems; `problems` holds the first ones. */
  readonly errors: number;
  readonly problems: readonly TranscriptProblemAt[];
  readonly promoted: readonly Memory[];
  /** Each candidate with its last decision. */
  readonly candidates: readonly Candidate[];
  /** Sessions of these folders are stored apart, because the folder is not on this machine. */
  readonly missingFolders: readonly MissingFolderReport[];
  /** Sessions that were already imported from another record. */
  readonly duplicates: readonly string[];
}

export interface TranscriptProblemAt {
  readonly path: string;
  readonly line: number;
  readonly reason: string;
}

export interface MissingFolderReport {
  readonly folder: string;
  /** Evidence that its sessions belong to the open project; null without evidence. */
  readonly match: MatchingProject | null;
}

/** What the import needs from the rest of the library. */
export interface ImportPorts extends Pick<ProjectLookup, "home" | "identity" | "projectIdOf"> {
  readonly db: Database;
  /** The id of the open project. */
  readonly projectId: Project["id"];
  /** Stores events with the origin of transcripts. `sessions`: row ids. */
  readonly ingest: (
    events: AsyncIterable<Event>,
    projectOf: (event: Event) => Project,
  ) => Promise<{
    readonly events: number;
    readonly repeated: number;
    readonly sessions: readonly number[];
  }>;
  /** Sessions of the open project that an import stored and that still wait to be learned from. */
  readonly unlearned: () => Promise<
    readonly { readonly rid: number; readonly startedAtMs: number }[]
  >;
  readonly learn: (
    session: number,
  ) => Promise<
    readonly { readonly promoted: readonly Memory[]; readonly candidates: readonly Candidate[] }[]
  >;
}

const MAX_PROBLEMS = 100;

interface Import {
  readonly ports: ImportPorts;
  readonly projects: SessionProjects;
  readonly marks: ImportMarks;
  readonly onEvent: (eventsInFile: number) => void;
  events: number;
  skipped: number;
  unreadable: number;
  errors: number;
  readonly problems: TranscriptProblemAt[];
  readonly duplicates: Set<string>;
  /** The time at which to learn from each session, by its row id: that of the first new event. */
  readonly startOf: Map<number, string>;
}

export async function importTranscripts(
  ports: ImportPorts,
  { files, isAgain = false, isOneProject = false, isOwnIfGone = false }: TranscriptsRequest,
  onProgress: (progress: TranscriptsProgress) => void = () => undefined,
): Promise<TranscriptsReport> {
  const { db, identity } = ports;
  const isLiveSession: ProjectLookup["isLiveSession"] = async (project, session) =>
    (await findSession(db, project, session))?.origin === "live";
  const rules = { isOneProject, isOwnIfGone };
  let filesRead = 0;
  const run: Import = {
    ports,
    projects: sessionProjects({ ...ports, isLiveSession }, rules),
    marks: importMarks(ports.home, scopeOf(identity.id, rules)),
    onEvent: (inFile) =>
      onProgress({ step: "reading", files: filesRead, events: run.events + inFile }),
    events: 0,
    skipped: 0,
    unreadable: 0,
    errors: 0,
    problems: [],
    duplicates: new Set(),
    startOf: new Map(),
  };
  try {
    for (const file of fullestFirst(files)) {
      await importUnlessKnown(run, file, isAgain);
      filesRead++;
      await otherWork();
    }
  } finally {
    run.marks.save();
  }
  // Learns also from what an earlier import or another process stored.
  for (const { rid, startedAtMs } of await ports.unlearned())
    if (!run.startOf.has(rid)) run.startOf.set(rid, new Date(startedAtMs).toISOString());
  const learned = await learnInOrder(run, onProgress);
  const missing = [...run.projects.missingFolders];
  const missingFolders: MissingFolderReport[] = [];
  for (const [folder, { project }] of missing)
    missingFolders.push({ folder, match: await matchingProject(ports, project.id) });
  const { events, skipped, unreadable, errors, problems, duplicates, startOf } = run;
  return {
    files: files.length,
    sessions: startOf.size,
    events,
    skipped,
    unreadable,
    errors,
    problems,
    ...learned,
    missingFolders,
    duplicates: [...duplicates],
  };
}

/** What decides, besides the file, to which project its sessions belong. Part of the stored marks. */
function scopeOf(
  id: string,
  rules: { readonly isOneProject: boolean; readonly isOwnIfGone: boolean },
): string {
  if (rules.isOneProject) return id;
  return rules.isOwnIfGone ? `or ${id}` : "";
}

async function importUnlessKnown(
  run: Import,
  file: TranscriptToImport,
  isAgain: boolean,
): Promise<void> {
  const { marks } = run;
  const stamp = marks.stampOf(file);
  if (!isAgain && marks.isImported(file, stamp)) {
    run.skipped++;
    return;
  }
  const before = openIssues(run);
  const resumeFrom = isAgain ? undefined : marks.resumePointOf(file);
  const reading = await importFile(run, { ...file, resumeFrom });
  const open = openIssues(run) - before;
  // An incomplete last line leaves the file incomplete, but what came before it is not read again.
  if (reading !== null && open <= (reading.isUnfinished ? 1 : 0))
    marks.mark(file, open === 0 ? stamp : undefined, reading);
}

/** Reasons to read the same bytes again later: problems, and sessions whose folder is not on this machine. */
function openIssues({ errors, projects }: Import): number {
  return [...projects.missingFolders.values()].reduce(
    (sum, { sessions }) => sum + sessions,
    errors,
  );
}

/** Returns null if not everything was stored: a project that captures nothing may capture later. */
async function importFile(run: Import, file: TranscriptSource): Promise<Reading | null> {
  const { ports, projects } = run;
  const { path, host } = file;
  const reading = emptyReading();
  const errorsBefore = run.errors;
  try {
    const projectOf = ({ session, cwd }: Event) =>
      projects.projectOf({ session, folder: cwd ?? null, path, host });
    const stored = await ports.ingest(eventsOf(run, file, reading), projectOf);
    run.events += stored.events;
    if (stored.events + stored.repeated === 0 && run.errors > errorsBefore) run.unreadable++;
    if (stored.events === 0) run.skipped++;
    else
      for (const session of stored.sessions)
        run.startOf.set(session, run.startOf.get(session) ?? reading.since);
    return stored.events + stored.repeated === reading.eventCount ? reading : null;
  } catch (error) {
    // An unreadable file must not prevent the import of the others. An error of the store concerns all of them.
    if (MemoryError.is(error)) throw error;
    run.unreadable++;
    addProblem(run, {
      path,
      line: 0,
      reason: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}

async function* eventsOf(
  run: Import,
  file: TranscriptSource,
  reading: Reading,
): AsyncGenerator<Event> {
  const kind = await recordKindOf(file);
  /** For sessions imported from another record: a test for the events that come after its end. */
  const continuations = new Map<string, (event: Event) => boolean>();
  const filter = {
    isSkipped: async (session: SessionInFile) =>
      (await run.projects.isLive(session)) ||
      (kind !== null && (await isDuplicate(run, kind, session, continuations))),
    isNew: (event: Event) => continuations.get(event.session)?.(event) ?? true,
    onProblem: ({ line, reason }: TranscriptProblem) =>
      addProblem(run, { path: file.path, line, reason }),
    // Other work is for example answering how far the import is, or stopping it.
    onTurn: async () => {
      run.onEvent(reading.eventCount);
      await otherWork();
    },
  };
  for await (const event of newEvents(file, reading, filter)) {
    run.onEvent(reading.eventCount);
    yield event;
  }
}

/** Returns whether another record contained the whole session. If it contained only a beginning, adds a test for the rest. */
async function isDuplicate(
  { ports: { db }, duplicates }: Import,
  kind: RecordKind,
  { session, isResumed }: SessionInFile,
  continuations: Map<string, (event: Event) => boolean>,
): Promise<boolean> {
  const forms = await keyFormsOf(db, session);
  const elsewhere = importedElsewhere(kind, forms);
  const isOwn = kind.own.some((form) => forms[form] > 0);
  // What follows the imported part of this file is new, because no other record can have been imported meanwhile.
  const isNew = isOwn && isResumed && kind.continuesBy === "time";
  if (elsewhere === "beginning" && !isNew)
    continuations.set(session, continuationAfter(kind, await copiedOf(db, session, kind.foreign)));
  if (elsewhere === "all" || (elsewhere === "beginning" && !isOwn)) duplicates.add(session);
  return elsewhere === "all";
}

function addProblem(run: Import, problem: TranscriptProblemAt): void {
  run.errors++;
  if (run.problems.length < MAX_PROBLEMS) run.problems.push(problem);
}

async function learnInOrder(
  { ports, startOf }: Import,
  onProgress: (progress: TranscriptsProgress) => void,
): Promise<Pick<TranscriptsReport, "promoted" | "candidates">> {
  const sessions = [...startOf].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([rid]) => rid);
  const promoted: Memory[] = [];
  const candidates = new Map<string, Candidate>();
  for (const [index, session] of sessions.entries()) {
    for (const learned of await ports.learn(session)) {
      promoted.push(...learned.promoted);
      for (const candidate of learned.candidates) candidates.set(candidate.id, candidate);
    }
    onProgress({
      step: "learning",
      sessions: index + 1,
      of: sessions.length,
      memories: promoted.length,
    });
    await otherWork();
  }
  return { promoted, candidates: [...candidates.values()] };
}
