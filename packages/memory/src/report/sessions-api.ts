/** Provides `tacit.sessions`: what agents did, what was said, and what is learned from it. */
import type { Project } from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";
import { firstEvents, lastPrompt, located, projectOf } from "../capture/session-events.ts";
import { HISTORY_AGENT } from "../domain/memory.ts";
import type { Env } from "../domain/options.ts";
import type { Passage } from "../domain/session/passage.ts";
import { hasUnlearned, isBehind } from "../learn/backlog.ts";
import type { Upkeep } from "../learn/learn-session.ts";
import { hasTakeBackWords } from "../learn/take-back/take-back-words.ts";
import { lessonWriting } from "../learn/writing/lesson-writing.ts";
import { listEvents } from "../store/sessions/events.ts";
import { passagesOfSession } from "../store/sessions/passages.ts";
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
  /** Scheduled work besides learning. */
  readonly upkeep: () => Promise<readonly Upkeep[]>;
}

export function sessionsApi(
  workspace: Workspace,
  { written, removing, refuseUnread }: Writes,
  { env, upkeep }: Learning,
) {
  const { db, identity, projectId } = workspace;
  return {
    /** Stores events without learning from them. */
    ingest: async (
      events: AsyncIterable<Event> | Iterable<Event>,
      origin: SessionOrigin,
      placeOf?: (event: Event) => Project,
    ) => {
      refuseUnread();
      const places = placeOf ?? ((event: Event) => projectOf(event, identity));
      return (await learning()).ingestEvents(workspace, located(events, places), origin);
    },
    /** Whether events wait in the spool, not counting `besidesBytes`, or a session waits to be learned from. */
    isBehind: (besidesBytes?: number) => isBehind(workspace, besidesBytes),
    /** Whether another session is open and was not learned from. */
    hasUnlearned: (exceptSession: string) => hasUnlearned(workspace, exceptSession),
    /** Stores the events that wait in the spool. */
    drain: async (mayGoOn?: () => boolean) => (await learning()).drain(workspace, mayGoOn),
    /** Learns from every session that is over, until time is up. */
    learnDue: async (mayGoOn?: () => boolean) =>
      written((await learning()).closeDue(workspace, await upkeep(), mayGoOn), mayGoOn),
    /** Whether a prompt may take back a rule, which then must not be shown with it. */
    mayTakeBack: async (prompt: string) =>
      hasTakeBackWords(prompt) &&
      (await import("../learn/take-back/withdrawals.ts")).mayTakeBack(prompt),
    /** Learns from these sessions now, whether or not they are over. */
    learn: async (rids: readonly number[]) =>
      written((await learning()).closeSessions(workspace, rids)),
    ...lessonWriting(workspace, env, written),

    writeHandoff: async (session: string) => (await handoffs()).writeHandoff(workspace, session),
    /** Writes handoffs of sessions that did not report their end; `beginning`: the session that requests it. */
    writeOpenHandoffs: async (beginning: string, mayGoOn: () => boolean) =>
      (await handoffs()).writeOpenHandoffs(workspace, beginning, mayGoOn),
    /** Returns where the last session stopped; null when no session left anything. */
    resume: async (agent: string | null = null) =>
      (await import("../learn/resume.ts")).resumption(workspace, agent),

    recent: (limit = 20) => listRecentSessions(db, projectId, limit),
    /** Lists sessions of agents. An imported git history is stored as a session too and left out here. */
    recentOfAgents: (limit = 20) => listRecentSessions(db, projectId, limit, HISTORY_AGENT),
    list: async (limit = 20) => (await reports()).listedSessions(workspace, limit),
    /** Reports what happened in a session, what was learned in it, and why. */
    report: async (request?: ReportRequest) => (await reports()).reportOf(workspace, request),
    /** Returns what was learned and judged by no person. Counts only the newest 5000 memories. */
    unjudged: async (limit: number) => (await import("./unjudged.ts")).unjudgedOf(workspace, limit),
    /**
     * Returns the events of a session in this project. A session that continued in another project has its other events
     * there.
     */
    events: async (session: string): Promise<Event[]> => {
      const row = await findSession(db, projectId, session);
      return row === undefined ? [] : listEvents(db, row.rid);
    },
    /** Returns the id of a session of this project, from the id or a unique beginning. Throws "session_not_found" and "session_ambiguous". */
    idOf: async (wanted: string): Promise<string> =>
      (await (await reports()).sessionNamed(workspace, wanted)).id,
    /** Returns the last prompt of a session, in any project; "" when there is none. */
    lastPrompt: (session: string) => lastPrompt(db, session),
    /** Returns, for each project of the session, the first event of these kinds since it began or was compacted. */
    firstEvents: (session: string, kinds: readonly Event["kind"][], agentId: string | null) =>
      firstEvents(db, session, kinds, agentId),

    /** Estimates what a task will take, from earlier sessions. */
    planning: async (request: PlanningRequest) =>
      (await import("./planning.ts")).planningFor(workspace, request),
    moduleStatistics: async () => (await import("./planning.ts")).moduleStatisticsOf(workspace),

    /** Returns what users and the main agent said in a session, in order. Throws like `idOf`. */
    messages: async (wanted: string): Promise<Passage[]> => {
      const { rid } = await (await reports()).sessionNamed(workspace, wanted);
      return passagesOfSession(db, rid);
    },
    /** Returns a passage of a past session with its context. */
    passage: async (id: string) => (await passages()).readPassage(workspace, id),
    /** Returns a question that a past session answered and that is understandable alone; null when there is none. */
    answeredQuestion: async () => (await passages()).answeredQuestion(workspace),
    /** Forgets a session and everything said in it. Throws "session_not_found". */
    forget: async (id: string) =>
      removing(async () =>
        (await import("../curate/forget-selected.ts")).forgetSession(workspace, id),
      ),
  };
}
