/** Names of the faults of a model, so that status, doctor and tests can distinguish the causes. */

import { MemoryError } from "../../domain/errors.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";

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

/** Creates the error of one encoder, reranker or language model. */
export type FaultError = (what: Fault, reason: string, cause?: unknown) => MemoryError;

/** Creates the error of an encoder. `encoder` is the id, or the name the user gave if there is no id yet. */
export function encoderFailed(
  encoder: string,
  what: Fault,
  reason: string,
  cause?: unknown,
): MemoryError {
  return new MemoryError("encoder_failed", { reason, what, encoder, cause });
}

/** Creates the error of a reranker or a language model. */
export function modelFailed(
  model: string,
  what: Fault,
  reason: string,
  cause?: unknown,
): MemoryError {
  return new MemoryError("model_failed", { reason, what, model, cause });
}

export function encoderErrors(encoder: string): FaultError {
  return (what, reason, cause) => encoderFailed(encoder, what, reason, cause);
}

export function modelErrors(model: string): FaultError {
  return (what, reason, cause) => modelFailed(model, what, reason, cause);
}

/** Whether the signal was aborted by its time limit. */
export function isTimeUp(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof DOMException && signal.reason.name === "TimeoutError";
}

/** Creates the error for a caller that stopped waiting: the time was over, or it cancelled for another reason. */
export function calledOff(fail: FaultError, signal: AbortSignal, cause?: unknown): MemoryError {
  return isTimeUp(signal)
    ? fail("timeout", sentenceOf("no_answer_in_time", {}), cause)
    : fail("aborted", "called off", cause);
}

/** Returns the fault of an encoder; null for every other error. */
export function faultOf(error: unknown): Fault | null {
  return MemoryError.is(error, "encoder_failed") ? faultIn(error) : null;
}

/** Returns the fault of a reranker or a language model; null for every other error. */
export function modelFaultOf(error: unknown): Fault | null {
  return MemoryError.is(error, "model_failed") ? faultIn(error) : null;
}

function faultIn({ facts }: MemoryError): Fault | null {
  const { what } = facts;
  return typeof what === "string" ? (what as Fault) : null;
}

/** Converts the failure of an encoder to that of the model that uses it; returns every other error unchanged. */
export function asModelFault(model: string, error: unknown): unknown {
  const what = faultOf(error);
  if (what === null || !MemoryError.is(error)) return error;
  const { reason } = error.facts;
  return modelFailed(model, what, typeof reason === "string" ? reason : error.message, error);
}

/** Returns the problem, for a line that already names the encoder. */
export function problemOf(error: unknown): string {
  const reason = MemoryError.is(error) ? error.facts["reason"] : undefined;
  const fault = faultOf(error);
  if (typeof reason === "string") return fault === null ? reason : `${reason} (${fault})`;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the encoder failed, and not the store, the index or Tacit itself. */
export function isOfTheEncoder(error: unknown): boolean {
  const codes = ["encoder_failed", "encoder_missing", "model_not_found", "model_mismatch"] as const;
  return codes.some((code) => MemoryError.is(error, code));
}
