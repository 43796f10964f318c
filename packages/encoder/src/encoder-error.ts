/** Which failures does this package report, and what does each code mean? */

/** What each code means, as the first words of the error's message. */
const TEXTS = {
  internal: "a defect in the vector index",
  encoder_missing: "the file of the encoder is not installed",
  encoder_failed: "the encoder gave no usable vectors",
} as const;

export type EncoderErrorCode = keyof typeof TEXTS;

export class EncoderError extends Error {
  readonly code: EncoderErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: EncoderErrorCode,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown },
  ) {
    const { cause, ...rest } = facts;
    super(described(code, rest), cause === undefined ? undefined : { cause });
    this.name = "EncoderError";
    this.code = code;
    this.facts = rest;
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

function described(code: EncoderErrorCode, facts: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  return shown.length === 0 ? TEXTS[code] : `${TEXTS[code]} (${shown.join(", ")})`;
}
