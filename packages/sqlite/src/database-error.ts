/** Errors that this package reports, and the meaning of each code. */

/** The meaning of each code, which begins the message of the error. */
const TEXTS = {
  usage: "the options do not fit the driver",
  internal: "a call that the interface does not allow",
  input_missing: "no such file",
  driver_missing: "the database driver is not there",
  store_busy: "another connection holds the write lock",
  store_full: "the disk is full",
  store_unwritable: "the database cannot be written",
  store_corrupt: "the database is damaged",
  store_incomplete: "a table of the database is missing",
  store_replaced: "the database file was replaced or removed while it was open",
  server_unreachable: "the database server cannot be reached",
  server_refused: "the database server refused the token",
  source_unreadable: "the database of another program cannot be read",
} as const;

export type DatabaseErrorCode = keyof typeof TEXTS;

/** Not named `SqliteError`: libSQL throws its own errors under that name. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;
  /** The path or URL, the engine's own code, and other facts that help to find the cause. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: DatabaseErrorCode,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown } = {},
  ) {
    const { cause, ...rest } = facts;
    super(`${TEXTS[code]}: ${JSON.stringify(rest)}`, cause === undefined ? undefined : { cause });
    this.name = "DatabaseError";
    this.code = code;
    this.facts = rest;
  }

  /** Compares the name, not the class: a process can load two bundles that each contain this file. */
  static is(error: unknown, code?: DatabaseErrorCode): error is DatabaseError {
    return (
      error instanceof Error &&
      error.name === "DatabaseError" &&
      "code" in error &&
      (code === undefined || error.code === code)
    );
  }
}

/**
 * Returns the code that this package, or a caller in the body of a transaction, gave an error; undefined for errors of
 * engines and of the system, whose codes are in capitals.
 */
export function errorCodeIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" && /^[a-z]/.test(error.code) ? error.code : undefined;
}
