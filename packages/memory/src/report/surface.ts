/** `tacit.sessions`: what agents did, what was said, and what is learned from it. */
import type { Project } from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";
import { firstEvents, lastPrompt, located, projectOf } from "../capture/session-events.ts";
import type { Env } from "../domain/options.ts";
import { HISTORY_AGENT } from "../domain/rule-file-tag.ts";
import { hasUnlearned, isBehind } from "../learn/backlog.ts";
import type { Upkeep } from "../learn/learn-session.ts";
import { lessonWriting } from "../learn/writing/lesson-writing.ts";
import { listEvents } from "../store/sessions/events.ts";
import { findSession, listRecentSessions, type SessionOrigin } from "../store/sessions/sessions.ts";
import type { Workspace, Writes } from "../workspace.ts";
import type { PlanningRequest } from "./planning.ts";
import type { ReportRequest } from "./session-report.ts";

const learning = () => import("../learn/learn-session.ts");
const handoffs = () => import("../learn/write-handoff.ts");
const passages = () => import("../recall/read-passages.ts");
const reports = () => import("./session-report.ts");

export interface Learning {
  readonly env: Env;
  /** What is due by the clock besides learning. */
  readonly upkeep: () => Promise<readonly Upkeep[]>;
}

export function sessionsSurface(
  workspace: Workspace,
  { written }: Writes,
  { env, upkeep }: Learning,
) {
  const { db, identity, projectId } = workspace;
  return {
    /** Stores events. Nothing is learned from them yet. */
    ingest: async (
      events: AsyncIterable<Event> | Iterable<Event>,
      origin: SessionOrigin,
      placeOf?: (event: Event) => Project,
    ) => {
      const places = placeOf ?? ((event: Event) => projectOf(event, identity));
      return (await learning()).takeIn(workspace, located(events, places), origin);
    },
    /** Whether events wait in the spool, apart from so many bytes, or a session waits to be learned from. */
    isBehind: (besidesBytes?: number) => isBehind(workspace, besidesBytes),
    /** Whether a session other than this one is open and was not learned from. */
    hasUnlearned: (besides: string) => hasUnlearned(workspace, besides),
    /** Stores the events that wait in the spool. */
    drain: async (mayGoOn?: () => boolean) => (await learning()).drain(workspace, mayGoOn),
    /** Learns from every session that is over, until time is up. */
    learnDue: async (mayGoOn?: () => boolean) =>
      written((await learning()).closeDue(workspace, await upkeep(), mayGoOn), mayGoOn),
    /** Learns from these sessions now, over or not. */
    learn: async (rids: readonly number[]) =>
      written((await learning()).closeSessions(workspace, rids)),
    ...lessonWriting(workspace, env, written),

    writeHandoff: async (session: string) => (await handoffs()).writeHandoff(workspace, session),
    /** Of sessions that did not say that they ended; `beginning` is the session that asks. */
    writeOpenHandoffs: async (beginning: string, mayGoOn: () => boolean) =>
      (await handoffs()).writeOpenHandoffs(workspace, beginning, mayGoOn),
    /** Where the last session left off; null where no session has left anything. */
    resume: async (agent: string | null = null) =>
      (await import("../learn/resume.ts")).resumption(workspace, agent),

    recent: (limit = 20) => listRecentSessions(db, projectId, limit),
    /** Sessions of agents. An imported git history is stored as a session too, and left out here. */
    recentOfAgents: (limit = 20) => listRecentSessions(db, projectId, limit, HISTORY_AGENT),
    list: async (limit = 20) => (await reports()).listedSessions(workspace, limit),
    /** What happened in a session, what was learned in it, and why. */
    report: async (request?: ReportRequest) => (await reports()).reportOf(workspace, request),
    /** What this project has of a session. A session that went on in another project has the rest there. */
    events: async (session: string): Promise<Event[]> => {
      const row = await findSession(db, projectId, session);
      return row === undefined ? [] : listEvents(db, row.rid);
    },
    /** The last prompt of a session, in any project; "" for none. */
    lastPrompt: (session: string) => lastPrompt(db, session),
    /** Of each project the session was in: the first event of these kinds since it began, or was compacted. */
    firstEvents: (session: string, kinds: readonly Event["kind"][], agentId: string | null) =>
      firstEvents(db, session, kinds, agentId),

    /** What a task is likely to take, from what earlier sessions took. */
    planning: async (request: PlanningRequest) =>
      (await import("./planning.ts")).planningFor(workspace, request),
    moduleStatistics: async () => (await import("./planning.ts")).moduleStatisticsOf(workspace),

    /** What was said in a past session, with what was said around it. */
    passage: async (id: string) => (await passages()).readPassage(workspace, id),
    /** A question that a past session answered; null for none. */
    answeredQuestion: async () => (await passages()).answeredQuestion(workspace),
    /** Forgets a session and everything that was said in it. Throws "session_not_found". */
    forget: async (id: string) =>
      (await import("../curate/forget-selected.ts")).forgetSession(workspace, id),
  };
}
