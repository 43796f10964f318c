/** What models elsewhere were asked today, and how often they failed in a row. A row a model, kept by its id. */
import type { Database } from "@tacit-memory/sqlite";

const SELECT = /* sql */ `SELECT day, calls, failures, silent_until_ms AS silentUntilMs, problem
  FROM model_use WHERE model = :model`;
/** A clock that was put back, or another process's that is behind at midnight, begins no new day; years ahead, it was wrong. */
const SO_FAR = /* sql */ `CASE WHEN model_use.day IN (excluded.day, excluded.day + 1) THEN model_use.calls ELSE 0 END`;
/** Nobody is asked beyond the cap: two processes at once are settled by the row. */
const CLAIM = /* sql */ `INSERT INTO model_use (model, day, calls, failures, silent_until_ms, problem)
  SELECT :model, :day, :calls, 0, 0, NULL WHERE :calls <= :most
  ON CONFLICT (model) DO UPDATE SET calls = ${SO_FAR} + excluded.calls,
    day = CASE WHEN model_use.day = excluded.day + 1 THEN model_use.day ELSE excluded.day END
  WHERE ${SO_FAR} + excluded.calls <= :most`;
const SUCCEED = /* sql */ `UPDATE model_use SET failures = 0, silent_until_ms = 0, problem = NULL WHERE model = :model`;
const FAIL = /* sql */ `INSERT INTO model_use (model, day, calls, failures, silent_until_ms, problem)
  VALUES (:model, :day, 0, 1, CASE WHEN :most <= 1 THEN :untilMs ELSE 0 END, :problem)
  ON CONFLICT (model) DO UPDATE SET failures = model_use.failures + 1, problem = excluded.problem,
    silent_until_ms = CASE WHEN model_use.failures + 1 >= :most THEN :untilMs ELSE model_use.silent_until_ms END`;

export interface ModelUse {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly calls: number;
  readonly failures: number;
  /** Nobody asks before; 0: anybody may. */
  readonly silentUntilMs: number;
  /** What went wrong last; null when the last answer was good. */
  readonly problem: string | null;
}

/** Undefined for a model that nobody asked yet. */
export async function findModelUse(db: Database, model: string): Promise<ModelUse | undefined> {
  return db.get<ModelUse>(SELECT, { model });
}

/** Whether so many calls of the day are left; they are counted then. */
export async function claimCalls(
  db: Database,
  model: string,
  { day, calls, most }: { readonly day: number; readonly calls: number; readonly most: number },
): Promise<boolean> {
  return (await db.run(CLAIM, { model, day, calls, most })).changes > 0;
}

export async function noteSuccess(db: Database, model: string): Promise<void> {
  await db.run(SUCCEED, { model });
}

/** From the `most`th failure in a row on, silence until `untilMs`. */
export async function noteFailure(
  db: Database,
  model: string,
  failure: {
    readonly day: number;
    readonly most: number;
    readonly untilMs: number;
    readonly problem: string;
  },
): Promise<void> {
  await db.run(FAIL, { model, ...failure });
}
