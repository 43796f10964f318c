/**
 * Runs once a day when an opportunity arises: archives memories whose time is over and the weakest ones of a scope with too
 * many, and deletes what has been in the archive for a year. Confidence does not depend on how often it runs; it only moves
 * memories that are already below the floor.
 */
import type { Database } from "@tacit-memory/sqlite";
import { effectiveConfidence } from "../../domain/confidence.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import { type JobRow, lastJob, runJob, wasCutShort } from "../../store/jobs.ts";
import { getMemories } from "../../store/memories/memories.ts";
import { countByGroup, strengthsOf, unconfirmedAfter } from "../../store/memories/memory-counts.ts";
import { purgeArchived } from "../../store/memories/purge.ts";
import { archive, isDueForArchive } from "./archive.ts";
import { DECAY, SOFT_LIMITS } from "./limits.ts";

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const PAGE = 2000;
/** Memories changed per transaction, so that other writers do not wait long. */
const CHUNK = 50;

/** Runs the sweep. Returns the number of archived memories; null if it is not due or another process does it. */
export async function sweep(
  db: Database,
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<number | null> {
  const last = await lastJob(db, "sweep", moment.nowMs);
  const isDue =
    last === undefined || wasCutShort(last) || moment.nowMs - last.startedAtMs >= DAY_MS;
  if (!isDue) return null;
  const lease = { kind: "sweep", trigger: "opportunistic", leaseMs: LEASE_MS };
  const done = await runJob(db, lease, moment, async () => {
    if (hasJumped(last, moment.nowMs))
      return { archived: 0, overLimit: 0, purged: 0, isCutShort: 0 };
    const archived = await archiveOld(db, moment, mayGoOn);
    const overLimit = await archiveOverLimit(db, moment, mayGoOn);
    const purged = await purgeOld(db, moment, mayGoOn);
    return { archived, overLimit, purged, isCutShort: mayGoOn() ? 0 : 1 };
  });
  return done === null ? null : done.archived + done.overLimit;
}

/**
 * Returns whether the clock may have jumped ahead. After so long a pause, memories are archived only by the next sweep,
 * because a wrong clock must not archive them.
 */
function hasJumped(last: JobRow | undefined, nowMs: number): boolean {
  return last !== undefined && nowMs - last.startedAtMs >= DECAY.archiveAfterDays * DAY_MS;
}

async function archiveOld(db: Database, moment: Moment, mayGoOn: () => boolean): Promise<number> {
  const beforeMs = moment.nowMs - DECAY.archiveAfterDays * DAY_MS;
  const due: MemoryId[] = [];
  let afterRid = 0;
  while (mayGoOn()) {
    const page = await unconfirmedAfter(db, { afterRid, beforeMs, limit: PAGE });
    due.push(
      ...page.filter((strength) => isDueForArchive(strength, moment.nowMs)).map(({ id }) => id),
    );
    afterRid = page.at(-1)?.rid ?? afterRid;
    if (page.length < PAGE) break;
  }
  return archiveAll(db, due, moment, mayGoOn);
}

/** Archives the weakest memories first; among equals, the longest unconfirmed. */
async function archiveOverLimit(
  db: Database,
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<number> {
  let archived = 0;
  for (const group of await countByGroup(db)) {
    const limits: Readonly<Record<string, number>> = SOFT_LIMITS;
    const excess = group.count - (limits[group.scope] ?? group.count);
    if (excess <= 0 || !mayGoOn()) continue;
    const weakest = (await strengthsOf(db, group))
      .map((strength) => ({ ...strength, now: effectiveConfidence(strength, moment.nowMs) }))
      .sort((a, b) => a.now - b.now || a.confirmedAtMs - b.confirmedAtMs || a.rid - b.rid)
      .slice(0, excess);
    archived += await archiveAll(
      db,
      weakest.map(({ id }) => id),
      moment,
      mayGoOn,
    );
  }
  return archived;
}

async function archiveAll(
  db: Database,
  ids: readonly MemoryId[],
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<number> {
  let archived = 0;
  for (let at = 0; at < ids.length && mayGoOn(); at += CHUNK) {
    archived += await db.transaction(async (tx) => {
      // Read again under the lock: memories confirmed or pinned meanwhile stay.
      const living = (await getMemories(tx, ids.slice(at, at + CHUNK))).filter(
        ({ state, isPinned }) => state === "active" && !isPinned,
      );
      for (const memory of living) await archive(tx, memory, moment);
      return living.length;
    });
  }
  return archived;
}

async function purgeOld(db: Database, moment: Moment, mayGoOn: () => boolean): Promise<number> {
  const beforeMs = moment.nowMs - DECAY.purgeAfterDays * DAY_MS;
  let purged = 0;
  while (mayGoOn()) {
    const deleted = await purgeArchived(db, { beforeMs, limit: CHUNK }, moment);
    purged += deleted;
    if (deleted < CHUNK) break;
  }
  return purged;
}
