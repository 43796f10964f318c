/**
 * Transcripts of agents → memories: every file read once as a stream, each session under the project it was
 * about, then learned from in the order in which they happened. What is in the store already costs nothing
 * but the reading, and where a file only grew no more than the reading of what was added; sessions that hooks
 * watched live are passed over, they would be there twice.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type Candidate,
  grouped,
  type Memory,
  MemoryError,
  openTacit,
  type ProjectIdentity,
  type ProjectSeen,
  resolveProjectSync,
  seenProject,
  type Tacit,
} from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import type { TranscriptHost, TranscriptProblem } from "@tacit-memory/transcripts";
import { type Begun, newEvents, nothingRead, type Reading, type ToRead } from "./new-events.ts";
import { storeOptions } from "./open.ts";
import { type ReadMarks, readMarks } from "./read-marks.ts";
import { fullestFirst, goesOnAfter, isTakenOtherwise, recordOf } from "./recorded-twice.ts";
import type { World } from "./world.ts";

export interface TranscriptFile {
  readonly path: string;
  readonly host: TranscriptHost;
  /** Of a file with the sessions of many projects: only those of these folders, and below. */
  readonly roots?: readonly string[];
}

interface TranscriptProblemAt {
  readonly path: string;
  readonly line: number;
  readonly reason: string;
}

export interface TranscriptReport {
  files: number;
  /** Sessions with events that were new. */
  sessions: number;
  events: number;
  /** Files with nothing new in them, unchanged since they were read, or watched live. */
  skipped: number;
  /** All of them counted; the first few are in `problems`. */
  errors: number;
  readonly problems: TranscriptProblemAt[];
  promoted: Memory[];
  /** As each was last decided on. */
  readonly candidates: Map<string, Candidate>;
  /** Folders that sessions named and that are not on this machine, with how many files named them. */
  readonly apart: Map<string, number>;
  /** The projects under which those sessions are stored, by folder. */
  readonly apartProjects: Map<string, ProjectSeen>;
  /** Sessions that another record of them had told before. */
  readonly twice: Set<string>;
}

export interface TranscriptOptions {
  /** Everything belongs to the engine's own project, whatever the sessions say. */
  readonly isOneProject: boolean;
  /** A session whose folder is gone belongs here too: its transcript lay where this project's lie. */
  readonly isOwnIfGone?: boolean;
  /** What has not changed since it was read is read again all the same. */
  readonly isAgain?: boolean;
}

const MAX_PROBLEMS = 100;
const NOWHERE = "(no folder)";

export async function importTranscripts(
  world: World,
  tacit: Tacit,
  files: readonly TranscriptFile[],
  options: TranscriptOptions,
): Promise<TranscriptReport> {
  const report: TranscriptReport = {
    files: files.length,
    sessions: 0,
    events: 0,
    skipped: 0,
    errors: 0,
    problems: [],
    promoted: [],
    candidates: new Map(),
    apart: new Map(),
    apartProjects: new Map(),
    twice: new Set(),
  };
  const places = placesOf(world, tacit, options, report);
  const startedAtMs = world.machine.nowMs();
  /** When each session began, by its row. */
  const fresh = new Map<number, string>();
  const marks = readMarks(world.place.home, scopeOf(tacit, options));
  let read = 0;
  for (const file of fullestFirst(files)) {
    const meter = (inFile: number) => {
      const seconds = Math.max(0.1, (world.machine.nowMs() - startedAtMs) / 1000);
      const events = report.events + inFile;
      world.out.progress(
        `reading  ${read}/${files.length} files  ${grouped(events)} events  ${grouped(Math.round(events / seconds))}/s`,
      );
    };
    const progress = { report, fresh, meter };
    const mayStand = options.isAgain !== true;
    await importUnread(tacit, file, places, progress, { marks, mayStand });
    read++;
  }
  marks.save();
  report.sessions = fresh.size;
  await learn(world, tacit, fresh, report);
  world.out.endProgress();
  return report;
}

interface Marking {
  readonly marks: ReadMarks;
  /** What was read before need not be read again. */
  readonly mayStand: boolean;
}

async function importUnread(
  tacit: Tacit,
  file: TranscriptFile,
  places: Places,
  progress: Progress,
  { marks, mayStand }: Marking,
): Promise<void> {
  const { report } = progress;
  const stamp = marks.stampOf(file);
  if (mayStand && marks.isRead(file, stamp)) {
    report.skipped++;
    return;
  }
  const before = openEnds(report);
  const from = mayStand ? marks.placeOf(file) : undefined;
  const reading = await importFile(tacit, { ...file, from }, places, progress);
  const open = openEnds(report) - before;
  // What is being written just now is read the next time; what came before it need not be read again for that.
  if (reading !== null && open <= (reading.isUnfinished ? 1 : 0))
    marks.keep(file, open === 0 ? stamp : undefined, reading);
}

/** What a later reading of the same bytes may make more of: problems told, sessions whose folder is not here. */
function openEnds({ errors, apart }: TranscriptReport): number {
  return [...apart.values()].reduce((sum, count) => sum + count, errors);
}

/** What decides, beside the file, to which project its sessions go. */
function scopeOf(tacit: Tacit, { isOneProject, isOwnIfGone }: TranscriptOptions): string {
  if (isOneProject) return tacit.identity.id;
  return isOwnIfGone === true ? `or ${tacit.identity.id}` : "";
}

interface Progress {
  readonly report: TranscriptReport;
  readonly fresh: Map<number, string>;
  readonly meter: (events: number) => void;
}

