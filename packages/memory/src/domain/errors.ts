/** The error of the library: a code of the table and the facts that a reader needs. */
import { ERRORS } from "./sentences/error-table.ts";
import { wordOfFact } from "./text/grouped.ts";

export { ERRORS };

export type ErrorCode = keyof typeof ERRORS;
export type ErrorFacts = Readonly<Record<string, unknown>> & { readonly cause?: unknown };

/** An error with a code of the table and the facts a reader needs. `cause` is one of the facts. */
export class MemoryError extends Error {
  readonly code: ErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    const { cause, ...rest } = facts;
    super(describe(code, rest), cause === undefined ? undefined : { cause });
    this.name = "MemoryError";
    this.code = code;
    this.facts = rest;
  }

  /** Compares name and code, so that it works across duplicate installations. */
  static is(error: unknown, code?: ErrorCode): error is MemoryError {
    return (
      error instanceof Error &&
      error.name === "MemoryError" &&
      "code" in error &&
      (code === undefined || error.code === code)
    );
  }
}

/** Converts an error of a package whose codes are also in this table to a `MemoryError` with the same code and facts. */
export function memoryErrorOf({ code, facts, cause }: PackageFailure): MemoryError {
  return new MemoryError(code, cause === undefined ? facts : { ...facts, cause });
}

type PackageFailure = Pick<MemoryError, "code" | "facts" | "cause">;

function describe(code: ErrorCode, facts: Readonly<Record<string, unknown>>): string {
  const details = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${wordOfFact(value)}`);
  return details.length === 0 ? ERRORS[code].text : `${ERRORS[code].text} (${details.join(", ")})`;
}
