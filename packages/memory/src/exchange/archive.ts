/** Exports this project as an archive, and imports one: memories, their vectors, and the sessions of agents. */

import { type Event, parseEventLine } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { digestOptionsOf } from "../capture/digest-options.ts";
import { observe } from "../capture/observe.ts";
import { MemoryError } from "../domain/errors.ts";
import { HISTORY_AGENT, type Memory } from "../domain/memory.ts";
import { digestOf } from "../learn/detect/counts/session-digest.ts";
import { buildTrace } from "../learn/detect/trace.ts";
import { keepPassages } from "../learn/keep-passages.ts";
import { type ArchiveCounts, withArchive, writeArchive } from "../store/backups/archive-file.ts";
import { listProjectEdges } from "../store/memories/edges.ts";
import { allVectorsOf, putEmbeddings, type StoredVector } from "../store/memories/embeddings.ts";
import { memoriesById } from "../store/memories/memories.ts";
import { countMemories, listMemories } from "../store/memories/memory-lists.ts";
import { listEvents } from "../store/sessions/events.ts";
import { saveDigest } from "../store/sessions/session-digests.ts";
import {
  closeSession,
  findSession,
  getSession,
  listRecentSessions,
  type SessionRow,
} from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import type { ImportTrust } from "./rules/as-stated-elsewhere.ts";
import { EXPORT_VERSION, type ExportReport, importExport } from "./transfer.ts";

export interface ArchiveReport extends ExportReport {
  /** Canonical id of the project that was exported. */
  readonly project: string;
  /** Number of vectors that were imported and need not be made again. */
  readonly vectors: number;
  /** Sessions imported; others were stored already, or were forgotten here. */
  readonly sessions: number;
  readonly events: number;
}

/** Memories whose vectors are read together. */
const BATCH = 500;
const MAX_DIMS = 8192;
const MAX_SESSIONS = 1_000_000;

/** Writes everything of this project that is not secret to a file. Returns what it contains. Throws as `writeArchive` does. */
export async function exportArchive(workspace: Workspace, path: string): Promise<ArchiveCounts> {
  const { projectId, identity } = workspace;
  const mark = { projectId, canonical: identity.canonical };
  return writeArchive(workspace, path, mark, workspace.moment().nowMs);
}

/**
 * Imports an archive into this project. Memories are imported like those of a JSON export. Vectors are imported only into a store
 * without memories, or if the archive is trusted, because false vectors would make a memory a hit for any question. Under
 * the same condition Tacit learns from sessions that were not learned from yet: anyone can write a prompt that looks like the
 * user's own rule. Throws as `withArchive` does.
 */
export async function importArchive(
  workspace: Workspace,
  path: string,
  trust: ImportTrust = {},
): Promise<ArchiveReport> {
  const { home, db } = workspace;
  const isTrusted = trust.isTrusted ?? (await countMemories(db, null, 0)).length === 0;
  return withArchive(home, path, workspace.moment().nowMs, async (archive, mark) => {
    const own = { projectId: mark.projectId, state: null, withSuperseded: true } as const;
    const memories = await listMemories(archive, own);
    const edges = await listProjectEdges(archive, mark.projectId);
    const document = { version: EXPORT_VERSION, memories, edges };
    const report = await importExport(workspace, document, { isTrusted });
    const vectors = isTrusted ? await takeVectors(workspace, archive, memories) : 0;
    const taken = await takeSessions(workspace, archive, mark.projectId, isTrusted);
    await keepPassages(workspace);
    return { ...report, project: mark.canonical, vectors, ...taken };
  }).catch((cause: unknown) => {
    // A column of the archive that contains JSON in a store, and something else here.
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new MemoryError("input_malformed", { path, expected: "an archive", cause });
  });
}

/** Adds vectors of memories whose text is as in the archive. Returns their number. */
async function takeVectors(
  { db }: Workspace,
  archive: Database,
  memories: readonly Memory[],
): Promise<number> {
  let count = 0;
  for (let at = 0; at < memories.length; at += BATCH) {
    const batch = memories.slice(at, at + BATCH);
    const ids = batch.map(({ id }) => id);
    const stored = await memoriesById(db, ids);
    const isSame = ({ id, title, content, files, type }: Memory) => {
      const other = stored.get(id);
      const isSameText = other?.title === title && other.content === content;
      return isSameText && other.type === type && other.files.join("\n") === files.join("\n");
    };
    const existing = new Set((await allVectorsOf(db, ids)).map(keyOf));
    const wanted = new Set(batch.filter(isSame).map(({ id }) => id));
    const rows = (await allVectorsOf(archive, ids)).filter(
      (row) => wanted.has(row.memoryId) && !existing.has(keyOf(row)) && isSound(row),
    );
    for (const encoderId of new Set(rows.map((row) => row.encoderId))) {
      const own = rows.filter((row) => row.encoderId === encoderId);
      await putEmbeddings(db, encoderId, own);
    }
    count += rows.length;
  }
  return count;
}

function keyOf({ memoryId, encoderId }: { readonly memoryId: string; readonly encoderId: string }) {
  return `${memoryId} ${encoderId}`;
}

function isSound({ dims, scale, codes }: StoredVector): boolean {
  return dims > 0 && dims <= MAX_DIMS && codes.length === dims && Number.isFinite(scale);
}

/** Adds the sessions that this project does not have, each in one transaction. */
async function takeSessions(
  workspace: Workspace,
  archive: Database,
  projectId: Workspace["projectId"],
  isTrusted: boolean,
): Promise<{ readonly sessions: number; readonly events: number }> {
  let [sessions, events] = [0, 0];
  const all = await listRecentSessions(archive, projectId, MAX_SESSIONS);
  for (const session of all.reverse()) {
    if ((await findSession(workspace.db, workspace.projectId, session.id)) !== undefined) continue;
    const own = (await listEvents(archive, session.rid)).flatMap(asEvent);
    const count = await workspace.db.transaction((tx) =>
      takeSession({ ...workspace, db: tx }, session, own, isTrusted),
    );
    // An imported git history is stored as a session, too.
    if (session.agent === HISTORY_AGENT) continue;
    if (count > 0) sessions++;
    events += count;
  }
  return { sessions, events };
}

/** Returns an event in its own shape; none for a row that another program wrote. */
function asEvent(stored: Event): Event[] {
  const parsed = parseEventLine(JSON.stringify(stored));
  return parsed.ok ? [parsed.event] : [];
}

async function takeSession(
  workspace: Workspace,
  session: SessionRow,
  events: readonly Event[],
  isTrusted: boolean,
): Promise<number> {
  const { db, identity } = workspace;
  const { nowMs } = workspace.moment();
  const observations = events.map((event) => ({ project: identity, event }));
  const how = { ...digestOptionsOf(workspace), home: workspace.home, origin: "replay" as const };
  const { events: count, sessions } = await observe(db, observations, how, nowMs);
  const [rid] = sessions;
  const row = rid === undefined ? undefined : await getSession(db, rid);
  const isDue = isTrusted && session.promotedSeq < session.nextSeq - 1;
  if (row === undefined || isDue) return count;
  await closeSession(db, row.rid, row.nextSeq - 1, nowMs);
  await saveDigest(db, row.rid, digestOf(buildTrace(session.id, events)));
  return count;
}
