/**
 * The failures of this package: `encoder_missing` if the model file is not installed, `encoder_failed` if it is damaged,
 * `internal` for a wrong call.
 */
export type EncoderErrorCode = "encoder_failed" | "encoder_missing" | "internal";

export class EncoderError extends Error {
  readonly code: EncoderErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: EncoderErrorCode,
    { cause, ...facts }: Readonly<Record<string, unknown>> & { readonly cause?: unknown },
  ) {
    super(`${code} ${JSON.stringify(facts)}`, cause === undefined ? undefined : { cause });
    this.name = "EncoderError";
    this.code = code;
    this.facts = facts;
  }

  /** Compares the name, not the class: a process can load two bundles that each contain this file. */
  static is(error: unknown, code?: EncoderErrorCode): error is EncoderError {
    return (
      error instanceof Error &&
      error.name === "EncoderError" &&
      "code" in error &&
      (code === undefined || error.code === code)
    );
  }
}
