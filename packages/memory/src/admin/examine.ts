/** The checks of `doctor`: each reads or writes the thing that it checks, and states the next step when it fails. */

import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { DEFAULT_IGNORE } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import { readOwnPrivacy } from "../capture/own-privacy.ts";
import { ERRORS, MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { MeaningCondition } from "../domain/ports/meaning.ts";
import { grouped } from "../domain/text/grouped.ts";
import { buildMemory } from "../learn/promote/new-memory.ts";
import { lastJob } from "../store/jobs.ts";
import { checkIntegrity } from "../store/maintenance.ts";
import { eraseMemory } from "../store/memories/erase.ts";
import { getMemories, insertMemory } from "../store/memories/memories.ts";
import { checkIndex, searchWords } from "../store/memories/search.ts";
import { missingParts } from "../store/whole-schema.ts";
import type { Workspace } from "../workspace.ts";
import { backupsText } from "./backups.ts";
import { type Environments, optionsInUse } from "./option-notes.ts";
import { encoderToCome } from "./status.ts";
import { LOOK, MADE_ANEW, noteText } from "./status-notes.ts";

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Runs all checks of `doctor`; a failed check does not stop the others. */
export async function examine(workspace: Workspace, envs: Environments): Promise<Check[]> {
  const { db, home } = workspace;
  const meaning = workspace.meaning.condition(true);
  // The checks that await this promise report its failure.
  meaning.catch(() => undefined);
  return [
    check("home is writable", () => writableHome(home)),
    check("home is private", () => privateHome(home)),
    check("options", () => optionsInUse(workspace, envs)),
    check("custom privacy rules", () => privacyRules(workspace)),
    check("disk space", () => diskRoom(home)),
    await checkAsync("store integrity", () => soundStore(db)),
    await checkAsync("store tables", () => wholeStore(db)),
    await checkAsync("backups", async () => backupsText(workspace)),
    await checkAsync("full-text index", () => agreeingIndex(db)),
    await checkAsync("encoder answers", async () => encoderText(workspace, await meaning)),
    await checkAsync("vector file", async () => vectorFile(await meaning)),
    await checkAsync("reranker answers", () => reranker(workspace, envs)),
    await checkAsync("writer answers", () => writer(workspace, envs)),
    await checkAsync("learning", () => learning(workspace)),
    await checkAsync("a memory can be written, found and forgotten", () => probe(workspace)),
  ];
}

function writableHome(home: string): string {
  accessSync(home, constants.W_OK);
  return home;
}

function privateHome(home: string): string {
  const mode = statSync(home).mode & 0o077;
  if (process.platform !== "win32" && mode !== 0)
    throw new Error(`other users can read it; run \`chmod 700 ${home}\``);
  return "owner only";
}

function privacyRules({ home, identity }: Workspace): string {
  const { ignore, patterns, problems } = readOwnPrivacy(home, identity.root);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const globs = ignore.length - DEFAULT_IGNORE.length;
  return `${globs} globs and ${patterns.length} patterns added`;
}

function diskRoom(home: string): string {
  const disk = statfsSync(home);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1e6);
  if (freeMb < 100) throw new Error(`only ${freeMb} MB free; free at least 100 MB`);
  return `${grouped(freeMb)} MB free`;
}

async function soundStore(db: Database): Promise<string> {
  const problems = await checkIntegrity(db);
  if (problems.length > 0)
    throw new Error(`${problems.slice(0, 3).join("; ")}; ${nextFor(db, problems)}`);
  return `SQLite ${db.engineVersion}, ${db.driver}, ${db.journalMode}`;
}

/** A store on a server has no backups here. An index is made anew from the memories. */
function nextFor(db: Database, problems: readonly string[]): string {
  if (db.journalMode !== "remote") return "run `tacit doctor --restore`";
  if (problems.every((problem) => problem.includes("FTS5"))) return "run `tacit doctor --repair`";
  return RESTORE_ON_SERVER;
}

const RESTORE_ON_SERVER =
  "save what can be read with `tacit export > memories.json`, and restore a backup on the server";

