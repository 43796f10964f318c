/**
 * Once a day, opportunistically: archives the memories whose time is over and the weakest ones of a place that holds too many, and
 * deletes what lies in the archive for a year. Running it never, once or thirty times leaves the same confidence behind; it only moves
 * what is already below the floor.
 */
import type { Database } from "@tacit-memory/sqlite";
import { effectiveConfidence } from "../../domain/confidence.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import { type JobRow, lastJob, runJob } from "../../store/jobs.ts";
import { getMemories } from "../../store/memories/memories.ts";
import { countByGroup, strengthsOf, unconfirmedAfter } from "../../store/memories/memory-counts.ts";
import { purgeArchived } from "../../store/memories/purge.ts";
import { archive, isDueForArchive } from "./archive.ts";
import { DECAY, SOFT_LIMITS } from "./limits.ts";

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const PAGE = 2000;
/** Changes of one transaction: no other writer waits long. */
const CHUNK = 50;

/** How many were archived; null when it was not due, or another process is at it. */
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

/** A clock that is ahead for a day must not set aside what is known: after so long a pause the next sweep does. */
function hasJumped(last: JobRow | undefined, nowMs: number): boolean {
  return last !== undefined && nowMs - last.startedAtMs >= DECAY.archiveAfterDays * DAY_MS;
}

/** A run that had no time for all of it is not the day's run. */
function wasCutShort({ counters }: JobRow): boolean {
  return (JSON.parse(counters) as { isCutShort?: number }).isCutShort === 1;
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

/** The weakest first; of equals the longest unconfirmed. */
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
      // Read again under the lock: what was confirmed or pinned meanwhile stays.
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
