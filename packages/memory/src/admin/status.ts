/** The state of the store for `status`: counts, last times, and what works only in part. */

import { statSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "@tacit-memory/project";
import { countStaged, type StagedCount } from "../anchors/branches/current-branches.ts";
import { listSpoolFiles, spoolFolder } from "../capture/spool.ts";
import { DREAM } from "../curate/dream/limits.ts";
import { groupMerges } from "../domain/changes/merge-groups.ts";
import { HISTORY_AGENT } from "../domain/memory.ts";
import type { MeaningCondition } from "../domain/ports/meaning.ts";
import type { RerankCondition } from "../domain/ports/rerank.ts";
import { countNoteRequests, type NoteRequestCounts } from "../learn/note-requests.ts";
import { countOpenGaps } from "../recall/open-questions.ts";
import { readEncoderSettings } from "../search/embed/encoder-settings.ts";
import { choiceName, encoderIdOf } from "../search/encoders/encoder-choice.ts";
import { consolidatedAtMs } from "../store/dream/dream-state.ts";
import { listOpenProposals } from "../store/dream/proposals.ts";
import { lastJob } from "../store/jobs.ts";
import { countCandidates } from "../store/memories/candidates.ts";
import { countEmbeddings } from "../store/memories/embeddings.ts";
import { countToReview } from "../store/memories/memory-counts.ts";
import { countMemories, type MemoryCount } from "../store/memories/memory-lists.ts";
import { findModelUse } from "../store/model-use.ts";
import { STORE_FILE } from "../store/open-store.ts";
import { modeOf } from "../store/projects.ts";
import { summariseInjections } from "../store/sessions/injections.ts";
import { type AgentHeard, countSessions, lastHeard } from "../store/sessions/sessions.ts";
import { countRejects } from "../store/sessions/spool-offsets.ts";
import type { Workspace } from "../workspace.ts";
import { backupCounts } from "./backups.ts";
import { formerProjects } from "./former-projects.ts";
import { type Environments, keptFileNotes, optionNotes } from "./option-notes.ts";
import { noteText, type StatusNote } from "./status-notes.ts";
import { type WritingCondition, writingCondition } from "./writers.ts";

export interface Status {
  readonly home: string;
  readonly project: {
    readonly id: string;
    readonly canonical: string;
    readonly basis: string;
    readonly mode: Mode;
  };
  readonly branch: string | null;
  readonly staged: StagedCount;
  readonly storeBytes: number;
  readonly backups: {
    readonly count: number;
    readonly bytes: number;
    readonly newestAtMs: number | null;
  };
  readonly engine: string;
  readonly memories: readonly MemoryCount[];
  readonly candidates: readonly {
    readonly state: string;
    readonly reason: string | null;
    readonly count: number;
  }[];
  /** Sessions of agents in this project and their events. */
  readonly sessions: number;
  readonly events: number;
  readonly lastEventAtMs: number | null;
  /** Commits of the git history that were read. */
  readonly commits: number;
  /** Agents whose hooks ever reported anything, in any project. */
  readonly heard: readonly AgentHeard[];
  readonly injections: {
    readonly count: number;
    readonly tokens: number;
    readonly lastAtMs: number | null;
  };
  /** Requests to agents to record notes, and their outcomes. */
  readonly asked: NoteRequestCounts;
  readonly spool: {
    readonly files: number;
    readonly bytes: number;
    readonly rejectedLines: number;
  };
  readonly meaning: MeaningCondition;
  /** Memories that `tacit review` shows. */
  readonly toReview: number;
  /** Open proposals of `tacit dream`; `tacit review` shows them too. */
  readonly proposals: number;
  /** When the daily sweep last completed; null if never. */
  readonly sweptAtMs: number | null;
  /** When consolidation of this project last ran to its end; null: never. */
  readonly consolidatedAtMs: number | null;
  /** Queries for which no memory exists. */
  readonly gaps: number;
  /** State of the second stage of recall. */
  readonly reranking: RerankCondition;
  /** State of the model that writes lessons from sessions; off unless a person chose one. */
  readonly writing: WritingCondition;
  /** What works only in part. */
  readonly notes: readonly StatusNote[];
  /** The same in English sentences. */
  readonly degraded: readonly string[];
}

export async function statusOf(workspace: Workspace, envs: Environments): Promise<Status> {
  const counts = await countSessions(workspace.db, workspace.projectId, HISTORY_AGENT);
  const files = listSpoolFiles(workspace.home);
  const meaning = await workspace.meaning.condition();
  const reranking = await workspace.rerank.condition();
  const writing = await writingCondition(workspace);
  const notes: StatusNote[] = [
    ...optionNotes(workspace, envs),
    ...(await keptFileNotes(workspace, envs)),
    ...degradations(workspace, meaning, reranking, writing),
    ...(await encoderToCome(workspace)),
    ...(await formerProjects(workspace)),
    // The warnings no longer apply once the project has been joined with another one.
    ...(workspace.projectId === workspace.identity.id ? workspace.identity.warnings : []),
  ];
  return {
    home: workspace.home,
    project: {
      id: workspace.projectId,
      canonical: workspace.identity.canonical,
      basis: workspace.identity.basis,
      mode: await modeOf(workspace),
    },
    branch: workspace.identity.branch,
    staged: await countStaged(workspace),
    storeBytes: sizeOf(join(workspace.home, STORE_FILE)),
    backups: backupCounts(workspace.home),
    engine: `${workspace.db.driver}, SQLite ${workspace.db.engineVersion}, ${workspace.db.journalMode}`,
    memories: await countMemories(workspace.db, workspace.projectId, workspace.moment().nowMs),
    candidates: await countCandidates(workspace.db, workspace.projectId),
    ...counts,
    heard: await lastHeard(workspace.db),
    injections: await summariseInjections(workspace.db, workspace.projectId),
    asked: await countNoteRequests(workspace.db, workspace.projectId, null),
    spool: {
      files: files.length,
      bytes: files.reduce((sum, file) => sum + sizeOf(join(spoolFolder(workspace.home), file)), 0),
      rejectedLines: await countRejects(workspace.db),
    },
    meaning,
    toReview: await countToReview(workspace.db, workspace.projectId),
    proposals: await countProposals(workspace),
    sweptAtMs: (await lastJob(workspace.db, "sweep", workspace.moment().nowMs))?.endedAtMs ?? null,
    consolidatedAtMs: await consolidatedAtMs(workspace.db, workspace.projectId),
    gaps: await countOpenGaps(workspace),
    reranking,
    writing,
    notes,
    degraded: notes.map(noteText),
  };
}

function degradations(
  workspace: Workspace,
  { encoder, problem, sideFile }: MeaningCondition,
  reranking: RerankCondition,
  writing: WritingCondition,
): StatusNote[] {
  const notes: StatusNote[] = [];
  if (encoder === null)
    notes.push(problem === null ? { code: "meaning_off" } : { code: "encoder_missing", problem });
  else if (problem !== null) notes.push({ code: "encoder_problem", model: encoder, problem });
  if (sideFile !== null) notes.push({ code: "vector_file_problem", problem: sideFile });
  if (reranking.problem !== null) {
    const model = reranking.reranker ?? reranking.hyde ?? "reranker";
    notes.push({ code: "reranker_problem", model, problem: reranking.problem });
  }
  if (writing.problem !== null) {
    const model = writing.writer ?? "writer";
    notes.push({ code: "writer_problem", model, problem: writing.problem });
  }
  if (workspace.db.journalMode === "delete")
    notes.push({ code: "sqlite_old", version: workspace.db.engineVersion });
  return notes;
}

/**
 * Describes the progress of an encoder that is chosen or active and has not embedded every memory. Empty if nothing is left
 * to embed.
 */
export async function encoderToCome({ db, meaning }: Workspace): Promise<StatusNote[]> {
  // Unreadable settings are reported where they are used.
  const settings = meaning.isOff ? null : await readEncoderSettings(db).catch(() => null);
  if (settings === null) return [];
  const isActive = JSON.stringify(settings.chosen) === JSON.stringify(settings.active);
  const [chosen, active] = [choiceName(settings.chosen), choiceName(settings.active)];
  // The built-in encoder is instant and keeps its vectors up to date once it is active.
  if (settings.chosen.kind === "built-in")
    return isActive ? [] : [{ code: "vectors_missing", chosen, active }];
  const id = encoderIdOf(settings.chosen);
  const { embedded, waiting } = await countEmbeddings(db, id);
  if (isActive && waiting === 0) return [];
  const far = { count: waiting, total: embedded + waiting };
  if (isActive) return [{ code: "vectors_to_come_active", active, ...far }];
  const problem = (await findModelUse(db, id))?.problem ?? null;
  return [
    { code: "vectors_to_come", chosen, active, ...far },
    ...(problem === null ? [] : [{ code: "encoder_problem", model: id, problem } as const]),
  ];
}

/** Returns how many decisions `tacit review` asks for about proposals. */
async function countProposals({ db, projectId }: Workspace): Promise<number> {
  return groupMerges(await listOpenProposals(db, projectId, DREAM.mostProposals)).length;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
