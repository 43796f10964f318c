/** Stores events from any source in the event log: each once, in order and redacted, and updates their sessions. */
import type { Project } from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import { isSmallTalk } from "../domain/text/turn.ts";
import { earlierProjects } from "../store/adopt-identity.ts";
import { findProject, resolveAlias, touchProject } from "../store/projects.ts";
import { isSessionForgotten } from "../store/sessions/erase-session.ts";
import { insertEvent } from "../store/sessions/events.ts";
import {
  advanceSession,
  openSession,
  type SessionOrigin,
  type SessionRow,
  type SessionState,
} from "../store/sessions/sessions.ts";
import { type DigestOptions, digest } from "./digest.ts";

export interface Observation {
  readonly project: Project;
  readonly event: Event;
}

export interface Observed {
  /** Number of new events. */
  readonly events: number;
  /** Number of events that were already stored. */
  readonly repeated: number;
  /** Row ids of the sessions with events. */
  readonly sessions: readonly number[];
  /** The sessions among them whose last received event was their end. */
  readonly ended: readonly number[];
}

interface OpenSession {
  readonly row: SessionRow;
  nextSeq: number;
  firstMs: number;
  lastMs: number;
  state: SessionState | undefined;
  /** True if the last received event, new or not, was the session's end. */
  isOver: boolean;
  readonly reported: {
    -readonly [K in
      | "agent"
      | "kind"
      | "phase"
      | "task"
      | "branch"
      | "commit"
      | "cwd"
      | "outcome"]?: string;
  };
}

export interface ObserveOptions extends DigestOptions {
  /** Tacit's home folder. */
  readonly home: string;
  readonly origin: SessionOrigin;
}

/** Stores all observations in one transaction or none. Pass a few hundred events at a time to keep it short. */
export async function observe(
  db: Database,
  observations: readonly Observation[],
  options: ObserveOptions,
  nowMs: number,
): Promise<Observed> {
  const digested = observations.map(({ project, event }) => ({
    project,
    event: digest(event, options, project.root),
  }));
  return db.transaction(async (tx) => {
    const sessions = sessionsOf(tx, options, nowMs);
    let [events, repeated] = [0, 0];
    for (const observation of digested) {
      const session = await sessions.of(observation);
      if (session === null) continue;
      const { event } = observation;
      session.isOver = event.kind === "session_end";
      if (await take(tx, session, event, nowMs)) events++;
      else repeated++;
    }
    const touched = sessions.touched();
    for (const session of touched) await save(tx, session);
    return {
      events,
      repeated,
      sessions: touched.map(({ row }) => row.rid),
      ended: touched.filter(({ isOver }) => isOver).map(({ row }) => row.rid),
    };
  });
}

/** Opens each session of the events once. */
function sessionsOf(db: Database, { home, origin }: ObserveOptions, nowMs: number) {
  const projects = new Map<string, ProjectId | null>();
  const open = new Map<string, OpenSession | null>();
  return {
    /** Returns null if the project captures nothing, or if a person has forgotten the session. */
    of: async ({ project, event }: Observation): Promise<OpenSession | null> => {
      let projectId = projects.get(project.id);
      if (projectId === undefined) {
        projectId = await capturing(db, home, project, nowMs);
        projects.set(project.id, projectId);
      }
      if (projectId === null) return null;
      const key = `${projectId}\n${event.session}`;
      let session = open.get(key);
      if (session === undefined) {
        session = await begin(db, projectId, event, origin, nowMs);
        open.set(key, session);
      }
      return session;
    },
    touched: () => [...open.values()].filter((session) => session !== null),
  };
}

/** Returns the project's id; null if the project captures nothing. */
async function capturing(
  db: Database,
  home: string,
  seen: Project,
  nowMs: number,
): Promise<ProjectId | null> {
  const id = (await keptUntilNow(db, home, seen)) ?? (await touchProject(db, seen, nowMs));
  const mode = (await findProject(db, id))?.mode;
  return mode === "off" || mode === "incognito" ? null : id;
}

/**
 * Returns the id under which a project with a new identity is still stored, because it was not opened since. Its mode is
 * stored there, and everything moves when it is opened (adopt-identity.ts), which a second row would prevent.
 */
async function keptUntilNow(db: Database, home: string, seen: Project): Promise<ProjectId | null> {
  const { root } = seen;
  if (root === null || (await resolveAlias(db, seen.id)) !== seen.id) return null;
  if ((await findProject(db, seen.id)) !== undefined) return null;
  const [earlier] = await earlierProjects(db, home, { ...seen, root });
  return earlier?.id ?? null;
}

async function begin(
  db: Database,
  projectId: ProjectId,
  event: Event,
  origin: SessionOrigin,
  nowMs: number,
): Promise<OpenSession | null> {
  if (await isSessionForgotten(db, projectId, event.session)) return null;
  const atMs = timeOf(event, nowMs);
  const row = await openSession(db, { projectId, id: event.session, origin, atMs });
  return {
    row,
    nextSeq: row.nextSeq,
    firstMs: atMs,
    lastMs: row.lastEventMs,
    state: undefined,
    isOver: false,
    reported: {},
  };
}

async function take(
  db: Database,
  session: OpenSession,
  event: Event,
  nowMs: number,
): Promise<boolean> {
  const atMs = timeOf(event, nowMs);
  const dated =
    Date.parse(event.ts) === atMs ? event : { ...event, ts: new Date(atMs).toISOString() };
  if (!(await insertEvent(db, session.row.rid, session.nextSeq, dated, atMs))) return false;
  session.nextSeq++;
  session.firstMs = Math.min(session.firstMs, atMs);
  session.lastMs = Math.max(session.lastMs, atMs);
  session.state = event.kind === "session_end" ? "ended" : "open";
  note(session, event);
  return true;
}

function note({ row, reported: details }: OpenSession, event: Event): void {
  const task = taskIn(event);
  // A greeting is the task only until the user asks for something.
  const taskSoFar = details.task ?? row.task;
  if (task !== undefined && (taskSoFar === null || isSmallTalk(taskSoFar))) details.task = task;
  if (event.agent !== undefined) details.agent = event.agent;
  if (event.branch !== undefined) details.branch = event.branch;
  if (event.commit !== undefined) details.commit = event.commit;
  if (event.cwd !== undefined) details.cwd ??= event.cwd;
  if (event.kind === "session_start") {
    if (event.phase !== undefined) details.phase = event.phase;
    if (event.sessionKind !== undefined) details.kind = event.sessionKind;
  }
  if (event.kind === "session_end") details.outcome = event.outcome;
}

function taskIn(event: Event): string | undefined {
  if (event.kind === "session_start") return event.task;
  const isAsked = event.kind === "prompt" && event.agentId === undefined;
  return isAsked ? event.text.slice(0, 2000) : undefined;
}

async function save(db: Database, session: OpenSession): Promise<void> {
  if (session.state === undefined) return;
  await advanceSession(db, session.row.rid, {
    ...session.reported,
    state: session.state,
    nextSeq: session.nextSeq,
    firstMs: session.firstMs,
    lastMs: session.lastMs,
  });
}

/** Returns the event's time; an unreadable or future time becomes the time of arrival. */
function timeOf(event: Event, nowMs: number): number {
  const parsed = Date.parse(event.ts);
  return Number.isNaN(parsed) || parsed < 0 ? nowMs : Math.min(parsed, nowMs);
}
