/**
 * What is new in one transcript, and what to know of it the next time: the events of its sessions that no hook watched,
 * from where an earlier reading stopped if nothing but more has come since.
 */
import type { Event } from "@tacit-memory/protocol";
import {
  readTranscript,
  type TranscriptHost,
  type TranscriptPlace,
  type TranscriptProblem,
} from "@tacit-memory/transcripts";
import type { ReadPlace } from "./read-places.ts";

/** A session in a file, and the folder it told. */
export interface Begun {
  readonly session: string;
  readonly folder: string | null;
  readonly path: string;
  readonly host: TranscriptHost;
  /** What it told before was read. */
  readonly isReadOn: boolean;
}

export interface ToRead {
  readonly path: string;
  readonly host: TranscriptHost;
  readonly roots?: readonly string[] | undefined;
  readonly from: ReadPlace | undefined;
}

/** Filled in as the events are taken. */
export interface Reading {
  /** Undefined until everything was read, and where another reading cannot go on. */
  place: TranscriptPlace | undefined;
  sessions: Map<string, string | null>;
  since: string;
  /** Somebody may be writing its last line. */
  isUnfinished: boolean;
  eventCount: number;
}

export function nothingRead(): Reading {
  return { place: undefined, sessions: new Map(), since: "", isUnfinished: false, eventCount: 0 };
}

interface Watching {
  /** Watched live, or taken in from another record of it. */
  readonly isKnown: (begun: Begun) => Promise<boolean>;
  /** Of a session that is not known as a whole: another record of it has not told this. */
  readonly isUntold: (event: Event) => boolean;
  readonly onProblem: (problem: TranscriptProblem) => void;
}

const SEVERAL: ReadonlySet<TranscriptHost> = new Set(["opencode", "cursor"]);

export async function* newEvents(
  file: ToRead,
  reading: Reading,
  watching: Watching,
): AsyncGenerator<Event> {
  const known = new Set<string>();
  const isSkipped = async (session: string, folder: string | null, isReadOn = false) => {
    if (!reading.sessions.has(session)) {
      reading.sessions.set(session, folder);
      const { path, host } = file;
      if (await watching.isKnown({ session, folder, path, host, isReadOn })) known.add(session);
    }
    return known.has(session);
  };
  let before: ReadPlace["sessions"] = new Map();
  const events = readFrom(file, reading, watching, (sessions) => {
    before = sessions;
  });
  for await (const event of events) {
    for (const [session, folder] of before) await isSkipped(session, folder, true);
    before = new Map();
    // A database holds many sessions, a file one.
    const isOver = (await isSkipped(event.session, event.cwd ?? null)) || known.size > 0;
    if (isOver && !SEVERAL.has(file.host)) return;
    if (known.has(event.session) || !watching.isUntold(event)) continue;
    if (reading.since === "") reading.since = event.ts;
    reading.eventCount++;
    yield event;
  }
  for (const [session, folder] of before) reading.sessions.set(session, folder);
}

function readFrom(
  file: ToRead,
  reading: Reading,
  { onProblem }: Watching,
  onSessions: (sessions: ReadPlace["sessions"]) => void,
): AsyncGenerator<Event> {
  const { path, host, roots, from } = file;
  return readTranscript(path, {
    host,
    roots,
    from: from?.place,
    onResumed: () => {
      onSessions(from?.sessions ?? new Map());
      reading.since = from?.since ?? "";
    },
    onPlace: (place) => {
      reading.place = place;
    },
    onProblem: (problem) => {
      reading.isUnfinished ||= problem.isUnfinished === true;
      onProblem(problem);
    },
  });
}