async function wholeStore(db: Database): Promise<string> {
  const missing = await missingParts(db);
  if (missing.length > 0) {
    const restore =
      db.journalMode === "remote"
        ? "restore a backup on the server"
        : "run `tacit doctor --restore`";
    throw new Error(
      `missing: ${missing.join(", ")}; run \`tacit doctor --repair\`, or ${restore} for what is not an index`,
    );
  }
  return "all tables of this version exist";
}

async function agreeingIndex(db: Database): Promise<string> {
  await checkIndex(db).catch((cause: unknown) => {
    if (MemoryError.is(cause, "store_unwritable"))
      throw new Error("the index cannot be checked because the store is read-only", { cause });
    // Any other failure, such as a lock held by another process, says nothing about the index.
    if (!MemoryError.is(cause, "store_corrupt")) throw cause;
    throw new Error("the full-text index does not match the store; run `tacit doctor --repair`", {
      cause,
    });
  });
  return "full-text index checked";
}

async function encoderText(
  workspace: Workspace,
  { encoder, dims, embedded, problem }: MeaningCondition,
): Promise<string> {
  if (problem !== null) {
    const back = "or return to the built-in encoder with `tacit models use built-in`";
    throw new Error(
      `${encoder ?? "none"}: ${problem}; recall searches by words only; ${LOOK}, ${back}`,
    );
  }
  if (encoder === null) return "search by meaning is off; recall searches by words";
  const toCome = (await encoderToCome(workspace)).map((note) => `; ${noteText(note)}`).join("");
  return `${encoder}, ${dims} dimensions, ${grouped(embedded)} vectors${toCome}`;
}

function vectorFile({ encoder, sideFile }: MeaningCondition): string {
  if (sideFile !== null) throw new Error(`${sideFile}; ${MADE_ANEW}`);
  return encoder === null ? "no vector file is used" : "vector file checked";
}

async function reranker(workspace: Workspace, { env }: Environments): Promise<string> {
  const { rerankersOf } = await import("./rerankers.ts");
  const checked = await rerankersOf(workspace, { env }).check();
  const failed = checked.find(({ isSound }) => !isSound);
  if (failed !== undefined) {
    const why = failed.checks.find(({ ok }) => !ok)?.detail ?? "";
    const meanwhile = "recall uses the order without reranking";
    throw new Error(`${failed.id}: ${why}; ${meanwhile}; ${LOOK}`);
  }
  if (checked.length === 0) return "default reranker; `tacit models list` shows it";
  return checked.map(({ id }) => id).join(", ");
}

async function writer(workspace: Workspace, { env }: Environments): Promise<string> {
  const { writersOf } = await import("./writers.ts");
  const [checked] = await writersOf(workspace, { env }).check();
  if (checked === undefined) return "no writing model; memories keep their generated text";
  const failed = checked.checks.find(({ ok }) => !ok);
  if (failed !== undefined) throw new Error(`${checked.id}: ${failed.detail}`);
  return checked.id;
}

async function learning(workspace: Workspace): Promise<string> {
  const last = await lastJob(workspace.db, "settle", workspace.moment().nowMs);
  if (last?.error != null) throw new Error(last.error);
  return last === undefined
    ? "no session recorded by hooks has ended yet"
    : "the last run had no error";
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
  // One transaction: a damaged store that cannot forget the memory does not keep it either.
  await workspace.db.transaction(async (tx) => {
    await insertMemory(tx, memory, moment);
    const flat = { title: 1, content: 1, tags: 1, files: 1, symbols: 1, identifiers: 1 };
    const hits = await searchWords(tx, `"${word}"`, flat, {
      projectId: workspace.projectId,
      limit: 1,
    });
    if (hits[0]?.id !== memory.id)
      throw new Error("the test memory was written, but search did not find it");
    await eraseMemory(tx, memory, moment);
  });
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

/** Returns the error message, followed by the next step if the error has one. */
function reasonOf(error: unknown): string {
  if (MemoryError.is(error)) return `${error.message}; ${ERRORS[error.code].next}`;
  return error instanceof Error ? error.message : String(error);
}
