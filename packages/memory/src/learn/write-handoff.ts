/**
 * Writes the handoff of a session: when it ends, before it is compacted, and, if it did not end, when another session begins.
 */
import type { Database } from "@tacit-memory/sqlite";
import { eventsInOrder, isOfOurOwn } from "../capture/session-events.ts";
import { HISTORY_AGENT } from "../domain/memory.ts";
import { freshnessOfHandoff, isWorthHandingOver } from "../domain/session/handoff.ts";
import { findProject } from "../store/projects.ts";
import { findSession, listRecentSessions, type SessionRow } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { handoffOf } from "./detect/statements/handoff.ts";
import { buildTrace, type Trace } from "./detect/trace.ts";
import { keepHandoff, keptHandoff } from "./promote/handoff.ts";

/** Modes in which a session leaves a handoff. */
export const LEAVING_MODES: ReadonlySet<string> = new Set(["automatic", "review"]);
/** Maximum newest sessions checked for open ones. */
const MAX_OPEN = 5;

/**
 * Reason for the handoff. compacted: the session itself continues from it. open: the session may have been aborted, or run in
 * parallel with the one that begins.
 */
type Why = "ended" | "compacted" | "open";

/** Writes the handoff of a session that is about to be compacted. */
export async function writeHandoff(workspace: Workspace, sessionId: string): Promise<void> {
  const session = await findSession(workspace.db, workspace.projectId, sessionId);
  if (session !== undefined) await handOverFrom(workspace, session, "compacted");
}

/** Writes the handoffs of sessions that are still open, as far as time allows. `beginning`: the session that requests it. */
export async function writeOpenHandoffs(
  workspace: Workspace,
  beginning: string,
  mayGoOn: () => boolean,
): Promise<void> {
  const { db, projectId } = workspace;
  const { nowMs } = workspace.moment();
  const recent = await listRecentSessions(db, projectId, MAX_OPEN, HISTORY_AGENT);
  for (const session of recent) {
    const { id, state, origin, lastEventMs } = session;
    if (id === beginning || state !== "open" || origin !== "live") continue;
    if (freshnessOfHandoff({ atMs: lastEventMs }, nowMs) === "stale") continue;
    if ((await keptHandoff(db, projectId, id))?.atMs === lastEventMs) continue;
    if (!mayGoOn()) return;
    await handOverFrom(workspace, session, "open");
  }
}

async function handOverFrom(workspace: Workspace, session: SessionRow, why: Why): Promise<void> {
  const project = await findProject(workspace.db, session.projectId);
  if (!LEAVING_MODES.has(project?.mode ?? "automatic")) return;
  const events = await eventsInOrder(workspace.db, session);
  if (isOfOurOwn(events)) return;
  await handOver(workspace.db, workspace, session, buildTrace(session.id, events), why);
}

/**
 * Stores the handoff of a session. A session without a step, or with only a question, leaves none, so the last real handoff
 * stays.
 */
export async function handOver(
  db: Database,
  workspace: Workspace,
  session: SessionRow,
  trace: Trace,
  why: Why,
): Promise<void> {
  const handoff = handoffOf(trace, {
    agent: session.agent,
    branch: session.branch,
    atMs: session.lastEventMs,
  });
  if (handoff === null) return;
  if (why !== "compacted" && (trace.steps.length === 0 || !isWorthHandingOver(handoff))) return;
  const finalHandoff = why === "open" ? { ...handoff, isOpen: true } : handoff;
  await keepHandoff(
    db,
    session.projectId,
    { ...finalHandoff, learnedFrom: { session: session.id, seq: session.nextSeq - 1 } },
    trace.isTainted,
    workspace.redaction,
    workspace.moment(),
  );
}
