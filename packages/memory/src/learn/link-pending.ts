/** From files to symbols: what memories are about, looked for by a process that may read code. Loaded on demand. */

import { headOf } from "../anchors/freshness/check-memories.ts";
import { type CodeReader, linkSymbols, type SessionEdit } from "../anchors/link/link-symbols.ts";
import { inProject } from "../anchors/places.ts";
import type { Memory } from "../domain/memory.ts";
import { awaitAnchors, listPendingAnchors } from "../store/memories/anchors.ts";
import { getMemories } from "../store/memories/memories.ts";
import { listEvents } from "../store/sessions/events.ts";
import { findSessionsById } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { buildTrace, type Step } from "./detect/trace.ts";

/** Sessions of one memory whose edits are looked at, the last ones. */
const SESSIONS = 2;
/** Memories at a time; an import leaves thousands, and nobody waits for all of them. */
const MOST = 50;
/** After the first index of a project, the newest. */
const MOST_UNTIED = 1000;
const UNTIED_MS = 2000;

/** The memories that wait for it, newest first, until time is up; the rest waits for the next process. */
export async function linkPending(
  workspace: Workspace,
  reader: CodeReader,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  const ids = await listPendingAnchors(workspace.db, workspace.projectId, MOST);
  const { root } = workspace.identity;
  const place = { root, commit: headOf(root) };
  let done = 0;
  for (const memory of await getMemories(workspace.db, ids)) {
    if (!mayGoOn()) break;
    await linkSymbols(workspace.db, memory, place, reader, await editsOf(workspace, memory));
    done++;
  }
  return done;
}

/** A project's code was read for the first time: names that nobody could look up when they were remembered. */
export async function linkUntied(workspace: Workspace, reader: CodeReader): Promise<void> {
  await awaitAnchors(workspace.db, workspace.projectId, MOST_UNTIED);
  const untilMs = performance.now() + UNTIED_MS;
  const mayGoOn = () => performance.now() < untilMs;
  // What time was too short for waits for the next process that writes.
  while (mayGoOn() && (await linkPending(workspace, reader, mayGoOn)) === MOST);
}

/** What the sessions that taught a memory put into its files. */
async function editsOf(workspace: Workspace, memory: Memory): Promise<SessionEdit[]> {
  const edits: SessionEdit[] = [];
  // Then no edit is of its files, and a session need not be read again.
  if (memory.files.length === 0) return edits;
  for (const session of memory.sessions.slice(-SESSIONS)) {
    for (const { rid, projectId } of await findSessionsById(workspace.db, session)) {
      if (projectId !== workspace.projectId) continue;
      const { steps } = buildTrace(session, await listEvents(workspace.db, rid));
      edits.push(...steps.flatMap((step) => editOf(workspace, memory, step)));
    }
  }
  return edits;
}

function editOf(workspace: Workspace, memory: Memory, { edit, files, isOk }: Step): SessionEdit[] {
  if (edit === null || !isOk) return [];
  const path = inProject(workspace, files).find((file) => memory.files.includes(file));
  return path === undefined ? [] : [{ path, after: edit.after }];
}
