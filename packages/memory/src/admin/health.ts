/** Is it working? Counts and last times for `status`; probes that write and read back for `doctor`. */

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
import { lastJob } from "../store/jobs.ts";
import { checkIntegrity } from "../store/maintenance.ts";
import { countCandidates } from "../store/memories/candidates.ts";
import { countEmbeddings } from "../store/memories/embeddings.ts";
import { eraseMemory } from "../store/memories/erase.ts";
import { getMemories, insertMemory } from "../store/memories/memories.ts";
import { countMemories, type MemoryCount } from "../store/memories/memory-lists.ts";
import { checkIndex, searchWords } from "../store/memories/search.ts";
import { findModelUse } from "../store/model-use.ts";
import { STORE_FILE } from "../store/open-store.ts";
import { findProject } from "../store/projects.ts";
import {
  type InjectionRow,
  listInjections,
  summariseInjections,
} from "../store/sessions/injections.ts";
import { type AgentHeard, countSessions, lastHeard } from "../store/sessions/sessions.ts";
import { countRejects } from "../store/sessions/spool-offsets.ts";
import { missingParts } from "../store/whole-schema.ts";
import type { Life } from "../workspace.ts";
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
  readonly engine: string;
  readonly memories: readonly MemoryCount[];
  readonly candidates: readonly {
    readonly state: string;
    readonly reason: string | null;
    readonly count: number;
  }[];
  /** Of agents, here; and what they did. */
  readonly sessions: number;
  readonly events: number;
  readonly lastEventAtMs: number | null;
  /** Of git's history that were read. */
  readonly commits: number;
  /** Those whose hooks ever told anything, whatever the project. */
  readonly heard: readonly AgentHeard[];
  readonly injections: {
    readonly count: number;
    readonly tokens: number;
    readonly lastAtMs: number | null;
  };
  /** Requests to agents to record notes, and what came of them. */
  readonly asked: Asked;
  readonly spool: {
    readonly files: number;
    readonly bytes: number;
    readonly rejectedLines: number;
  };
  readonly meaning: MeaningCondition;
  /** Questions that nothing is known about. */
  readonly gaps: number;
  /** The second stage of recall. */
  readonly reranking: RerankCondition;
  /** Who words what sessions taught; nobody unless a person chose. */
  readonly writing: WritingCondition;
  readonly degraded: readonly string[];
}

export async function statusOf(life: Life): Promise<Status> {
  const project = await findProject(life.db, life.projectId);
  const counts = await countSessions(life.db, life.projectId, HISTORY_AGENT);
  const files = listSpoolFiles(life.home);
  const meaning = await life.meaning.condition();
  const reranking = await life.rerank.condition();
  const writing = await writingCondition(life);
  return {
    home: life.home,
    project: {
      id: life.projectId,
      canonical: life.identity.canonical,
      basis: life.identity.basis,
      mode: project?.mode ?? "automatic",
    },
    branch: life.identity.branch,
    staged: await countStaged(life),
    storeBytes: sizeOf(join(life.home, STORE_FILE)),
    engine: `${life.db.driver}, SQLite ${life.db.engineVersion}, ${life.db.journalMode}`,
    memories: await countMemories(life.db, life.projectId),
    candidates: await countCandidates(life.db, life.projectId),
    ...counts,
    heard: await lastHeard(life.db),
    injections: await summariseInjections(life.db, life.projectId),
    asked: await askedOf(life.db, life.projectId, null),
    spool: {
      files: files.length,
      bytes: files.reduce((sum, file) => sum + sizeOf(join(spoolFolder(life.home), file)), 0),
      rejectedLines: await countRejects(life.db),
    },
    meaning,
    gaps: await countOpenGaps(life),
    reranking,
    writing,
    degraded: [
      ...degradations(life, meaning, reranking, writing),
      ...(await encoderToCome(life)),
      // Joined with another project since, it is kept apart no more.
      ...(life.projectId === life.identity.id ? life.identity.warnings : []),
    ],
  };
}

/** Of a file that is only quick. */
const MADE_ANEW =
  "recall makes it anew from the store, and is slower until then; where it stays like this, remove it";

/** The next step, whatever went wrong with a model. */
const LOOK = "`tacit models check` looks closer";

