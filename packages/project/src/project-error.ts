/** Failures of this package. */

/** The meaning of each code, which begins the message of the error. */
const TEXTS = {
  config_malformed: "the configuration file cannot be read",
  input_missing: "no such file or folder",
  store_unwritable: "the home folder cannot be created",
} as const;

export type ProjectErrorCode = keyof typeof TEXTS;

export class ProjectError extends Error {
  readonly code: ProjectErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: ProjectErrorCode,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown },
  ) {
    const { cause, ...rest } = facts;
    super(`${TEXTS[code]} (${worded(rest)})`, cause === undefined ? undefined : { cause });
    this.name = "ProjectError";
    this.code = code;
    this.facts = rest;
  }

  /** Compares the name, not the class: a process can load two bundles that each contain this file. */
  static is(error: unknown, code?: ProjectErrorCode): error is ProjectError {
    return (
      error instanceof Error &&
      error.name === "ProjectError" &&
      "code" in error &&
      (code === undefined || error.code === code)
    );
  }
}

function worded(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
