/**
 * Shares one synchronous connection between asynchronous callers. Statements run at once if no transaction is open; otherwise
 * they wait for its end, so that no statement joins another caller's transaction.
 *
 * Writers wait for another *connection's* lock outside the engine: its own busy handler sleeps on our only thread, and would
 * starve the very connection of this process that it waits for.
 */
import { DatabaseError } from "./database-error.ts";
import type { Database, DriverName, SqlParams } from "./driver.ts";
import { isBusy, translated } from "./engine-error.ts";
import type { FileInPlace } from "./file-in-place.ts";
import { NO_PARAMS } from "./parameters.ts";
import { untilFree } from "./patience.ts";
import { Turns } from "./turns.ts";

/** A connection that answers synchronously, and throws its engine's own errors. */
export interface Engine {
  readonly driver: DriverName;
  get(sql: string, params: SqlParams): unknown;
  all(sql: string, params: SqlParams): unknown[];
  run(sql: string, params: SqlParams): number;
  exec(sql: string): void;
  /** Called after a lock was refused outside a transaction. */
  recover(): void;
  close(): void;
}

export interface Opened {
  readonly engine: Engine;
  readonly path: string;
  readonly engineVersion: string;
  readonly journalMode: Database["journalMode"];
  readonly busyTimeoutMs: number;
  /** Checked before anything is stored; undefined if the file may be removed at any time. */
  readonly file?: FileInPlace | undefined;
}

const WRITES = /^\s*(?:\/\*.*?\*\/\s*)?(?:insert|update|delete|replace|with)\b/i;

export class LocalDatabase implements Database {
  readonly driver: DriverName;
  readonly engineVersion: string;
  readonly journalMode: Database["journalMode"];
  readonly #opened: Opened;
  readonly #turns: Turns;
  #isClosed = false;

  constructor(opened: Opened) {
    this.driver = opened.engine.driver;
    this.engineVersion = opened.engineVersion;
    this.journalMode = opened.journalMode;
    this.#opened = opened;
    this.#turns = new Turns(opened.path);
  }

  async get<Row>(sql: string, params: SqlParams = NO_PARAMS): Promise<Row | undefined> {
    return this.#statement(sql, (engine) => engine.get(sql, params) as Row | undefined);
  }

  async all<Row>(sql: string, params: SqlParams = NO_PARAMS): Promise<Row[]> {
    return this.#statement(sql, (engine) => engine.all(sql, params) as Row[]);
  }

  async run(sql: string, params: SqlParams = NO_PARAMS): Promise<{ readonly changes: number }> {
    return { changes: await this.#statement(sql, (engine) => engine.run(sql, params)) };
  }

  /** Not repeated after a refused lock, because some of its statements may have run: the engine waits. */
  async exec(sql: string): Promise<void> {
    await this.#alone((engine) => engine.exec(sql));
  }

  async transaction<T>(body: (tx: Database) => Promise<T>): Promise<T> {
    while (this.#turns.isTaken) await this.#turns.nextEnd();
    const release = this.#turns.take();
    try {
      return await this.#transact(body);
    } finally {
      release();
    }
  }

  isReplaced(): boolean {
    return this.#opened.file?.isReplaced() === true;
  }

  async close(): Promise<void> {
    while (this.#turns.isTaken) await this.#turns.nextEnd();
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { engine, file } = this.#opened;
    const close = () => engine.close();
    if (file === undefined) close();
    else file.leave(close);
  }

  async #transact<T>(body: (tx: Database) => Promise<T>): Promise<T> {
    const { engine, path, busyTimeoutMs, file } = this.#opened;
    file?.check();
    const begin = async () => this.#atOnce(() => engine.exec("BEGIN IMMEDIATE"));
    await untilFree(begin, busyTimeoutMs);
    const tx = new OpenTransaction(this, this.#opened);
    try {
      const result = await body(tx);
      tx.end();
      file?.check();
      engine.exec("COMMIT");
      return result;
    } catch (error) {
      tx.end();
      rollBack(engine);
      throw translated(error, path);
    }
  }

  #statement<T>(sql: string, work: (engine: Engine) => T): Promise<T> {
    if (!WRITES.test(sql)) return this.#alone(work);
    const attempt = async () => {
      this.#opened.file?.check();
      while (this.#turns.isTaken) await this.#turns.nextEnd();
      return this.#atOnce(work);
    };
    return untilFree(attempt, this.#opened.busyTimeoutMs);
  }

  async #alone<T>(work: (engine: Engine) => T): Promise<T> {
    while (this.#turns.isTaken) await this.#turns.nextEnd();
    return this.#attempt(work);
  }

  /** Runs without the engine's own waiting. */
  #atOnce<T>(work: (engine: Engine) => T): T {
    const { engine, busyTimeoutMs } = this.#opened;
    return this.#attempt(() => {
      engine.exec("PRAGMA busy_timeout = 0");
      try {
        return work(engine);
      } finally {
        engine.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      }
    });
  }

  #attempt<T>(work: (engine: Engine) => T): T {
    const { engine, path } = this.#opened;
    if (this.#isClosed) throw new DatabaseError("internal", { path, reason: "it is closed" });
    try {
      return work(engine);
    } catch (error) {
      if (isBusy(error)) engine.recover();
      throw translated(error, path);
    }
  }
}

/** The connection as the body of a transaction sees it; unusable after the transaction ended. */
class OpenTransaction implements Database {
  readonly driver: DriverName;
  readonly engineVersion: string;
  readonly journalMode: Database["journalMode"];
  readonly #opened: Opened;
  #hasEnded = false;

  constructor(outer: Database, opened: Opened) {
    this.driver = outer.driver;
    this.engineVersion = outer.engineVersion;
    this.journalMode = outer.journalMode;
    this.#opened = opened;
  }

  end(): void {
    this.#hasEnded = true;
  }

  async get<Row>(sql: string, params: SqlParams = NO_PARAMS): Promise<Row | undefined> {
    return this.#inside((engine) => engine.get(sql, params) as Row | undefined);
  }

  async all<Row>(sql: string, params: SqlParams = NO_PARAMS): Promise<Row[]> {
    return this.#inside((engine) => engine.all(sql, params) as Row[]);
  }

  async run(sql: string, params: SqlParams = NO_PARAMS): Promise<{ readonly changes: number }> {
    return { changes: this.#inside((engine) => engine.run(sql, params)) };
  }

  async exec(sql: string): Promise<void> {
    this.#inside((engine) => engine.exec(sql));
  }

  async transaction<T>(body: (tx: Database) => Promise<T>): Promise<T> {
    return body(this);
  }

  isReplaced(): boolean {
    return this.#opened.file?.isReplaced() === true;
  }

  async close(): Promise<void> {
    throw new DatabaseError("internal", { reason: "a transaction is not closed but ended" });
  }

  #inside<T>(work: (engine: Engine) => T): T {
    const { engine, path } = this.#opened;
    if (this.#hasEnded) throw new DatabaseError("internal", { path, reason: "it has ended" });
    try {
      return work(engine);
    } catch (error) {
      throw translated(error, path);
    }
  }
}

function rollBack(engine: Engine): void {
  try {
    engine.exec("ROLLBACK");
  } catch (error) {
    // Some failures (a full disk, a damaged page) roll back by themselves and leave nothing to undo.
    if (!String(error).includes("no transaction is active")) throw error;
  }
}