function degradations(
  life: Life,
  { encoder, problem, sideFile }: MeaningCondition,
  reranking: RerankCondition,
  writing: WritingCondition,
): string[] {
  const told: string[] = [];
  if (encoder === null) {
    const why = problem === null ? "search by meaning is off" : `no encoder (${problem})`;
    told.push(`${why}: recall works by words, files, errors and triggers`);
  } else if (problem !== null) told.push(`encoder ${encoder}: ${problem}; ${LOOK}`);
  if (sideFile !== null) told.push(`vectors beside the store, ${sideFile}; ${MADE_ANEW}`);
  if (reranking.problem !== null) {
    const who = reranking.reranker ?? reranking.hyde ?? "reranker";
    told.push(`${who}: ${reranking.problem}; ${LOOK}`);
  }
  if (writing.problem !== null) {
    told.push(`${writing.writer ?? "writer"}: ${writing.problem}; ${LOOK}`);
  }
  if (life.db.journalMode === "delete") {
    told.push(
      `SQLite ${life.db.engineVersion} is older than 3.51.3: the store runs in rollback-journal mode, which is slower`,
    );
  }
  return told;
}

/** One that was chosen, or is used, and whose vectors are not all made: how far it is, and who goes on with it. */
async function encoderToCome({ db, meaning }: Life): Promise<string[]> {
  // What cannot be read is told where it is used.
  const settings = meaning.isOff ? null : await readEncoderSettings(db).catch(() => null);
  if (settings === null) return [];
  const { chosen, active } = settings;
  const isActive = JSON.stringify(chosen) === JSON.stringify(active);
  const name = choiceName(chosen);
  const who = isActive
    ? `recall uses ${name}`
    : `${name} is chosen, recall uses ${choiceName(active)}`;
  const next = "`tacit models embed` makes them";
  // Instant: it keeps up by itself once it is used.
  if (chosen.kind === "built-in")
    return isActive ? [] : [`${who}: its vectors are not made, ${next}`];
  const id = encoderIdOf(chosen);
  const { embedded, waiting } = await countEmbeddings(db, id);
  if (isActive && waiting === 0) return [];
  const far = `${grouped(waiting)} of ${grouped(embedded + waiting)} memories have no vector of it yet`;
  const failure = isActive ? null : ((await findModelUse(db, id))?.problem ?? null);
  return [
    `${who}; ${far}: ${next}, a running MCP server does it beside its calls`,
    ...(failure === null ? [] : [`encoder ${id}: ${failure}; ${LOOK}`]),
  ];
}

/** What was shown, newest first. */
export async function injectionTrace(
  life: Life,
  session: string | undefined,
  limit: number,
): Promise<InjectionRow[]> {
  return listInjections(life.db, { projectId: life.projectId, sessionId: session, limit });
}

