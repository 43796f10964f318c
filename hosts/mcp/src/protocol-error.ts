/** A failure → an error of the protocol, for requests whose answer has no place for one: code, message, next step. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ERRORS, type ErrorCode, MemoryError, redact } from "@tacit-memory/memory";

/** What the caller can mend by asking otherwise. */
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

/** The caller asked for something that is not of the form, or not there. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
