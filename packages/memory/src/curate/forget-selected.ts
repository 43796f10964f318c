/**
 * Forgets memories, sessions or a whole project permanently: their text is removed from the store, its side files and its
 * backups.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import { releaseOpenNotes } from "../learn/checks/session-notes.ts";
import type { RewrittenBackups } from "../store/backups/rewrite-backups.ts";
import { listMergedInto } from "../store/dream/duplicates.ts";
import { eraseProject } from "../store/erase-project.ts";
import { edgesAmong } from "../store/memories/edges.ts";
import { eraseMemories, type ForgottenWords } from "../store/memories/erase.ts";
import { getMemories, getMemory } from "../store/memories/memories.ts";
import { listRefutations } from "../store/memories/memory-lists.ts";
import { eraseSession } from "../store/sessions/erase-session.ts";
import { findSession, findSessionsById } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { forgetEverywhere, takeInSpool } from "./forget-everywhere.ts";
import { resolveDispute } from "./revise/dispute.ts";

export interface Forgotten {
  readonly memories: readonly Memory[];
  /** Session ids of the host. */
  readonly sessions: readonly string[];
  readonly backups: RewrittenBackups;
}

export interface ToForget {
  readonly memories?: readonly string[] | undefined;
  /** Session ids of the host, in every project they worked in; memories learned from them stay. */
  readonly sessions?: readonly string[] | undefined;
}

/** Deletes physically and immediately. Throws "memory_not_found" before anything is forgotten. */
export async function forgetSelected(
  workspace: Workspace,
  { memories: ids = [], sessions = [] }: ToForget,
): Promise<Forgotten> {
  const selected = await Promise.all(ids.map((id) => getMemory(workspace.db, id)));
  const memories = await withCopies(workspace, selected);
  if (memories.length + sessions.length === 0)
    return { memories, sessions, backups: { rewritten: 0, deleted: 0 } };
  let words: ForgottenWords | undefined;
  const backups = await forgetEverywhere(workspace, async (db) => {
    words = await eraseWithDisputes(db, memories, workspace, words);
    for (const id of sessions) await eraseSessions(db, id, workspace);
  });
  return { memories, sessions, backups };
}

/** Forgets a session. Throws "session_not_found" for a session that did not work in this project. */
export async function forgetSession(workspace: Workspace, id: string): Promise<void> {
  await takeInSpool(workspace);
  if ((await findSession(workspace.db, workspace.projectId, id)) === undefined)
    throw new MemoryError("session_not_found", { session: id });
  await forgetSelected(workspace, { sessions: [id] });
}

/** Forgets everything of this project: memories, sessions, counts, candidates and its code index. */
export async function forgetProject(workspace: Workspace): Promise<RewrittenBackups> {
  const { home, projectId } = workspace;
  let words: ForgottenWords | undefined;
  const backups = await forgetEverywhere(workspace, async (db) => {
    words = await eraseProject(db, projectId, workspace.moment(), words);
  });
  rmSync(codeFolder(home, projectId), { recursive: true, force: true, maxRetries: 3 });
  return backups;
}

/** Returns the folder with the code indexes of every checkout of the project (anchors/code-index-path.ts). */
function codeFolder(home: string, projectId: ProjectId): string {
  return join(home, "code", projectId);
}

async function eraseSessions(db: Database, id: string, workspace: Workspace): Promise<void> {
  for (const session of await findSessionsById(db, id)) {
    await releaseOpenNotes(db, session, workspace.moment());
    await eraseSession(db, session, workspace.moment());
  }
}

async function eraseWithDisputes(
  db: Database,
  memories: readonly Memory[],
  workspace: Workspace,
  words: ForgottenWords | undefined,
): Promise<ForgottenWords> {
  const ids = memories.map(({ id }) => id);
  const disputed = await edgesAmong(db, ids, ["contradicts"]);
  const found = await getMemories(db, ids);
  const forgotten = await eraseMemories(db, found, workspace.moment(), words);
  // One side is gone, so the dispute of the other side ends.
  const sides = new Set(disputed.flatMap(({ fromId, toId }) => [fromId, toId]));
  for (const left of await getMemories(db, [...sides]))
    await resolveDispute(db, left, workspace.moment());
  return forgotten;
}

/**
 * Returns these memories and all that repeat their words, also indirectly: what was merged into them, their summaries and the
 * corrections that call one of them wrong, which may be called wrong in turn.
 */
async function withCopies(
  workspace: Workspace,
  memories: readonly Memory[],
): Promise<readonly Memory[]> {
  const all = new Map<string, Memory>();
  let next = memories;
  while (next.length > 0) {
    for (const memory of next) all.set(memory.id, memory);
    const copies = await copiesOf(workspace, next);
    next = copies.filter(({ id }) => !all.has(id));
  }
  return [...all.values()];
}

async function copiesOf({ db }: Workspace, memories: readonly Memory[]): Promise<Memory[]> {
  const ids = new Set(memories.map(({ id }) => id));
  const edges = await edgesAmong(db, [...ids], ["derived_from"]);
  const from = edges.filter(({ toId }) => ids.has(toId)).map(({ fromId }) => fromId);
  const derived = await getMemories(db, [...new Set(from)]);
  return [
    ...(await getMemories(db, await listMergedInto(db, [...ids]))),
    ...derived.filter(({ source }) => source === "consolidated"),
    ...(await listRefutations(db, [...ids])),
  ];
}
