/** Health of the store: counts and last times for `status`, and probes that write and read back for `doctor`. */

import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "@tacit-memory/project";
import { DEFAULT_IGNORE } from "@tacit-memory/redact";
import { countStaged, type StagedCount } from "../anchors/branches/branches-here.ts";
import { readOwnPrivacy } from "../capture/own-privacy.ts";
import { listSpoolFiles, spoolFolder } from "../capture/spool.ts";
import { ERRORS, MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { MeaningCondition } from "../domain/ports/meaning.ts";
import type { RerankCondition } from "../domain/ports/rerank.ts";
import { HISTORY_AGENT } from "../domain/rule-file-tag.ts";
import { grouped } from "../domain/text/grouped.ts";
import { type Asked, askedOf } from "../learn/asked.ts";
import { buildMemory } from "../learn/promote/new-memory.ts";
import { countOpenGaps } from "../recall/open-questions.ts";
import { readEncoderSettings } from "../search/embed/encoder-settings.ts";
import { choiceName, encoderIdOf } from "../search/encoders/encoder-choice.ts";
import { consolidatedAtMs } from "../store/dream/dream-state.ts";
import { countOpenProposals } from "../store/dream/proposals.ts";
import { lastJob } from "../store/jobs.ts";
import { checkIntegrity } from "../store/maintenance.ts";
import { countCandidates } from "../store/memories/candidates.ts";
import { countEmbeddings } from "../store/memories/embeddings.ts";
import { eraseMemory } from "../store/memories/erase.ts";
import { getMemories, insertMemory } from "../store/memories/memories.ts";
import { countToReview } from "../store/memories/memory-counts.ts";
import { countMemories, type MemoryCount } from "../store/memories/memory-lists.ts";
import { checkIndex, searchWords } from "../store/memories/search.ts";
import { findModelUse } from "../store/model-use.ts";
import { STORE_FILE } from "../store/open-store.ts";
import { findProject } from "../store/projects.ts";
import { summariseInjections } from "../store/sessions/injections.ts";
import { type AgentHeard, countSessions, lastHeard } from "../store/sessions/sessions.ts";
import { countRejects } from "../store/sessions/spool-offsets.ts";
import { missingParts } from "../store/whole-schema.ts";
import type { Workspace } from "../workspace.ts";
import { backupCounts, backupsText } from "./backups.ts";
import { type Environments, optionNotes, optionsInUse } from "./option-notes.ts";
import { type WritingCondition, writingCondition } from "./writers.ts";

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

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
  readonly asked: Asked;
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
  readonly degraded: readonly string[];
}

