/**
 * Ingests what hooks wrote to the spool into the store, exactly once, even if several processes drain it or one is killed.
 */
import { IDENTITY_BASES } from "@tacit-memory/project";
import { eventSchema } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { translated } from "../store/open-database.ts";
import {
  dropOffset,
  readOffset,
  rejectSpoolLine,
  writeOffset,
} from "../store/sessions/spool-offsets.ts";
import type { DigestOptions } from "./digest.ts";
import { type Observation, observe } from "./observe.ts";
import {
  blankSpoolFile,
  isClosed,
  listSpoolFiles,
  readSpool,
  removeSpoolFile,
  type SpoolLine,
  spoolBytes,
  spoolFolder,
} from "./spool.ts";

export interface Drained {
  readonly events: number;
  readonly rejected: number;
  /** True if everything in the spool is in the store now. */
  readonly isComplete: boolean;
}

/** Ingests the spool. `mayGoOn` is called before every chunk, because a hook stops when its time is up. */
export async function drainSpool(
  db: Database,
  home: string,
  options: DigestOptions,
  nowMs: number,
  mayGoOn: () => boolean = () => true,
): Promise<Drained> {
  let [events, rejected] = [0, 0];
  for (const file of filesIn(home)) {
    for (;;) {
      if (!mayGoOn()) return { events, rejected, isComplete: false };
      const step = await drainChunk(db, home, file, options, nowMs);
      events += step.events;
      rejected += step.rejected;
      if (step.isLast) break;
    }
  }
  return { events, rejected, isComplete: true };
}

/** Returns the spool files; none if the folder cannot be read, because that must not prevent recall. */
function filesIn(home: string): string[] {
  try {
    return listSpoolFiles(home);
  } catch (error) {
    throw translated(error, spoolFolder(home));
  }
}

const NOTHING_LEFT = { events: 0, rejected: 0, isLast: true };

/**
 * Returns whether a file is completely ingested. False for a closed file, which still has to be removed, and for a missing
 * one, whose mark has to be dropped.
 */
function isIngested(home: string, file: string, mark: number, nowMs: number): boolean {
  return !isClosed(file, nowMs) && spoolBytes(home, file) === mark;
}

async function drainChunk(
  db: Database,
  home: string,
  file: string,
  options: DigestOptions,
  nowMs: number,
): Promise<{ events: number; rejected: number; isLast: boolean }> {
  // If several hooks start together, one ingests the lines of all; the others need not wait for the lock.
  if (isIngested(home, file, await readOffset(db, file), nowMs)) return NOTHING_LEFT;
  // Read under the write lock: two processes draining one file take turns, and the second starts where the first ended.
  const done = await db.transaction(async (tx) => {
    const from = await readOffset(tx, file);
    const isFinal = isClosed(file, nowMs);
    const chunk = tryRead(home, file, from, isFinal);
    if (chunk === null) {
      await dropOffset(tx, file);
      return { events: 0, rejected: 0, isLast: true, isUsedUp: false };
    }
    const good: Observation[] = [];
    let rejected = 0;
    for (const { text, byteOffset } of chunk.lines) {
      const parsed = parseSpoolLine(text);
      if (typeof parsed === "string") {
        rejected++;
        await rejectSpoolLine(tx, { file, byteOffset, reason: parsed }, nowMs);
      } else good.push(parsed);
    }
    const { events } =
      good.length === 0
        ? { events: 0 }
        : await observe(tx, good, { ...options, home, origin: "live" }, nowMs);
    if (chunk.end !== from) await writeOffset(tx, file, chunk.end);
    return {
      events,
      rejected,
      isLast: chunk.isLast,
      isUsedUp: chunk.isLast && isFinal,
    };
  });
  if (done.isUsedUp) {
    // The mark is dropped after the file: a kill in between leaves a mark without a file, which is harmless.
    removeSpoolFile(home, file);
    await dropOffset(db, file);
  }
  return done;
}

/** Overwrites the ingested part of spool files that are still open. */
export async function blankSpool(db: Database, home: string): Promise<void> {
  // Under the write lock, so that no other process is draining.
  await db.transaction(async (tx) => {
    for (const file of listSpoolFiles(home)) {
      const upTo = await readOffset(tx, file);
      if (upTo > 0) blankSpoolFile(home, file, upTo);
    }
  });
}

function tryRead(home: string, file: string, from: number, isFinal: boolean) {
  try {
    return readSpool(home, file, from, isFinal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Returns the observation, or the reason why the line is invalid. */
function parseSpoolLine(text: string): Observation | string {
  let value: Partial<SpoolLine> | null;
  try {
    value = JSON.parse(text) as Partial<SpoolLine> | null;
  } catch {
    return "not JSON: torn by a writer that was killed";
  }
  const project = value?.project;
  if (typeof project?.id !== "string" || typeof project.canonical !== "string") return "no project";
  const event = eventSchema.safeParse(value?.event);
  if (!event.success) return `event: ${event.error.issues[0]?.message ?? "invalid"}`;
  return {
    project: {
      id: project.id,
      canonical: project.canonical,
      name: textOr(project.name, project.canonical),
      basis: IDENTITY_BASES.find((basis) => basis === project.basis) ?? "directory",
      root: textOr(project.root, null),
    },
    event: event.data,
  };
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}
