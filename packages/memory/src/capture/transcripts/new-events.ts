/**
 * Reads one transcript and yields its new events: those of sessions that were neither recorded by hooks nor imported from
 * another record. Reading resumes where an earlier import stopped, if the file has only grown since.
 */
import type { Event } from "@tacit-memory/protocol";
import {
  type ResumePoint,
  readTranscript,
  type TranscriptHost,
  type TranscriptProblem,
} from "@tacit-memory/transcripts";
import type { StoredResumePoint } from "./resume-points.ts";

/** A session in a transcript. */
export interface SessionInFile {
  readonly session: string;
  /** The folder that its first event names. */
  readonly folder: string | null;
  readonly path: string;
  readonly host: TranscriptHost;
  /** Whether its earlier events were read by an earlier import. */
  readonly isResumed: boolean;
}

export interface TranscriptSource {
  readonly path: string;
  readonly host: TranscriptHost;
  readonly roots?: readonly string[] | undefined;
  readonly resumeFrom: StoredResumePoint | undefined;
}

/** What one reading of a file found. `newEvents` fills it in while its events are consumed. */
export interface Reading {
  /** Undefined until the end of the file, and if a later reading cannot resume. */
  point: ResumePoint | undefined;
  /** Each session with the folder that its first event names. */
  sessions: Map<string, string | null>;
  /** The time of the first new event; "" without one. */
  since: string;
  /** A program may still be writing the last line. */
  isUnfinished: boolean;
  eventCount: number;
}

export function emptyReading(): Reading {
  return { point: undefined, sessions: new Map(), since: "", isUnfinished: false, eventCount: 0 };
}

interface SessionFilter {
  /** Whether a session is skipped as a whole. Asked once for each session. */
  readonly isSkipped: (session: SessionInFile) => Promise<boolean>;
  /** Whether an event of a session that is not skipped is new. */
  readonly isNew: (event: Event) => boolean;
  readonly onProblem: (problem: TranscriptProblem) => void;
  /** Called after every 200 events, new or not, so that a long-lived process can do other work. */
  readonly onTurn: () => Promise<void>;
}

/** Events between two calls of `onTurn`. */
const EVENTS_AT_ONCE = 200;

/** Hosts whose files can hold several sessions. A file of any other host holds one. */
const SEVERAL: ReadonlySet<TranscriptHost> = new Set(["opencode", "cursor"]);

export async function* newEvents(
  file: TranscriptSource,
  reading: Reading,
  filter: SessionFilter,
): AsyncGenerator<Event> {
  const skipped = new Set<string>();
  const isSkipped = async (session: string, folder: string | null, isResumed = false) => {
    if (!reading.sessions.has(session)) {
      reading.sessions.set(session, folder);
      const { path, host } = file;
      if (await filter.isSkipped({ session, folder, path, host, isResumed })) skipped.add(session);
    }
    return skipped.has(session);
  };
  let earlier: StoredResumePoint["sessions"] = new Map();
  const events = readFrom(file, reading, filter, (sessions) => {
    earlier = sessions;
  });
  for await (const event of inTurns(events, filter.onTurn)) {
    for (const [session, folder] of earlier) await isSkipped(session, folder, true);
    earlier = new Map();
    const isOver = (await isSkipped(event.session, event.cwd ?? null)) || skipped.size > 0;
    if (isOver && !SEVERAL.has(file.host)) return;
    if (skipped.has(event.session) || !filter.isNew(event)) continue;
    if (reading.since === "") reading.since = event.ts;
    reading.eventCount++;
    yield event;
  }
  for (const [session, folder] of earlier) reading.sessions.set(session, folder);
}

async function* inTurns(
  events: AsyncIterable<Event>,
  onTurn: SessionFilter["onTurn"],
): AsyncGenerator<Event> {
  let eventCount = 0;
  for await (const event of events) {
    eventCount++;
    if (eventCount % EVENTS_AT_ONCE === 0) await onTurn();
    yield event;
  }
}

function readFrom(
  file: TranscriptSource,
  reading: Reading,
  { onProblem }: SessionFilter,
  onEarlierSessions: (sessions: StoredResumePoint["sessions"]) => void,
): AsyncGenerator<Event> {
  const { path, host, roots, resumeFrom } = file;
  return readTranscript(path, {
    host,
    roots,
    from: resumeFrom?.point,
    onResumed: () => {
      onEarlierSessions(resumeFrom?.sessions ?? new Map());
      reading.since = resumeFrom?.since ?? "";
    },
    onResumePoint: (point) => {
      reading.point = point;
    },
    onProblem: (problem) => {
      reading.isUnfinished ||= problem.isUnfinished === true;
      onProblem(problem);
    },
  });
}
