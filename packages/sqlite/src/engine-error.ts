/**
 * Maps the errors of the engines for the caller. Only this file turns SQLite's result codes, in the spelling of each driver,
 * into codes of this package. Constraint violations and errors in SQL stay unchanged: the caller knows more about them than
 * this file.
 */
import { DatabaseError, type DatabaseErrorCode, errorCodeIn } from "./database-error.ts";

/** Primary result codes, https://sqlite.org/rescode.html */
const PRIMARY: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

const MEANING: Readonly<Record<string, DatabaseErrorCode>> = {
  SQLITE_BUSY: "store_busy",
  SQLITE_LOCKED: "store_busy",
  TRANSACTION_BUSY: "store_busy",
  TRANSACTION_TIMEOUT: "store_busy",
  SQLITE_FULL: "store_full",
  ENOSPC: "store_full",
  EDQUOT: "store_full",
  SQLITE_READONLY: "store_unwritable",
  SQLITE_CANTOPEN: "store_unwritable",
  SQLITE_PERM: "store_unwritable",
  SQLITE_IOERR: "store_unwritable",
  EACCES: "store_unwritable",
  EPERM: "store_unwritable",
  EROFS: "store_unwritable",
  ENOTDIR: "store_unwritable",
  EISDIR: "store_unwritable",
  EEXIST: "store_unwritable",
  SQLITE_CORRUPT: "store_corrupt",
  SQLITE_NOTADB: "store_corrupt",
};

/** Errors of a network that cannot reach a libSQL server, or of an answer that is not from such a server. */
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "HRANA_WEBSOCKET_ERROR",
  "HRANA_PROTO_ERROR",
  "HRANA_CLOSED_ERROR",
  "SERVER_ERROR",
  "STREAM_EXPIRED",
  "TRANSACTION_CLOSED",
]);

/** Returns the primary code by name ("SQLITE_BUSY"), or the system's ("EACCES"); undefined for anything else. */
export function engineCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode, code } = error as {
    readonly errcode?: unknown;
    readonly rawCode?: unknown;
    readonly code?: unknown;
  };
  for (const number of [errcode, rawCode]) {
    const named = typeof number === "number" ? PRIMARY[number & 0xff] : undefined;
    if (named !== undefined) return named;
  }
  if (typeof code === "string" && code.startsWith("SQLITE_")) return primaryOf(code);
  const inner = engineCode(error.cause);
  if (inner !== undefined) return inner;
  return typeof code === "string" ? code : undefined;
}

/** Returns whether another connection holds a required lock. */
export function isBusy(error: unknown): boolean {
  const input = errorCodeIn(error);
  if (input !== undefined) return input === "store_busy";
  const code = engineCode(error);
  return code === "SQLITE_BUSY" || code === "SQLITE_LOCKED";
}

/**
 * Returns the failure with a code of this package and the engine's error as its cause; other failures are returned unchanged.
 */
export function translated(error: unknown, where: string): unknown {
  if (errorCodeIn(error) !== undefined) return error;
  if (isAbandoned(error)) {
    const why = "the server did not answer in time";
    return new DatabaseError("server_unreachable", { path: where, why, cause: error });
  }
  const status = httpStatus(error);
  if (status === 401 || status === 403) {
    // The cause is left out, because some servers repeat the token in their answer.
    return new DatabaseError("server_refused", { path: where, status });
  }
  const code = engineCode(error);
  if (isUnreachable(error, code)) {
    const facts = { path: where, engineCode: code, status, why: tlsProblem(error, code) };
    return new DatabaseError("server_unreachable", { ...facts, cause: error });
  }
  const table = missingTable(error);
  if (table !== null)
    return new DatabaseError("store_incomplete", { path: where, table, cause: error });
  if (code === undefined) return error;
  const meaning = MEANING[code];
  if (meaning === undefined) return error;
  return new DatabaseError(meaning, { path: where, engineCode: code, cause: error });
}

function isUnreachable(error: unknown, code: string | undefined): boolean {
  return isFailedFetch(error) || (code !== undefined && UNREACHABLE.has(code));
}

/** The `fetch` of the client throws this if no connection was made, with the reason as its cause. */
function isFailedFetch(error: unknown): boolean {
  return error instanceof TypeError && error.message === "fetch failed";
}

/** States that a server without TLS was addressed with TLS, which `libsql:` uses unless told otherwise. */
function tlsProblem(error: unknown, code: string | undefined): string | undefined {
  const isTls = code?.startsWith("ERR_SSL_") === true || code === "EPROTO";
  if (!isTls || !isFailedFetch(error)) return undefined;
  return "the server does not use TLS; write http:// instead of libsql:// or https://";
}

/** Returns the HTTP status of the server's answer, however deep the client wrapped it. */
function httpStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, status } = error as Error & { readonly status?: unknown };
  if (name === "HttpServerError" && typeof status === "number") return status;
  return httpStatus(error.cause);
}

/** Returns the missing table. Statements are constants of ours, so a table that they name was lost from the store. */
function missingTable(error: unknown): string | null {
  const message = error instanceof Error ? error.message : "";
  return /\bno such table: (?:main\.)?(\w{1,64})/.exec(message)?.[1] ?? null;
}

/** Returns whether a limit of ours aborted the call, however deep the client wrapped the error. */
function isAbandoned(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" || error.name === "AbortError" || isAbandoned(error.cause);
}

function primaryOf(code: string): string {
  const named = Object.values(PRIMARY).find((name) => code === name || code.startsWith(`${name}_`));
  return named ?? code;
}
