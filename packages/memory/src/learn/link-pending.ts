/** Links memories from files to symbols. Runs in a process that may read code; loaded on demand. */

import { headOf } from "../anchors/freshness/check-memories.ts";
import { readerWithSearch } from "../anchors/link/defining-files.ts";
import { type CodeReader, linkSymbols, type SessionEdit } from "../anchors/link/link-symbols.ts";
import { pathsInProject } from "../anchors/project-paths.ts";
import type { Memory } from "../domain/memory.ts";
import { awaitAnchors, listPendingAnchors } from "../store/memories/anchors.ts";
import { getMemories } from "../store/memories/memories.ts";
import { listEvents } from "../store/sessions/events.ts";
import { findSessionsById } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { buildTrace, type Step } from "./detect/trace.ts";

/** Maximum sessions of one memory whose edits are read, the last ones. */
const SESSIONS = 2;
/** Maximum memories per batch. An import leaves thousands, too many to process at once. */
const BATCH_SIZE = 50;
/** Maximum memories linked after the first index of a project, newest first. */
const MAX_UNTIED = 1000;
const UNTIED_MS = 2000;

/**
 * Links the pending memories, newest first, until time is up; the next process continues. Returns how many were processed.
 */
export async function linkPending(
  workspace: Workspace,
  reader: CodeReader,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  const ids = await listPendingAnchors(workspace.db, workspace.projectId, BATCH_SIZE);
  const { root } = workspace.identity;
  const place = { root, commit: headOf(root) };
  const searching = readerWithSearch(workspace, reader);
  let done = 0;
  for (const memory of await getMemories(workspace.db, ids)) {
    if (!mayGoOn()) break;
    await linkSymbols(workspace.db, memory, place, searching, await editsOf(workspace, memory));
    done++;
  }
  return done;
}

/** Links names that could not be looked up when they were stored, after a project's code was indexed for the first time. */
export async function linkUntied(workspace: Workspace, reader: CodeReader): Promise<void> {
  await awaitAnchors(workspace.db, workspace.projectId, MAX_UNTIED);
  const untilMs = performance.now() + UNTIED_MS;
  const mayGoOn = () => performance.now() < untilMs;
  // The next writing process continues what time was too short for.
  while (mayGoOn() && (await linkPending(workspace, reader, mayGoOn)) === BATCH_SIZE);
}

/** Returns the edits that the sessions of a memory made to its files. */
async function editsOf(workspace: Workspace, memory: Memory): Promise<SessionEdit[]> {
  const edits: SessionEdit[] = [];
  // Without files no edit can match, so no session needs to be read.
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
  const path = pathsInProject(workspace, files).find((file) => memory.files.includes(file));
  return path === undefined ? [] : [{ path, after: edit.after }];
}