export async function statusOf(workspace: Workspace, envs: Environments): Promise<Status> {
  const project = await findProject(workspace.db, workspace.projectId);
  const counts = await countSessions(workspace.db, workspace.projectId, HISTORY_AGENT);
  const files = listSpoolFiles(workspace.home);
  const meaning = await workspace.meaning.condition();
  const reranking = await workspace.rerank.condition();
  const writing = await writingCondition(workspace);
  return {
    home: workspace.home,
    project: {
      id: workspace.projectId,
      canonical: workspace.identity.canonical,
      basis: workspace.identity.basis,
      mode: project?.mode ?? "automatic",
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
    asked: await askedOf(workspace.db, workspace.projectId, null),
    spool: {
      files: files.length,
      bytes: files.reduce((sum, file) => sum + sizeOf(join(spoolFolder(workspace.home), file)), 0),
      rejectedLines: await countRejects(workspace.db),
    },
    meaning,
    toReview: await countToReview(workspace.db, workspace.projectId),
    proposals: await countOpenProposals(workspace.db, workspace.projectId),
    sweptAtMs: (await lastJob(workspace.db, "sweep", workspace.moment().nowMs))?.endedAtMs ?? null,
    consolidatedAtMs: await consolidatedAtMs(workspace.db, workspace.projectId),
    gaps: await countOpenGaps(workspace),
    reranking,
    writing,
    degraded: [
      ...optionNotes(workspace, envs),
      ...degradations(workspace, meaning, reranking, writing),
      ...(await encoderToCome(workspace)),
      // The warnings no longer apply once the project has been joined with another one.
      ...(workspace.projectId === workspace.identity.id ? workspace.identity.warnings : []),
    ],
  };
}

/** The next step for a damaged vector file. The file only makes search faster. */
const MADE_ANEW =
  "recall rebuilds the file from the store and is slower until then; if the problem stays, delete the file";

/** The next step after a failure of a model. */
const LOOK = "run `tacit models check` for details";

function degradations(
  workspace: Workspace,
  { encoder, problem, sideFile }: MeaningCondition,
  reranking: RerankCondition,
  writing: WritingCondition,
): string[] {
  const messages: string[] = [];
  if (encoder === null) {
    const why =
      problem === null ? "search by meaning is off" : `no encoder is available (${problem})`;
    messages.push(`${why}: recall searches by words, files, errors and triggers`);
  } else if (problem !== null) messages.push(`encoder ${encoder}: ${problem}; ${LOOK}`);
  if (sideFile !== null) messages.push(`vector file next to the store: ${sideFile}; ${MADE_ANEW}`);
  if (reranking.problem !== null) {
    const who = reranking.reranker ?? reranking.hyde ?? "reranker";
    messages.push(`${who}: ${reranking.problem}; ${LOOK}`);
  }
  if (writing.problem !== null) {
    messages.push(`${writing.writer ?? "writer"}: ${writing.problem}; ${LOOK}`);
  }
  if (workspace.db.journalMode === "delete") {
    messages.push(
      `SQLite ${workspace.db.engineVersion} is older than 3.51.3: the store uses the slower rollback-journal mode`,
    );
  }
  return messages;
}

/**
 * Describes the progress of an encoder that is chosen or active and has not embedded every memory. Empty if nothing is left
 * to embed.
 */
async function encoderToCome({ db, meaning }: Workspace): Promise<string[]> {
  // Unreadable settings are reported where they are used.
  const settings = meaning.isOff ? null : await readEncoderSettings(db).catch(() => null);
  if (settings === null) return [];
  const { chosen, active } = settings;
  const isActive = JSON.stringify(chosen) === JSON.stringify(active);
  const name = choiceName(chosen);
  const who = isActive
    ? `active encoder: ${name}`
    : `chosen encoder: ${name}, active encoder: ${choiceName(active)}`;
  const next = "to make them, run `tacit models embed`";
  // The built-in encoder is instant and keeps its vectors up to date once it is active.
  if (chosen.kind === "built-in")
    return isActive ? [] : [`${who}; the vectors of the chosen encoder are missing: ${next}`];
  const id = encoderIdOf(chosen);
  const { embedded, waiting } = await countEmbeddings(db, id);
  if (isActive && waiting === 0) return [];
  const far = `${grouped(waiting)} of ${grouped(embedded + waiting)} memories have no vector yet`;
  const failure = isActive ? null : ((await findModelUse(db, id))?.problem ?? null);
  return [
    `${who}; ${far}: ${next} (a running MCP server or panel also makes them in the background)`,
    ...(failure === null ? [] : [`encoder ${id}: ${failure}; ${LOOK}`]),
  ];
}

/** Runs all checks of `doctor`; a failed check does not stop the others. */
export async function examine(workspace: Workspace, envs: Environments): Promise<Check[]> {
  const meaning = workspace.meaning.condition(true);
  // The checks that await this promise report its failure.
  meaning.catch(() => undefined);
  return [
    check("home is writable", () => {
      accessSync(workspace.home, constants.W_OK);
      return workspace.home;
    }),
    check("home is private", () => {
      const mode = statSync(workspace.home).mode & 0o077;
      if (process.platform !== "win32" && mode !== 0)
        throw new Error(`other users can read it; run \`chmod 700 ${workspace.home}\``);
      return "owner only";
    }),
    check("options are used", () => optionsInUse(workspace, envs)),
    check("own privacy rules are used", () => {
      const { ignore, patterns, problems } = readOwnPrivacy(
        workspace.home,
        workspace.identity.root,
      );
      if (problems.length > 0) throw new Error(problems.join("; "));
      const globs = ignore.length - DEFAULT_IGNORE.length;
      return `${globs} globs and ${patterns.length} patterns added`;
    }),
    check("disk has room", () => {
      const disk = statfsSync(workspace.home);
      const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6);
      if (freeMb < 100) throw new Error(`only ${freeMb} MB free; free at least 100 MB`);
      return `${grouped(freeMb)} MB free`;
    }),
    await checkAsync("store is sound", async () => {
      const problems = await checkIntegrity(workspace.db);
      if (problems.length > 0)
        throw new Error(`${problems.slice(0, 3).join("; ")}; run \`tacit doctor --restore\``);
      return `SQLite ${workspace.db.engineVersion}, ${workspace.db.driver}, ${workspace.db.journalMode}`;
    }),
    await checkAsync("store is whole", async () => {
      const missing = await missingParts(workspace.db);
      if (missing.length > 0)
        throw new Error(
          `missing: ${missing.join(", ")}; run \`tacit doctor --repair\`, or \`tacit doctor --restore\` for what is not an index`,
        );
      return "all tables of this version exist";
    }),
    await checkAsync("backups", async () => backupsText(workspace)),
    await checkAsync("index agrees with the store", async () => {
      await checkIndex(workspace.db).catch((cause: unknown) => {
        if (MemoryError.is(cause, "store_unwritable"))
          throw new Error("the index cannot be checked because the store is read-only", { cause });
        // Any other failure, such as a lock held by another process, says nothing about the index.
        if (!MemoryError.is(cause, "store_corrupt")) throw cause;
        throw new Error(
          "the full-text index does not match the store; run `tacit doctor --repair`",
          { cause },
        );
      });
      return "full-text index checked";
    }),
    await checkAsync("encoder answers", async () => {
      const { encoder, dims, embedded, problem } = await meaning;
      if (problem !== null) {
        const back = "or return to the built-in encoder with `tacit models use built-in`";
        throw new Error(
          `${encoder ?? "none"}: ${problem}; recall searches by words only; ${LOOK}, ${back}`,
        );
      }
      if (encoder === null) return "search by meaning is off; recall searches by words";
      const toCome = (await encoderToCome(workspace)).map((item) => `; ${item}`).join("");
      return `${encoder}, ${dims} dimensions, ${grouped(embedded)} vectors${toCome}`;
    }),
    await checkAsync("vectors beside the store are sound", async () => {
      const { encoder, sideFile } = await meaning;
      if (sideFile !== null) throw new Error(`${sideFile}; ${MADE_ANEW}`);
      return encoder === null ? "no vector file is used" : "vector file checked";
    }),
    await checkAsync("reranker answers", async () => {
      const { rerankersOf } = await import("./rerankers.ts");
      const checked = await rerankersOf(workspace, { env: envs.env }).check();
      const failed = checked.find(({ isSound }) => !isSound);
      if (failed !== undefined) {
        const why = failed.checks.find(({ ok }) => !ok)?.detail ?? "";
        const meanwhile = "recall uses the order without reranking";
        throw new Error(`${failed.id}: ${why}; ${meanwhile}; ${LOOK}`);
      }
      if (checked.length === 0) return "default reranker; `tacit models list` shows it";
      return checked.map(({ id }) => id).join(", ");
    }),
    await checkAsync("writer answers", async () => {
      const { writersOf } = await import("./writers.ts");
      const [checked] = await writersOf(workspace, { env: envs.env }).check();
      if (checked === undefined) return "no writing model; memories keep their generated text";
      const failed = checked.checks.find(({ ok }) => !ok);
      if (failed !== undefined) throw new Error(`${checked.id}: ${failed.detail}`);
      return checked.id;
    }),
    await checkAsync("sessions are learned from", async () => {
      const last = await lastJob(workspace.db, "settle", workspace.moment().nowMs);
      if (last?.error != null) throw new Error(last.error);
      return last === undefined
        ? "no session recorded by hooks has ended yet"
        : "the last run had no error";
    }),
    await checkAsync("a memory can be written, found and forgotten", () => probe(workspace)),
  ];
}

