/**
 * Limits the trust in what an agent states, because it may repeat text from a page, a ticket or a package. Statements in a
 * session that read such text are tainted, and only a person decides that a memory applies in every project or is pinned.
 */

import { digestOptionsOf } from "../capture/digest-options.ts";
import { drainSpool } from "../capture/drain.ts";
import { eventsInOrder } from "../capture/session-events.ts";
import { waiting, withPinRequest } from "../domain/changes/asked-for.ts";
import type { Memory } from "../domain/memory.ts";
import { asSessionNote } from "../domain/session/session-note.ts";
import { buildTrace } from "../learn/detect/trace.ts";
import { isUsersWord } from "../learn/promote/reinforce.ts";
import { changeMemory, getMemory } from "../store/memories/memories.ts";
import { modeOf } from "../store/projects.ts";
import {
  findSession,
  findSessionsById,
  listRecentSessions,
  type SessionRow,
} from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { requireRoomForPin } from "./pins.ts";
import { edit } from "./revise/revise.ts";
import type { Teaching } from "./teaching.ts";

/** The speaker: a host session and a host program, as far as known. */
export interface Speaker {
  readonly session?: string | undefined;
  readonly agent?: string | null | undefined;
}

/** Returns whether the project's mode lets no agent store anything. What a person states is stored in every mode. */
export async function isRefusedByMode(
  workspace: Workspace,
  { source }: Pick<Teaching, "source">,
): Promise<boolean> {
  if (source !== "agent_explicit") return false;
  const mode = await modeOf(workspace);
  return mode === "off" || mode === "incognito";
}

/** Returns an agent's teaching with its taint and without what only a person may grant; other teachings are unchanged. */
export async function asBelieved(
  workspace: Workspace,
  { isNote, ...teaching }: Teaching,
): Promise<Teaching> {
  if (teaching.source !== "agent_explicit") return teaching;
  const isTainted = teaching.isTainted === true || (await hasReadOutside(workspace, teaching));
  const { isPinned, scope } = teaching;
  // In this mode it waits for a person, whether or not its session has ended.
  const isReviewed = (await modeOf(workspace)) === "review";
  // Other sessions are never shown a memory of this session, so it has nothing to wait for.
  const mayWait = isNote === true && scope !== "global" && scope !== "session" && !isReviewed;
  const running = mayWait ? await runningSession(workspace, teaching) : null;
  const note =
    running === null ? {} : { session: running, ...asSessionNote(running, teaching.payload) };
  const { payload } = { ...teaching, ...note };
  const flags = [
    ...(isPinned === true ? ["pinned" as const] : []),
    ...(scope === "global" ? ["global" as const] : []),
  ];
  const own = { ...teaching, ...note, ...(isReviewed && { needsReview: true }), isTainted };
  return flags.length === 0 ? own : { ...own, isPinned: false, ...waiting(flags, payload) };
}

/**
 * Returns the running session of the speaker, if its host's hooks watch it: by the id that the host gave, or else the only
 * running session of that program in this project. Null if several match or none is watched.
 */
async function runningSession(
  workspace: Workspace,
  { session, agent }: Speaker,
): Promise<string | null> {
  const sinceMs = workspace.moment().nowMs - LIVE_MS;
  const own =
    session === undefined
      ? undefined
      : await findSession(workspace.db, workspace.projectId, session);
  if (own !== undefined) return isRunning(own, sinceMs) ? own.id : null;
  const recent = await listRecentSessions(workspace.db, workspace.projectId, MAX_SESSIONS);
  const [only, another] = recent.filter(
    (sessionRow) => isRunning(sessionRow, sinceMs) && isOfClient(sessionRow, agent ?? null),
  );
  return another === undefined ? (only?.id ?? null) : null;
}

function isRunning({ origin, state, lastEventMs }: SessionRow, sinceMs: number): boolean {
  return origin === "live" && state === "open" && lastEventMs >= sinceMs;
}

/** A session without an event for this long counts as over, even if its host did not report the end. */
const LIVE_MS = 12 * 3_600_000;
const MAX_SESSIONS = 20;

/**
 * Returns whether the speaker's session read text from outside. If the session is unknown, the newest live one of this
 * project counts.
 */
export async function hasReadOutside(workspace: Workspace, speaker: Speaker): Promise<boolean> {
  const { nowMs } = workspace.moment();
  // Events from hooks of this session may still be in the spool.
  await drainSpool(workspace.db, workspace.home, digestOptionsOf(workspace), nowMs);
  for (const session of await sessionsOf(workspace, speaker, nowMs - LIVE_MS)) {
    if (buildTrace(session.id, await eventsInOrder(workspace.db, session)).isTainted) return true;
  }
  return false;
}

async function sessionsOf(workspace: Workspace, { session, agent }: Speaker, sinceMs: number) {
  const own = session === undefined ? [] : await findSessionsById(workspace.db, session);
  if (own.length > 0) return own;
  const recent = await listRecentSessions(workspace.db, workspace.projectId, MAX_SESSIONS);
  const live = recent.filter((sessionRow) => isRunning(sessionRow, sinceMs));
  const newest = live.find((sessionRow) => isOfClient(sessionRow, agent ?? null)) ?? live[0];
  return newest === undefined ? [] : [newest];
}

/** Returns whether a client belongs to the session's program; clients extend the program's name: `codex-mcp-client`. */
function isOfClient(session: SessionRow, client: string | null): boolean {
  return client !== null && session.agent !== null && client.startsWith(session.agent);
}

/**
 * Pins a memory stated by a user at once. For any other, notes the request for a person; until then, the memory is shown as
 * before.
 */
export async function pinAsAgent(workspace: Workspace, id: string): Promise<Memory> {
  const memory = await getMemory(workspace.db, id);
  const moment = workspace.moment();
  if (memory.isPinned) return memory;
  if (isUsersWord(memory.source) && !memory.needsReview && !memory.isTainted) {
    await requireRoomForPin(workspace.db, workspace.projectId);
    return edit(workspace.db, memory, { isPinned: true }, workspace.projectId, moment);
  }
  const requested = { ...memory, ...withPinRequest(memory) };
  return changeMemory(workspace.db, memory, requested, "asked to be pinned", moment);
}
