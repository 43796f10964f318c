/** How does an encoder fail? A short list of names, so that status, doctor and tests can tell them apart. */
import { MemoryError } from "../domain/errors.ts";

export type Fault =
  | "unreachable"
  | "timeout"
  | "aborted"
  | "unauthorised"
  | "not_there"
  | "rate_limited"
  | "server_error"
  | "refused_input"
  | "redirected"
  | "not_json"
  | "truncated"
  | "too_large"
  | "unexpected_shape"
  | "wrong_count"
  | "wrong_dims"
  | "not_finite"
  | "zero_vector"
  | "model_changed"
  | "unsound"
  | "runtime_error";

/** `encoder` is the id or, before there is one, what the person called it. */
export function encoderFailed(
  encoder: string,
  what: Fault,
  reason: string,
  cause?: unknown,
): MemoryError {
  return new MemoryError("encoder_failed", { reason, what, encoder, cause });
}

/** Called off because time was over, and not by anybody. */
export function isTimeUp(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof DOMException && signal.reason.name === "TimeoutError";
}

/** Whoever waited gave up: because the time for it was over, or for a reason of their own. */
export function calledOff(encoder: string, signal: AbortSignal, cause?: unknown): MemoryError {
  return isTimeUp(signal)
    ? encoderFailed(encoder, "timeout", "no answer in the time there was", cause)
    : encoderFailed(encoder, "aborted", "called off", cause);
}

/** Which fault it was; null for every other error. */
export function faultOf(error: unknown): Fault | null {
  if (!MemoryError.is(error, "encoder_failed")) return null;
  const { what } = error.facts;
  return typeof what === "string" ? (what as Fault) : null;
}

/** What went wrong, for a line that names the encoder already. */
export function problemOf(error: unknown): string {
  const reason = MemoryError.is(error) ? error.facts["reason"] : undefined;
  const fault = faultOf(error);
  if (typeof reason === "string") return fault === null ? reason : `${reason} (${fault})`;
  return error instanceof Error ? error.message : String(error);
}

/** Whether it is the encoder's, and not the store's, the index's or a defect of ours. */
export function isOfTheEncoder(error: unknown): boolean {
  const codes = ["encoder_failed", "encoder_missing", "model_not_found", "model_mismatch"] as const;
  return codes.some((code) => MemoryError.is(error, code));
}
