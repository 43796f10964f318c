/** Stores today's calls of remote models and their consecutive failures, one row per model id. */
import type { Database } from "@tacit-memory/sqlite";

const SELECT = /* sql */ `SELECT day, calls, failures, silent_until_ms AS silentUntilMs, problem
  FROM model_use WHERE model = :model`;
/**
 * A clock that was put back, or that of another process still before midnight, begins no new day. A stored day years ahead
 * came from a wrong clock.
 */
const SO_FAR = /* sql */ `CASE WHEN model_use.day IN (excluded.day, excluded.day + 1) THEN model_use.calls ELSE 0 END`;
/** Claims calls within the limit; the row resolves two parallel processes. */
const CLAIM = /* sql */ `INSERT INTO model_use (model, day, calls, failures, silent_until_ms, problem)
  SELECT :model, :day, :calls, 0, 0, NULL WHERE :calls <= :limit
  ON CONFLICT (model) DO UPDATE SET calls = ${SO_FAR} + excluded.calls,
    day = CASE WHEN model_use.day = excluded.day + 1 THEN model_use.day ELSE excluded.day END
  WHERE ${SO_FAR} + excluded.calls <= :limit`;
const SUCCEED = /* sql */ `UPDATE model_use SET failures = 0, silent_until_ms = 0, problem = NULL WHERE model = :model`;
const FAIL = /* sql */ `INSERT INTO model_use (model, day, calls, failures, silent_until_ms, problem)
  VALUES (:model, :day, 0, 1, CASE WHEN :maxFailures <= 1 THEN :untilMs ELSE 0 END, :problem)
  ON CONFLICT (model) DO UPDATE SET failures = model_use.failures + 1, problem = excluded.problem,
    silent_until_ms = CASE WHEN model_use.failures + 1 >= :maxFailures THEN :untilMs ELSE model_use.silent_until_ms END`;

export interface ModelUse {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly calls: number;
  readonly failures: number;
  /** Time before which the model is not called; 0: it may be called. */
  readonly silentUntilMs: number;
  /** The last error; null when the last answer was good. */
  readonly problem: string | null;
}

/** Returns the use of a model; undefined when it was never called. */
export async function findModelUse(db: Database, model: string): Promise<ModelUse | undefined> {
  return db.get<ModelUse>(SELECT, { model });
}

/** Whether this many calls of the day are left; if so, they are counted. */
export async function claimCalls(
  db: Database,
  model: string,
  { day, calls, limit }: { readonly day: number; readonly calls: number; readonly limit: number },
): Promise<boolean> {
  return (await db.run(CLAIM, { model, day, calls, limit })).changes > 0;
}

export async function noteSuccess(db: Database, model: string): Promise<void> {
  await db.run(SUCCEED, { model });
}

/** Records a failure. From the `maxFailures`th consecutive failure on, calls are paused until `untilMs`. */
export async function noteFailure(
  db: Database,
  model: string,
  failure: {
    readonly day: number;
    readonly maxFailures: number;
    readonly untilMs: number;
    readonly problem: string;
  },
): Promise<void> {
  await db.run(FAIL, { model, ...failure });
}
