/** Describes errors by the error table: exit status, message, next step. */
import { ERRORS, type ErrorCode, MemoryError, wordOfFact } from "@tacit-memory/memory";

export interface Failure {
  readonly code: ErrorCode;
  readonly exit: number;
  readonly message: string;
  readonly next: string;
}

/** Error codes for Node's errors about a file that the caller named. */
const NODE_CODES: Readonly<Record<string, ErrorCode>> = {
  ENOENT: "input_missing",
  ENOTDIR: "input_missing",
  ENAMETOOLONG: "input_missing",
  ELOOP: "input_missing",
  EISDIR: "input_malformed",
  EACCES: "not_allowed",
  EPERM: "not_allowed",
  EROFS: "store_unwritable",
  ENOSPC: "store_full",
};

export function failureOf(error: unknown): Failure {
  if (MemoryError.is(error)) return failure(error.code, messageOf(error));
  if (isCommanderError(error)) {
    const text = error.message.replace(/^error: /, "").replaceAll("\n", " ");
    // A pasted line often begins with a dash.
    const isWord = nodeCode(error) === "commander.unknownOption";
    return failure(
      "usage",
      isWord ? `${text}; to pass text that starts with -, put -- before it` : text,
    );
  }
  const code = nodeCode(error);
  const errorCode = code === null ? undefined : NODE_CODES[code];
  const message = error instanceof Error ? error.message : String(error);
  if (errorCode !== undefined) return failure(errorCode, `${ERRORS[errorCode].text} (${message})`);
  return failure("internal", `${ERRORS.internal.text}: ${message}`);
}

/** Returns the message of an error. A stated reason is more specific than the table's text. */
function messageOf(error: MemoryError): string {
  const { reason, ...facts } = error.facts;
  if (typeof reason !== "string") return error.message;
  const rest = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${wordOfFact(value)}`);
  return rest.length === 0 ? reason : `${reason} (${rest.join(", ")})`;
}

/** Returns the error for a file that does not exist, to be thrown before any other work. */
export function missing(path: string, cause?: unknown): MemoryError {
  return new MemoryError("input_missing", { path, cause });
}

function failure(code: ErrorCode, message: string): Failure {
  return { code, exit: ERRORS[code].exit, message: clip(message), next: ERRORS[code].next };
}

/** Shortens a message in the middle: mistyped input can be a whole file, and the end of the sentence states the problem. */
function clip(message: string): string {
  const half = MAX_MESSAGE / 2;
  return message.length <= MAX_MESSAGE
    ? message
    : `${message.slice(0, half)} … ${message.slice(-half)}`;
}

const MAX_MESSAGE = 2000;

function isCommanderError(error: unknown): error is Error & { readonly exitCode: number } {
  return (
    error instanceof Error &&
    "exitCode" in error &&
    String(nodeCode(error)).startsWith("commander.")
  );
}

function nodeCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;
}