async function probe(workspace: Workspace): Promise<string> {
  const moment = workspace.moment();
  const word = `probe${moment.newId().slice(-12)}`;
  const memory = buildMemory(
    workspace.projectId,
    // Uses the global scope because the project may have no row in the store yet.
    {
      content: `Tacit doctor wrote this: ${word}.`,
      type: "fact",
      source: "agent_explicit",
      scope: "global",
    },
    moment,
  );
  await insertMemory(workspace.db, memory, moment);
  try {
    const flat = { title: 1, content: 1, tags: 1, files: 1, symbols: 1, identifiers: 1 };
    const hits = await searchWords(workspace.db, `"${word}"`, flat, {
      projectId: workspace.projectId,
      limit: 1,
    });
    if (hits[0]?.id !== memory.id)
      throw new Error("the test memory was written, but search did not find it");
  } finally {
    await eraseMemory(workspace.db, memory, moment);
  }
  const left: readonly { readonly id: MemoryId }[] = await getMemories(workspace.db, [memory.id]);
  if (left.length > 0) throw new Error("the test memory was forgotten, but is still stored");
  return "a test memory was written, found and forgotten";
}

function check(name: string, body: () => string): Check {
  try {
    return { name, ok: true, detail: body() };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

async function checkAsync(name: string, body: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await body() };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns the error message, followed by the next step if the error has one. */
function reasonOf(error: unknown): string {
  if (MemoryError.is(error)) return `${error.message}; ${ERRORS[error.code].next}`;
  return error instanceof Error ? error.message : String(error);
}
