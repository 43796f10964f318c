/** Responses of the API: JSON that no cache stores and no other site can read. */
import { ERRORS, MemoryError } from "@tacit-memory/memory";
import type { PanelFailure } from "@tacit-memory/protocol";

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
};

export function json(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...HEADERS, ...headers } });
}

export function failed(status: number, code: string, message: string): Response {
  const body: PanelFailure = { error: { code, message } };
  return json(body, {}, status);
}

/** Reports a failure of the library with its code. For any other error it reports only that the request failed. */
export function failureOf(error: unknown): Response {
  if (!MemoryError.is(error)) return failed(500, "internal", "the request failed");
  const { code, message, facts } = error;
  const isModel = code === "encoder_failed" || code === "model_failed";
  const fault = isModel && typeof facts["what"] === "string" ? { fault: facts["what"] } : {};
  const isCandidate = code === "not_allowed" && facts["candidate"] !== undefined;
  const { reason } = facts;
  const refused = isCandidate && typeof reason === "string" ? { refused: reason } : {};
  const body: PanelFailure = { error: { code, message, ...fault, ...refused } };
  return json(body, {}, ERRORS[code].http);
}
