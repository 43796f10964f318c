/** Finds what brought text from outside into the sessions of a memory before it was learned, so that a person can judge it. */
import { eventsInOrder } from "../capture/session-events.ts";
import type { Memory } from "../domain/memory.ts";
import { learnedFromOf } from "../domain/session/learned-from.ts";
import type { OutsideOrigin } from "../learn/detect/outside-text.ts";
import { buildTrace } from "../learn/detect/trace.ts";
import { findSession } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";

/** Maximum origins of one memory; a person does not read more. */
const MAX_ORIGINS = 3;
/** Maximum sessions that are read. */
const MAX_SESSIONS = 3;

/** Returns the first origins; empty for a memory without outside text, or if the events are no longer stored. */
export async function outsideOriginsOf(
  workspace: Workspace,
  memory: Memory,
): Promise<OutsideOrigin[]> {
  if (!memory.isTainted) return [];
  const learnedFrom = learnedFromOf(memory);
  const found = new Map<string, OutsideOrigin>();
  for (const id of memory.sessions.slice(0, MAX_SESSIONS)) {
    const session = await findSession(workspace.db, workspace.projectId, id);
    if (session === undefined) continue;
    const { outside } = buildTrace(id, await eventsInOrder(workspace.db, session));
    const before = learnedFrom?.session === id ? (learnedFrom.seq ?? null) : null;
    for (const origin of outside)
      if (before === null || origin.seq <= before) found.set(origin.name, origin);
  }
  return [...found.values()].slice(0, MAX_ORIGINS);
}
