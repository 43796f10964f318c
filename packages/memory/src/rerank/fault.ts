/** How does a reranker or a language model fail? By the names that encoders' faults have. */
import { MemoryError } from "../domain/errors.ts";
import { type Fault, faultOf } from "../encoders/fault.ts";

/** `model` is the id or, before there is one, what the person called it. */
export function modelFailed(
  model: string,
  what: Fault,
  reason: string,
  cause?: unknown,
): MemoryError {
  return new MemoryError("model_failed", { reason, what, model, cause });
}

/** Which fault it was; null for every other error. */
export function modelFaultOf(error: unknown): Fault | null {
  if (!MemoryError.is(error, "model_failed")) return null;
  const { what } = error.facts;
  return typeof what === "string" ? (what as Fault) : null;
}

/** What the way to a server says of an encoder, said of a model; every other error as it is. */
export function asModelFault(model: string, error: unknown): unknown {
  const what = faultOf(error);
  if (what === null || !MemoryError.is(error)) return error;
  const { reason } = error.facts;
  return modelFailed(model, what, typeof reason === "string" ? reason : error.message, error);
}
