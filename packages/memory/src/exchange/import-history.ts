/** Imports what happened in a project before hooks recorded it: its git history and transcripts of agents. */

import { located } from "../capture/session-events.ts";
import type {
  ImportPorts,
  TranscriptsProgress,
  TranscriptsReport,
  TranscriptsRequest,
} from "../capture/transcripts/import-transcripts.ts";
import { closeSessions, ingestEvents, type Learned } from "../learn/learn-session.ts";
import { importWithLease } from "../learn/learning-lease.ts";
import { adoptIdentity } from "../store/adopt-identity.ts";
import { listUnlearnedImports } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { MAX_COMMITS, readGitHistory } from "./git-history.ts";

/** Maximum sessions that one import continues with; those beyond it stay due. */
const MAX_UNLEARNED = 10_000;

export interface HistoryReport {
  /** Number of commits new to the store. */
  readonly commits: number;
  readonly learned: readonly Learned[];
}

export interface HistoryRequest {
  /** Maximum commits. */
  readonly limit?: number | undefined;
  /** Called before each commit. An error that it throws ends the import, and the next one continues. */
  readonly onCommit?: (() => void) | undefined;
}

/**
 * Ingests the newest commits and learns which files change together. Idempotent by commit. Throws "learning_running" if
 * another process learns and does not end soon.
 */
export function importHistory(
  workspace: Workspace,
  request: HistoryRequest = {},
): Promise<HistoryReport> {
  return importWithLease(workspace, async () => {
    const report = await historyOf(workspace, request);
    return { sessions: report.learned.length, report };
  });
}

async function historyOf(
  workspace: Workspace,
  { limit = MAX_COMMITS, onCommit = () => undefined }: HistoryRequest,
): Promise<HistoryReport> {
  const { identity } = workspace;
  const project = identity;
  const session = `git:${identity.id}`;
  const events = readGitHistory({ session, root: identity.root, branch: identity.branch }, limit);
  async function* observations() {
    for await (const event of events) {
      onCommit();
      yield { project, event };
    }
  }
  const taken = await ingestEvents(workspace, observations(), "replay");
  if (taken.events === 0) return { commits: 0, learned: [] };
  return { commits: taken.events, learned: await closeSessions(workspace, taken.sessions) };
}

/**
 * `written`: called after each write, for follow-up work such as embedding. Throws "learning_running" if another process learns
 * and does not end soon.
 */
export async function importTranscripts(
  workspace: Workspace,
  request: TranscriptsRequest,
  written: (learned: Promise<Learned[]>) => Promise<Learned[]>,
  onProgress?: (progress: TranscriptsProgress) => void,
): Promise<TranscriptsReport> {
  const { db, home, identity, projectId } = workspace;
  const ports: ImportPorts = {
    db,
    home,
    identity,
    projectId,
    projectIdOf: (project) => adoptIdentity(db, home, project, workspace.moment().nowMs),
    ingest: (events, projectOf) =>
      ingestEvents(workspace, located(events, projectOf), "transcript"),
    unlearned: () => listUnlearnedImports(db, projectId, MAX_UNLEARNED),
    learn: (session) => written(closeSessions(workspace, [session])),
  };
  // Loaded here only, because tools/build.mjs excludes this module from the bundles for hooks.
  const capture = await import("../capture/transcripts/import-transcripts.ts");
  return importWithLease(workspace, async () => {
    const report = await capture.importTranscripts(ports, request, onProgress);
    return { sessions: report.sessions, report };
  });
}
