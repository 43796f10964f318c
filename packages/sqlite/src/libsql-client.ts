/**
 * Driver for a libSQL server (sqld, Turso). Every statement is its own request and every transaction its own stream, so
 * taking turns serves the contract, not the server. A local file is not opened this way: the client would block the event
 * loop.
 */
import type { Client, Config, ResultSet, Transaction } from "@libsql/client/web";
import { DatabaseError, errorCodeIn } from "./database-error.ts";
import type { Database, SqlParams } from "./driver.ts";
import { translated } from "./engine-error.ts";
import { missingDriver } from "./missing-driver.ts";
import { bindable, NO_PARAMS, parameterNames } from "./parameters.ts";
import { untilFree } from "./patience.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { plainValue } from "./rows.ts";
import { hasCredentials, withoutCredentials } from "./server-address.ts";
import { Turns } from "./turns.ts";

export interface RemoteOptions {
  readonly url: string;
  readonly authToken?: string | undefined;
  readonly busyTimeoutMs: number;
  readonly readOnly: boolean;
  readonly serverLimitMs?: number | undefined;
}

type Runner = Pick<Client | Transaction, "execute" | "executeMultiple">;

interface Remote {
  readonly client: Client;
  readonly options: RemoteOptions;
  readonly engineVersion: string;
}

const VERSION = "SELECT sqlite_version() AS version";
const STATEMENT_LIMIT = 200;
/** Limit for a server that accepted a request and does not answer. A command has no limit of its own. */
const REQUEST_MS = 10_000;
const names = new RecentlyUsed(STATEMENT_LIMIT, parameterNames);

const REMOTE_URL = /^(?:libsql|https?|wss?):/i;

export async function openLibsqlClient(options: RemoteOptions): Promise<Database> {
  const address = withoutCredentials(options.url);
  if (!REMOTE_URL.test(options.url)) {
    throw notAServer(address);
  }
  if (hasCredentials(options.url)) {
    const reason =
      "the server's address contains a password or a token; set it without, and the token as the option authToken";
    throw new DatabaseError("usage", { url: address, reason });
  }
  const { createClient } = await import("@libsql/client/web").catch((cause: unknown) => {
    throw missingDriver("@libsql/client", cause);
  });
  const { url, authToken, serverLimitMs } = options;
  const whole = serverLimitMs === undefined ? [] : [AbortSignal.timeout(serverLimitMs)];
  const client = connected(createClient, {
    url,
    intMode: "bigint",
    fetch: (request: Request) =>
      fetch(request, { signal: AbortSignal.any([...whole, AbortSignal.timeout(REQUEST_MS)]) }),
    ...(authToken === undefined ? {} : { authToken }),
  });
  if (client === null) throw notAServer(address);
  if (client.protocol === "ws") {
    // This client has no requests to abort, only a connection.
    for (const signal of whole) signal.addEventListener("abort", () => client.close());
  }
  try {
    const result = await answered(client, () => execute(client, VERSION, NO_PARAMS));
    const [row] = rowsOf<{ version: string }>(result);
    const engineVersion = row?.version ?? "unknown";
    // From here on, the URL is only used in messages.
    return new RemoteDatabase({ client, options: { ...options, url: address }, engineVersion });
  } catch (error) {
    client.close();
    throw translated(error, address);
  }
}

/** Returns null for an address that the client cannot use. Its own error repeats parts of the address, which may be secret. */
function connected(create: (config: Config) => Client, config: Config): Client | null {
  try {
    return create(config);
  } catch {
    return null;
  }
}

function notAServer(address: string): DatabaseError {
  return new DatabaseError("usage", { url: address, reason: "it is not the URL of a server" });
}

/** Verbs that a connection and a transaction on it share. */
abstract class RemoteVerbs implements Database {
  readonly driver = "libsql-client";
  readonly journalMode = "remote";
  readonly engineVersion: string;

  constructor(engineVersion: string) {
    this.engineVersion = engineVersion;
  }

  abstract transaction<T>(body: (tx: Database) => Promise<T>): Promise<T>;
  abstract close(): Promise<void>;
  protected abstract attempt<T>(
    work: (runner: Runner) => Promise<T>,
    patienceMs?: number,
  ): Promise<T>;

  async get<Row>(sql: string, params: SqlParams = NO_PARAMS): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  async all<Row>(sql: string, params: SqlParams = NO_PARAMS): Promise<Row[]> {
    return rowsOf<Row>(await this.attempt((runner) => execute(runner, sql, params)));
  }

  async run(sql: string, params: SqlParams = NO_PARAMS): Promise<{ readonly changes: number }> {
    const result = await this.attempt((runner) => execute(runner, sql, params));
    return { changes: result.rowsAffected };
  }

  isReplaced(): boolean {
    return false;
  }

  /** Not repeated after a refused lock, because some of its statements may have run. */
  async exec(sql: string): Promise<void> {
    await this.attempt((runner) => runner.executeMultiple(sql), 0);
  }
}

class RemoteDatabase extends RemoteVerbs {
  readonly #remote: Remote;
  readonly #turns: Turns;

  constructor(remote: Remote) {
    super(remote.engineVersion);
    this.#remote = remote;
    this.#turns = new Turns(remote.options.url);
  }

