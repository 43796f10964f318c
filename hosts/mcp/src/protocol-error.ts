/** Turns a failure into an error of the protocol, for requests whose answer has no place for it: code, message, next step. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ERRORS, type ErrorCode, MemoryError, redact } from "@tacit-memory/memory";

/** Codes with a lower HTTP status are errors of the caller, who can fix them by asking differently. */
const CALLERS_FAULT = 500;

export function protocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const code: ErrorCode = MemoryError.is(error) ? error.code : "internal";
  const message = redact(error instanceof Error ? error.message : String(error)).text;
  const { http, next } = ERRORS[code];
  return new ProtocolError(
    http < CALLERS_FAULT ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    message,
    { code, next },
  );
}

/** Returns the error for a request that is malformed or names something that does not exist. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
