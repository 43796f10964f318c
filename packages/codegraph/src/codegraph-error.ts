/**
 * Failures that the code graph reports itself, and the meaning of each code. Failures of its database are a `DatabaseError`.
 */

/** The meaning of each code, used as the first words of the error's message. */
const TEXTS = {
  internal: "a defect in the code graph",
  input_missing: "no such file or folder",
  checker_missing: "the project has no type checker that can be asked",
  checker_failed: "the type checker failed, or answered otherwise than expected",
  scip_malformed: "a SCIP index cannot be read",
} as const;

export type CodegraphErrorCode = keyof typeof TEXTS;

export class CodegraphError extends Error {
  readonly code: CodegraphErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: CodegraphErrorCode,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown },
  ) {
    const { cause, ...rest } = facts;
    super(described(code, rest), cause === undefined ? undefined : { cause });
    this.name = "CodegraphError";
    this.code = code;
    this.facts = rest;
  }

  /** Compares the name, not the class, because a process can load two bundles that each contain this file. */
  static is(error: unknown, code?: CodegraphErrorCode): error is CodegraphError {
    return (
      error instanceof Error &&
      error.name === "CodegraphError" &&
      "code" in error &&
      (code === undefined || error.code === code)
    );
  }
}

function described(code: CodegraphErrorCode, facts: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  return shown.length === 0 ? TEXTS[code] : `${TEXTS[code]} (${shown.join(", ")})`;
}