  async transaction<T>(body: (tx: Database) => Promise<T>): Promise<T> {
    while (this.#turns.isTaken) await this.#turns.nextEnd();
    const release = this.#turns.take();
    const { url } = this.#remote.options;
    try {
      return await this.#transact(body);
    } catch (error) {
      throw translated(error, url);
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    while (this.#turns.isTaken) await this.#turns.nextEnd();
    this.#remote.client.close();
  }

  protected attempt<T>(
    work: (runner: Runner) => Promise<T>,
    patienceMs: number = this.#remote.options.busyTimeoutMs,
  ): Promise<T> {
    const { client, options } = this.#remote;
    const once = async () => {
      while (this.#turns.isTaken) await this.#turns.nextEnd();
      mustBeOpen(client.closed, options.url);
      return answered(client, () => work(client)).catch((error: unknown) => {
        throw translated(error, options.url);
      });
    };
    return untilFree(once, patienceMs);
  }

  async #transact<T>(body: (tx: Database) => Promise<T>): Promise<T> {
    const { client, options, engineVersion } = this.#remote;
    mustBeOpen(client.closed, options.url);
    const stream = await untilFree(() => begun(client, options.readOnly), options.busyTimeoutMs);
    const tx = new RemoteTransaction(client, stream, options.url, engineVersion);
    try {
      const result = await body(tx);
      tx.end();
      await answered(client, () => stream.commit());
      return result;
    } catch (error) {
      tx.end();
      const isLost = hasNoTransaction(error) || !(await rolledBack(client, stream));
      throw isLost ? lost(error, options.url) : error;
    }
  }
}

class RemoteTransaction extends RemoteVerbs {
  readonly #client: Client;
  readonly #stream: Transaction;
  readonly #url: string;
  #hasEnded = false;

  constructor(client: Client, stream: Transaction, url: string, engineVersion: string) {
    super(engineVersion);
    this.#client = client;
    this.#stream = stream;
    this.#url = url;
  }

  end(): void {
    this.#hasEnded = true;
  }

  async transaction<T>(body: (tx: Database) => Promise<T>): Promise<T> {
    return body(this);
  }

  async close(): Promise<void> {
    throw new DatabaseError("internal", { reason: "a transaction is not closed but ended" });
  }

  protected async attempt<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    if (this.#hasEnded) {
      throw new DatabaseError("internal", { path: this.#url, reason: "it has ended" });
    }
    try {
      return await answered(this.#client, () => work(this.#stream));
    } catch (error) {
      throw translated(error, this.#url);
    }
  }
}

/**
 * Begins a transaction. The client sends BEGIN with the first statement; we send it first, so that a refused lock never
 * reaches the body.
 */
async function begun(client: Client, isReadOnly: boolean): Promise<Transaction> {
  const stream = await client.transaction(isReadOnly ? "read" : "write");
  try {
    await answered(client, () => stream.execute("SELECT 1"));
    return stream;
  } catch (error) {
    stream.close();
    throw error;
  }
}

/**
 * Ends a transaction that failed. Returns false if the server had ended it before, because a request was lost or too slow: the
 * failure of the body is then a consequence.
 */
async function rolledBack(client: Client, stream: Transaction): Promise<boolean> {
  if (stream.closed) return true;
  try {
    await answered(client, () => stream.rollback());
    return true;
  } catch (error) {
    // Any other failure adds nothing: a server ends a transaction whose client is gone.
    return !hasNoTransaction(error);
  }
}

function hasNoTransaction(error: unknown): boolean {
  return String(error).includes("no transaction is active");
}

/** Returns the failure of a transaction that the server no longer has. A caller's own error stays. */
function lost(error: unknown, url: string): unknown {
  const meant = translated(error, url);
  if (errorCodeIn(meant) !== undefined) return meant;
  const why = "the server ended the transaction before it was complete";
  return new DatabaseError("server_unreachable", { path: url, why, cause: error });
}

/**
 * Waits for the server's answer. Requests over HTTP are aborted by their own limit; a WebSocket has none to abort, so that its
 * connection is closed.
 */
async function answered<T>(client: Client, ask: () => Promise<T>): Promise<T> {
  if (client.protocol !== "ws") return ask();
  const limit = AbortSignal.timeout(REQUEST_MS);
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    reject(limit.reason);
    client.close();
  };
  limit.addEventListener("abort", giveUp);
  try {
    return await Promise.race([ask(), tooLate]);
  } finally {
    limit.removeEventListener("abort", giveUp);
  }
}

function execute(runner: Runner, sql: string, params: SqlParams): Promise<ResultSet> {
  const bound = bindable(sql, names.get(sql), params);
  return runner.execute({ sql, args: bound });
}

function rowsOf<Row>(result: ResultSet): Row[] {
  return result.rows.map((row) => {
    const plain: Record<string, unknown> = {};
    for (const [index, column] of result.columns.entries()) plain[column] = plainValue(row[index]);
    return plain as Row;
  });
}

function mustBeOpen(isClosed: boolean, url: string): void {
  if (isClosed) throw new DatabaseError("internal", { path: url, reason: "it is closed" });
}
