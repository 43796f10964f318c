/** Takes what hooks left in the spool into the store: exactly once, whoever else is draining or is killed. */
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
  /** Everything there was is in the store now. */
  readonly isComplete: boolean;
}

/** `mayGoOn` is asked before every chunk: a hook stops when its time is up. */
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

/** One that cannot be read is as a store that cannot be written: nobody is kept from what is known. */
function filesIn(home: string): string[] {
  try {
    return listSpoolFiles(home);
  } catch (error) {
    throw translated(error, spoolFolder(home));
  }
}

const NOTHING_LEFT = { events: 0, rejected: 0, isLast: true };

/** A file that nobody writes to any more is still to be removed, and one that is gone has a mark to be dropped. */
function isTakenIn(home: string, file: string, mark: number, nowMs: number): boolean {
  return !isClosed(file, nowMs) && spoolBytes(home, file) === mark;
}

async function drainChunk(
  db: Database,
  home: string,
  file: string,
  options: DigestOptions,
  nowMs: number,
): Promise<{ events: number; rejected: number; isLast: boolean }> {
  // Of hooks that start together one takes in the lines of all: the others wait for no lock to find nothing left.
  if (isTakenIn(home, file, await readOffset(db, file), nowMs)) return NOTHING_LEFT;
  // Read under the write lock: two drainers of one file take turns, and the second starts where the first ended.
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
        : await observe(tx, good, { ...options, origin: "live" }, nowMs);
    if (chunk.end !== from) await writeOffset(tx, file, chunk.end);
    return {
      events,
      rejected,
      isLast: chunk.isLast,
      isUsedUp: chunk.isLast && isFinal,
    };
  });
  if (done.isUsedUp) {
    // The mark goes only after the file: a kill in between leaves a mark without a file, which does no harm.
    removeSpoolFile(home, file);
    await dropOffset(db, file);
  }
  return done;
}

/** Makes what was taken in unreadable in the files that wait for their hour to end. */
export async function blankSpool(db: Database, home: string): Promise<void> {
  // Under the write lock, so that no drainer is reading.
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

/** The observation, or why the line is none. */
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