/** Every check runs, whatever the ones before it said. */
export async function examine(
  life: Life,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Check[]> {
  const meaning = life.meaning.condition(true);
  // Told by the checks that ask for it.
  meaning.catch(() => undefined);
  return [
    check("home is writable", () => {
      accessSync(life.home, constants.W_OK);
      return life.home;
    }),
    check("home is private", () => {
      const mode = statSync(life.home).mode & 0o077;
      if (process.platform !== "win32" && mode !== 0)
        throw new Error("others can read it; chmod 700 it");
      return "owner only";
    }),
    check("own privacy rules are used", () => {
      const { ignore, patterns, problems } = readOwnPrivacy(life.home, life.identity.root);
      if (problems.length > 0) throw new Error(problems.join("; "));
      const globs = ignore.length - DEFAULT_IGNORE.length;
      return `${globs} globs, ${patterns.length} patterns added`;
    }),
    check("disk has room", () => {
      const disk = statfsSync(life.home);
      const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6);
      if (freeMb < 100) throw new Error(`only ${freeMb} MB free`);
      return `${grouped(freeMb)} MB free`;
    }),
    await checkAsync("store is sound", async () => {
      const problems = await checkIntegrity(life.db);
      if (problems.length > 0) throw new Error(problems.slice(0, 3).join("; "));
      return `SQLite ${life.db.engineVersion}, ${life.db.driver}, ${life.db.journalMode}`;
    }),
    await checkAsync("store is whole", async () => {
      const missing = await missingParts(life.db);
      if (missing.length > 0)
        throw new Error(`missing: ${missing.join(", ")}; run \`tacit doctor --repair\``);
      return "every table of this version is there";
    }),
    await checkAsync("index agrees with the store", async () => {
      await checkIndex(life.db).catch((cause: unknown) => {
        if (MemoryError.is(cause, "store_unwritable"))
          throw new Error("it cannot be looked at where nothing can be written", { cause });
        // Any other failure, such as another process that holds the lock, says nothing of the index.
        if (!MemoryError.is(cause, "store_corrupt")) throw cause;
        throw new Error("they disagree: run `tacit doctor --repair`", { cause });
      });
      return "full-text index checked";
    }),
    await checkAsync("encoder answers", async () => {
      const { encoder, dims, embedded, problem } = await meaning;
      if (problem !== null) {
        const back = "`tacit models use built-in` goes back to the one that needs nobody";
        throw new Error(
          `${encoder ?? "none"}: ${problem}; recall works by words meanwhile; ${LOOK}, ${back}`,
        );
      }
      if (encoder === null) return "search by meaning is off: recall works by words";
      const toCome = (await encoderToCome(life)).map((one) => `; ${one}`).join("");
      return `${encoder}, ${dims} dimensions, ${grouped(embedded)} vectors${toCome}`;
    }),
    await checkAsync("vectors beside the store are sound", async () => {
      const { encoder, sideFile } = await meaning;
      if (sideFile !== null) throw new Error(`${sideFile}; ${MADE_ANEW}`);
      return encoder === null ? "none are used" : "the file of the encoder's vectors checked";
    }),
    await checkAsync("reranker answers", async () => {
      const { rerankersOf } = await import("./rerankers.ts");
      const checked = await rerankersOf(life, { env }).check();
      const failed = checked.find(({ isSound }) => !isSound);
      if (failed !== undefined) {
        const why = failed.checks.find(({ ok }) => !ok)?.detail ?? "";
        const meanwhile = "recall goes on in its first order meanwhile";
        throw new Error(`${failed.id}: ${why}; ${meanwhile}; ${LOOK}`);
      }
      if (checked.length === 0) return "nobody was chosen; `tacit models list` shows what is used";
      return checked.map(({ id }) => id).join(", ");
    }),
    await checkAsync("writer answers", async () => {
      const { writersOf } = await import("./writers.ts");
      const [checked] = await writersOf(life, { env }).check();
      if (checked === undefined)
        return "none is chosen: memories keep the words that rules give them";
      const failed = checked.checks.find(({ ok }) => !ok);
      if (failed !== undefined) throw new Error(`${checked.id}: ${failed.detail}`);
      return checked.id;
    }),
    await checkAsync("sessions are learned from", async () => {
      const last = await lastJob(life.db, "settle", life.moment().nowMs);
      if (last?.error != null) throw new Error(last.error);
      return last === undefined
        ? "no session that hooks saw has ended yet"
        : "the last time without an error";
    }),
    await checkAsync("a memory can be written, found and forgotten", () => probe(life)),
  ];
}

async function probe(life: Life): Promise<string> {
  const moment = life.moment();
  const word = `probe${moment.newId().slice(-12)}`;
  const memory = buildMemory(
    life.projectId,
    // Of no project: this one may never have been written down.
    {
      content: `Tacit doctor wrote this: ${word}.`,
      type: "fact",
      source: "agent_explicit",
      scope: "global",
    },
    moment,
  );
  await insertMemory(life.db, memory, moment);
  try {
    const flat = { title: 1, content: 1, tags: 1, files: 1, symbols: 1, identifiers: 1 };
    const hits = await searchWords(life.db, `"${word}"`, flat, {
      projectId: life.projectId,
      limit: 1,
    });
    if (hits[0]?.id !== memory.id) throw new Error("written, but not found");
  } finally {
    await eraseMemory(life.db, memory, moment);
  }
  const left: readonly { readonly id: MemoryId }[] = await getMemories(life.db, [memory.id]);
  if (left.length > 0) throw new Error("forgotten, but still there");
  return "written, found by its word, forgotten";
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

/** With the next step, where the error has one. */
function reasonOf(error: unknown): string {
  if (MemoryError.is(error)) return `${error.message}; ${ERRORS[error.code].next}`;
  return error instanceof Error ? error.message : String(error);
}
