/** Responses of the API: JSON that no cache stores and no other site can read. */
import { ERRORS, MemoryError } from "@tacit-memory/memory";
import type { PanelFailure } from "@tacit-memory/protocol";
import { describeFailure, plainFailure } from "./library-text.ts";

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
  const body: PanelFailure = { error: plainFailure(code, message) };
  return json(body, {}, status);
}

export function failureOf(error: unknown): Response {
  const body: PanelFailure = { error: describeFailure(error) };
  return json(body, {}, MemoryError.is(error) ? ERRORS[error.code].http : 500);
}