/** Null where not all of it was taken in, now or before: its project captures nothing, which may change. */
async function importFile(
  tacit: Tacit,
  file: ToRead,
  places: Places,
  { report, fresh, meter }: Progress,
): Promise<Reading | null> {
  const problem = (line: number, reason: string) => {
    report.errors++;
    if (report.problems.length < MAX_PROBLEMS)
      report.problems.push({ path: file.path, line, reason });
  };
  const reading = nothingRead();
  async function* metered(): AsyncGenerator<Event> {
    const record = await recordOf(file);
    const untold = new Map<string, (event: Event) => boolean>();
    const isTwice = async ({ session, isReadOn }: Begun) => {
      if (record === null) return false;
      const forms = await tacit.keyForms(session);
      const taken = isTakenOtherwise(record, forms);
      const isOwn = record.own.some((form) => forms[form] > 0);
      // What follows what was taken of this very file is new, where no other record can have told it meanwhile.
      const isNew = isOwn && isReadOn && record.goesOn === "by time";
      if (taken === "so far" && !isNew)
        untold.set(session, goesOnAfter(record, await tacit.copied(session, record.foreign)));
      if (taken === "yes" || (taken === "so far" && !isOwn)) report.twice.add(session);
      return taken === "yes";
    };
    const isKnown = async (begun: Begun) => (await places.isLive(begun)) || (await isTwice(begun));
    const isUntold = (event: Event) => untold.get(event.session)?.(event) ?? true;
    const onProblem = ({ line, reason }: TranscriptProblem) => problem(line, reason);
    for await (const event of newEvents(file, reading, { isKnown, isUntold, onProblem })) {
      meter(reading.eventCount);
      yield event;
    }
  }
  try {
    const taken = await tacit.takeIn(metered(), "transcript", (event) =>
      places.of({
        session: event.session,
        folder: event.cwd ?? null,
        path: file.path,
        host: file.host,
      }),
    );
    report.events += taken.events;
    if (taken.events === 0) report.skipped++;
    else for (const rid of taken.sessions) fresh.set(rid, fresh.get(rid) ?? reading.since);
    return taken.events + taken.repeated === reading.eventCount ? reading : null;
  } catch (error) {
    // One unreadable file must not cost the others; what the store says concerns them all.
    if (MemoryError.is(error)) throw error;
    problem(0, error instanceof Error ? error.message : String(error));
    return null;
  }
}

async function learn(
  world: World,
  tacit: Tacit,
  fresh: ReadonlyMap<number, string>,
  report: TranscriptReport,
): Promise<void> {
  const inOrder = [...fresh].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([rid]) => rid);
  let done = 0;
  for (const rid of inOrder) {
    for (const { promoted, candidates } of await tacit.settleSessions([rid])) {
      report.promoted.push(...promoted);
      for (const candidate of candidates) report.candidates.set(candidate.id, candidate);
    }
    done++;
    world.out.progress(
      `learning ${done}/${inOrder.length} sessions  ${report.promoted.length} memories`,
    );
  }
}

interface Places {
  readonly of: (begun: Omit<Begun, "isReadOn">) => ProjectSeen;
  readonly isLive: (begun: Begun) => Promise<boolean>;
}

/** A session stays where it began: its first folder decides, later ones do not split it. */
function placesOf(
  world: World,
  tacit: Tacit,
  options: TranscriptOptions,
  report: TranscriptReport,
): Places {
  const own = seenProject(tacit.identity);
  const bySession = new Map<string, Located>();
  const byFolder = new Map<string, Located>();
  const live = new Map<string, Set<string>>();
  const locate = ({ session, folder: told, path }: Omit<Begun, "isReadOn">): Located => {
    if (options.isOneProject) return { seen: own, identity: tacit.identity };
    const known = bySession.get(session);
    if (known !== undefined) return known;
    const folder = told ?? dirname(resolve(path));
    const there = byFolder.get(folder) ?? locatedAt(folder, told !== null, world);
    const isAdopted = there.identity === null && options.isOwnIfGone === true;
    const located = isAdopted ? { seen: own, identity: tacit.identity } : there;
    byFolder.set(folder, located);
    bySession.set(session, located);
    if (located.identity === null) {
      const name = told ?? NOWHERE;
      report.apart.set(name, (report.apart.get(name) ?? 0) + 1);
      report.apartProjects.set(name, located.seen);
    }
    return located;
  };
  return {
    of: (begun) => locate(begun).seen,
    isLive: async (begun) => {
      const { identity } = locate(begun);
      if (identity === null) return false;
      const sessions = live.get(identity.id) ?? (await liveSessions(world, tacit, identity));
      live.set(identity.id, sessions);
      return sessions.has(begun.session);
    },
  };
}

interface Located {
  readonly seen: ProjectSeen;
  /** Null when its folder is not on this machine. */
  readonly identity: ProjectIdentity | null;
}

function locatedAt(folder: string, isTold: boolean, world: World): Located {
  const io = { home: world.place.home };
  if (isTold && existsSync(folder) && statSync(folder).isDirectory()) {
    const identity = resolveProjectSync(folder, io);
    return { seen: seenProject(identity), identity };
  }
  // Made absolute by hand: a Windows folder must not be taken for one below the working directory.
  const absolute = folder.startsWith("/") ? folder : `/${folder.replaceAll("\\", "/")}`;
  const identity = resolveProjectSync(absolute, io);
  return { seen: { ...seenProject(identity), root: null }, identity: null };
}

async function liveSessions(
  world: World,
  tacit: Tacit,
  identity: ProjectIdentity,
): Promise<Set<string>> {
  const isOwn = identity.id === tacit.identity.id;
  const other = isOwn
    ? tacit
    : await openTacit({ ...storeOptions(world), cwd: identity.root, identity });
  try {
    const sessions = await other.sessions(1_000_000);
    return new Set(sessions.filter((one) => one.origin === "live").map((one) => one.id));
  } finally {
    if (!isOwn) await other.close();
  }
}
