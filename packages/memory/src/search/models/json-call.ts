/**
 * The only HTTP client for model servers: JSON in both directions, limited in time and size, with retries for failures
 * that can pass. Every failure has a named fault; its message is short and never contains the key.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { WIRE } from "./limits.ts";
import { calledOff, type Fault, type FaultError } from "./model-fault.ts";

export interface JsonCall {
  /** Creates the error of the called model. */
  readonly fail: FaultError;
  readonly url: string;
  /** Sent with POST; a call without a body is a GET. */
  readonly body?: unknown;
  /** The key, sent as a bearer token unless `keyHeader` is set. Never part of a message. */
  readonly key?: string | undefined;
  /** The header for the key, for servers that do not use bearer tokens. */
  readonly keyHeader?: string | undefined;
  /** Further headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The size limit of the answer (default: WIRE.maxAnswerBytes, enough for the vectors of many texts). */
  readonly maxBytes?: number | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  /** Waits between tries; tests replace it. */
  readonly pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

const MAX_REDIRECTS = 3;
/** Characters of the server's own message that ours shows. */
const MAX_SHOWN_CHARS = 200;
/** The server's message is searched in the start of its answer. */
const MAX_READ_CHARS = 10_000;
/** Status codes that are about the text that was sent; others from 400 to 499 are not. */
const INPUT_ERRORS = new Set([400, 413, 414, 422]);
/** Status codes of failures that can pass. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** Returns the parsed answer. Throws what `call.fail` creates. */
export async function callJson(call: JsonCall): Promise<unknown> {
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(call);
    if (outcome.kind === "answer") return outcome.value;
    const waitMs = outcome.waitMs ?? WIRE.backoffMs * 2 ** tried;
    if (tried >= call.retries || waitMs > WIRE.maxRetryAfterMs) throw outcome.error;
    await (call.pause ?? pause)(waitMs, call.signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

type Outcome =
  | { readonly kind: "answer"; readonly value: unknown }
  | {
      readonly kind: "failure";
      readonly error: Error;
      /** The wait that the server asked for; null: our own pace; infinite: another try does not help. */
      readonly waitMs: number | null;
    };

function permanentFailure(error: Error): Outcome {
  return { kind: "failure", error, waitMs: Number.POSITIVE_INFINITY };
}

async function attempt(call: JsonCall): Promise<Outcome> {
  const { fail, signal } = call;
  if (signal?.aborted) return permanentFailure(calledOff(fail, signal));
  const limit = AbortSignal.timeout(call.timeoutMs);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const response = await follow(call, both);
    const text = await readWithin(response, call);
    return response.ok ? parsed(text, call) : refused(response, text, call);
  } catch (error) {
    return thrown(error, call, limit);
  }
}

async function follow(call: JsonCall, signal: AbortSignal): Promise<Response> {
  let { url } = call;
  const origin = new URL(url).origin;
  for (let hops = 0; ; hops++) {
    const response = await fetch(url, { ...request(call), redirect: "manual", signal });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const next = placeOf(response, url);
    if (next === null) {
      throw call.fail("redirected", `sent on with ${response.status}, to nowhere`);
    }
    // Texts and the key are only sent to the server that was chosen.
    if (next.origin !== origin) {
      throw call.fail("redirected", `sent on to ${next.origin}, not followed`);
    }
    if (hops >= MAX_REDIRECTS) {
      throw call.fail("redirected", "sent on again and again");
    }
    url = next.href;
  }
}

/**
 * Returns the location of a redirect; null if the answer has no usable one: repeating the same request would send the texts
 * again.
 */
function placeOf(response: Response, url: string): URL | null {
  const location = response.headers.get("location");
  return location === null ? null : URL.parse(location, url);
}

function request({ body, key, keyHeader, headers: more }: JsonCall): RequestInit {
  const headers: Record<string, string> = { ...more, accept: "application/json" };
  if (key !== undefined && keyHeader !== undefined) headers[keyHeader] = key;
  else if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
  if (body === undefined) return { method: "GET", headers };
  headers["content-type"] = "application/json";
  return { method: "POST", headers, body: JSON.stringify(body) };
}

async function readWithin(
  response: Response,
  { fail, maxBytes = WIRE.maxAnswerBytes }: JsonCall,
): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw fail("too_large", `an answer of more than ${bytes} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string, { fail }: JsonCall): Outcome {
  try {
    return { kind: "answer", value: JSON.parse(text) as unknown };
  } catch (cause) {
    const start = text.trimStart();
    if (start.startsWith("<")) {
      const reason = sentenceOf("web_page", {});
      return permanentFailure(fail("not_json", reason, cause));
    }
    // Python servers write these words; a single text can be the cause.
    if (/[[,]\s*-?(?:NaN|Infinity)\b/.test(start)) {
      const reason = "a number in the answer is NaN or infinite";
      return permanentFailure(fail("not_finite", reason, cause));
    }
    const isCutOff = /^[{[]/.test(start) && !/[}\]]\s*$/.test(start.slice(-100));
    return isCutOff
      ? permanentFailure(fail("truncated", sentenceOf("cut_json", {}), cause))
      : permanentFailure(fail("not_json", sentenceOf("no_json", {}), cause));
  }
}

function refused(response: Response, text: string, call: JsonCall): Outcome {
  const { status } = response;
  const message = messageIn(text, call.key);
  const reason =
    message === ""
      ? sentenceOf("server_answers", { status })
      : sentenceOf("server_answers_with", { status, message });
  const error = call.fail(faultOfStatus(status), reason);
  if (!PASSING.has(status)) return permanentFailure(error);
  return { kind: "failure", error, waitMs: retryAfterMs(response.headers) };
}

function faultOfStatus(status: number): Fault {
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 404) return "not_there";
  if (status === 429) return "rate_limited";
  if (status === 402) return "unauthorised";
  return INPUT_ERRORS.has(status) ? "refused_input" : "server_error";
}

/** Returns the start of the server's message on one line, without the key in case the server repeats it. */
function messageIn(text: string, key: string | undefined): string {
  const open = key === undefined || key === "" ? text : text.replaceAll(key, "[key]");
  const start = open.slice(0, MAX_READ_CHARS);
  const message = /"(?:error|message)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(start)?.[1] ?? start;
  const line = message.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)} …` : line;
}

/** Parses seconds, or a date relative to the server's own clock. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  if (/^\d+(?:\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function thrown(error: unknown, call: JsonCall, limit: AbortSignal): Outcome {
  const { fail, signal, timeoutMs } = call;
  if (!(error instanceof Error)) throw error;
  if (error.name === "MemoryError") return permanentFailure(error);
  if (signal?.aborted) return permanentFailure(calledOff(fail, signal, error));
  if (limit.aborted) {
    return permanentFailure(
      fail("timeout", sentenceOf("no_answer_within", { count: timeoutMs }), error),
    );
  }
  const code = codeOf(error);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") {
    const reason = sentenceOf("nothing_answers", { url: new URL(call.url).origin, code });
    return permanentFailure(fail("unreachable", reason, error));
  }
  const why = code ?? (error.cause instanceof Error ? error.cause.message : undefined);
  const isCutOff = error.message === "terminated" || code === "UND_ERR_SOCKET";
  const failure = isCutOff
    ? fail("truncated", sentenceOf("connection_ended", {}), error)
    : fail("unreachable", `${error.message}${why === undefined ? "" : ` (${why})`}`, error);
  return { kind: "failure", error: failure, waitMs: null };
}

/** Returns the error code, which Node's fetch puts in the cause of "fetch failed", sometimes one level deeper. */
function codeOf(error: unknown): string | null {
  for (let at: unknown = error, i = 0; at instanceof Error && i < 4; at = at.cause, i++) {
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return null;
}
