/**
 * The one way to a server: JSON out, JSON in, within a time and a size, tried again where that helps. What comes
 * back wrong has a name; what is shown of it is short and without the key.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { calledOff, encoderFailed } from "./fault.ts";
import { WIRE } from "./tuning.ts";

export interface JsonCall {
  /** The encoder's id or name, for messages. */
  readonly encoder: string;
  readonly url: string;
  /** Sent with POST; without it the call is a GET. */
  readonly body?: unknown;
  /** The key, sent as a bearer token. Never part of a message. */
  readonly key?: string | undefined;
  /** Where a server wants the key in a header of its own. */
  readonly keyHeader?: string | undefined;
  /** Sent besides; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of the answer; default: the tuned number, which holds vectors of many texts. */
  readonly maxBytes?: number | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  /** How to wait between tries; tests do not. */
  readonly pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

const MAX_REDIRECTS = 3;
const MAX_TOLD_CHARS = 200;
/** The start of it is enough to find what an answer says is wrong. */
const MAX_READ_CHARS = 10_000;
/** Any other of 400 to 499 says nothing about the text that was sent. */
const OF_THE_INPUT = new Set([400, 413, 414, 422]);
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** The parsed answer. Throws "encoder_failed" with what happened. */
export async function callJson(call: JsonCall): Promise<unknown> {
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(call);
    if (outcome.kind === "answer") return outcome.value;
    const waitMs = outcome.waitMs ?? WIRE.backoffMs.value * 2 ** tried;
    if (tried >= call.retries || waitMs > WIRE.maxRetryAfterMs.value) throw outcome.error;
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
      /** What the server asked for; null for our own pace; without end where another try would not help. */
      readonly waitMs: number | null;
    };

function lasting(error: Error): Outcome {
  return { kind: "failure", error, waitMs: Number.POSITIVE_INFINITY };
}

async function attempt(call: JsonCall): Promise<Outcome> {
  const { encoder, signal } = call;
  if (signal?.aborted) return lasting(calledOff(encoder, signal));
  const limit = AbortSignal.timeout(call.timeoutMs);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const response = await follow(call, both);
    const text = await readWithin(response, call);
    return response.ok ? parsed(text, encoder) : refused(response, text, call);
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
      throw encoderFailed(
        call.encoder,
        "redirected",
        `sent on with ${response.status}, to nowhere`,
      );
    }
    // Texts and the key go to the server that was chosen, and to no other.
    if (next.origin !== origin) {
      throw encoderFailed(call.encoder, "redirected", `sent on to ${next.origin}, not followed`);
    }
    if (hops >= MAX_REDIRECTS) {
      throw encoderFailed(call.encoder, "redirected", "sent on again and again");
    }
    url = next.href;
  }
}

/** Null where the answer names no place that can be gone to: asking the same again would send the texts once more. */
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
  { encoder, maxBytes = WIRE.maxAnswerBytes.value }: JsonCall,
): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw encoderFailed(encoder, "too_large", `an answer of more than ${bytes} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string, encoder: string): Outcome {
  try {
    return { kind: "answer", value: JSON.parse(text) as unknown };
  } catch (cause) {
    const start = text.trimStart();
    if (start.startsWith("<")) {
      const reason = "the answer is a web page: is the address that of the API?";
      return lasting(encoderFailed(encoder, "not_json", reason, cause));
    }
    // Of one text perhaps, and not of the server, which says so as Python does.
    if (/[[,]\s*-?(?:NaN|Infinity)\b/.test(start)) {
      const reason = "a number in the answer is NaN or infinite";
      return lasting(encoderFailed(encoder, "not_finite", reason, cause));
    }
    const isCutOff = /^[{[]/.test(start) && !/[}\]]\s*$/.test(start.slice(-100));
    return isCutOff
      ? lasting(encoderFailed(encoder, "truncated", "the JSON breaks off", cause))
      : lasting(encoderFailed(encoder, "not_json", "the answer is not JSON", cause));
  }
}

function refused(response: Response, text: string, call: JsonCall): Outcome {
  const { status } = response;
  const told = toldBy(text, call.key);
  const reason = `the server answers ${status}${told === "" ? "" : `: ${told}`}`;
  const error = encoderFailed(call.encoder, faultOfStatus(status), reason);
  if (!PASSING.has(status)) return lasting(error);
  return { kind: "failure", error, waitMs: retryAfterMs(response.headers) };
}

function faultOfStatus(status: number) {
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 404) return "not_there";
  if (status === 429) return "rate_limited";
  if (status === 402) return "unauthorised";
  return OF_THE_INPUT.has(status) ? "refused_input" : "server_error";
}

/** The start of what the server says, on one line, the key taken out should it be echoed. */
function toldBy(text: string, key: string | undefined): string {
  const open = key === undefined || key === "" ? text : text.replaceAll(key, "[key]");
  const start = open.slice(0, MAX_READ_CHARS);
  const message = /"(?:error|message)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(start)?.[1] ?? start;
  const line = message.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > MAX_TOLD_CHARS ? `${line.slice(0, MAX_TOLD_CHARS)} …` : line;
}

/** Seconds, or a date that is compared with the server's own. */
function retryAfterMs(headers: Headers): number | null {
  const told = headers.get("retry-after");
  if (told === null) return null;
  if (/^\d+(?:\.\d+)?$/.test(told.trim())) return Number(told) * 1000;
  const ms = Date.parse(told) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function thrown(error: unknown, call: JsonCall, limit: AbortSignal): Outcome {
  const { encoder, signal, timeoutMs } = call;
  if (!(error instanceof Error)) throw error;
  if (error.name === "MemoryError") return lasting(error);
  if (signal?.aborted) return lasting(calledOff(encoder, signal, error));
  if (limit.aborted) {
    return lasting(encoderFailed(encoder, "timeout", `no answer within ${timeoutMs} ms`, error));
  }
  const code = codeOf(error);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") {
    const reason = `nothing answers at ${new URL(call.url).origin} (${code})`;
    return lasting(encoderFailed(encoder, "unreachable", reason, error));
  }
  const why = code ?? (error.cause instanceof Error ? error.cause.message : undefined);
  const isCutOff = error.message === "terminated" || code === "UND_ERR_SOCKET";
  const failure = isCutOff
    ? encoderFailed(encoder, "truncated", "the connection ended before the answer did", error)
    : encoderFailed(
        encoder,
        "unreachable",
        `${error.message}${why === undefined ? "" : ` (${why})`}`,
        error,
      );
  return { kind: "failure", error: failure, waitMs: null };
}

/** Node's fetch says "fetch failed" and puts what happened into the cause, sometimes one deeper. */
function codeOf(error: unknown): string | null {
  for (let at: unknown = error, i = 0; at instanceof Error && i < 4; at = at.cause, i++) {
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return null;
}
