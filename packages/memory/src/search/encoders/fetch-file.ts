/**
 * Downloads a file: writes a `.part` that grows, resumes where it stopped, and becomes the file only when it is complete and
 * its hash is correct.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryError } from "../../domain/errors.ts";
import { isLoopback } from "../models/endpoint.ts";
import { fileSha256 } from "../models/file-sha256.ts";
import { WIRE } from "../models/limits.ts";
import { DOWNLOAD } from "./limits.ts";

export interface FileRequest {
  readonly url: string;
  /** Path of the file. */
  readonly path: string;
  /** Expected hash; null accepts any content, and its hash is returned. */
  readonly sha256: string | null;
  readonly bytes: number | null;
  /** Whether http to another machine is allowed. */
  readonly allowHttp: boolean;
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Called with the error before another attempt. */
  readonly onRetry?: ((reason: string, waitMs: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
}

export interface Fetched {
  readonly sha256: string;
  readonly bytes: number;
}

const MAX_REDIRECTS = 5;
/** Maximum bytes when the size is not known in advance. */
const MAX_BYTES = 4e9;

/**
 * Downloads the file. Throws "model_mismatch" when it is complete but wrong, and removes the part; "download_failed" when it
 * was interrupted, and keeps the part for the next call.
 */
export async function fetchFile(request: FileRequest): Promise<Fetched> {
  const part = `${request.path}.part`;
  for (let tried = 0; ; tried++) {
    try {
      await fetchRest(request, part);
      break;
    } catch (error) {
      if (error instanceof MemoryError) {
        discard(part);
        throw error;
      }
      const isLast = tried >= DOWNLOAD.retries || isLasting(error);
      if (isLast || request.signal?.aborted) throw failed(request, error);
      const waitMs = WIRE.backoffMs * 2 ** tried;
      request.onRetry?.(reasonOf(error), waitMs);
      await (request.pause ?? pause)(waitMs, request.signal);
    }
  }
  return keep(request, part);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

async function keep(request: FileRequest, part: string): Promise<Fetched> {
  const { size: bytes } = statSync(part);
  const sha256 = await fileSha256(part);
  rmSync(tagPath(part), { force: true });
  if (request.sha256 !== null && sha256 !== request.sha256) {
    discard(part);
    const { url, sha256: expected } = request;
    throw new MemoryError("model_mismatch", { url, expected, found: sha256, bytes });
  }
  renameSync(part, request.path);
  return { sha256, bytes };
}

async function fetchRest(request: FileRequest, part: string): Promise<void> {
  const from = resumable(request, part);
  const watch = idleWatch(request.signal);
  try {
    const response = await follow(request, from, part, watch.signal);
    // The part is already complete and only needs to be renamed.
    if (response === null) return;
    const start = response.status === 206 ? from : 0;
    const handle = await open(part, start === 0 ? "w" : "r+", 0o600);
    try {
      writeFileSync(tagPath(part), strongTag(response) ?? "", { mode: 0o600 });
      await pour(response, handle, start, request, watch.isAlive);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    watch.stop();
  }
}

/** Returns a signal that aborts when nothing was received for a while, or when the caller aborts. */
function idleWatch(signal: AbortSignal | undefined) {
  const idle = new AbortController();
  const giveUp = () => idle.abort(new Error("no byte came for a while"));
  let timer = setTimeout(giveUp, DOWNLOAD.idleMs);
  return {
    signal: signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]),
    isAlive: () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, DOWNLOAD.idleMs);
    },
    stop: () => clearTimeout(timer),
  };
}

async function pour(
  response: Response,
  handle: FileHandle,
  start: number,
  request: FileRequest,
  isAlive: () => void,
): Promise<void> {
  const contentLength = Number(response.headers.get("content-length") ?? Number.NaN);
  const maxBytes = request.bytes ?? MAX_BYTES;
  let at = start;
  for await (const chunk of response.body ?? []) {
    isAlive();
    if (at + chunk.byteLength > maxBytes) throw tooLong(request, maxBytes);
    await handle.write(chunk, 0, chunk.byteLength, at);
    at += chunk.byteLength;
    request.onBytes?.(at);
  }
  await handle.truncate(at);
  if (!Number.isNaN(contentLength) && at - start < contentLength) {
    throw new Error(`the connection ended after ${at} bytes`);
  }
}

function tooLong(request: FileRequest, expected: number): MemoryError {
  return new MemoryError("model_mismatch", { url: request.url, expected, reason: "it is longer" });
}

/** Returns how many bytes of the part can be kept. Without a checksum, only a part with the server's validator is kept. */
function resumable(request: FileRequest, part: string): number {
  const size = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  return request.sha256 !== null || readTag(part) !== "" ? size : 0;
}

/** Removes a part that cannot become the file. */
function discard(part: string): void {
  rmSync(part, { force: true });
  rmSync(tagPath(part), { force: true });
}

function tagPath(part: string): string {
  return `${part}.etag`;
}

function readTag(part: string): string {
  const path = tagPath(part);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function strongTag(response: Response): string | null {
  const tag = response.headers.get("etag");
  return tag?.startsWith('"') ? tag : null;
}

/**
 * Requests the rest of the file; null when the part is complete. Redirects to other hosts are followed, because a file is
 * checked by its hash.
 */
async function follow(
  request: FileRequest,
  from: number,
  part: string,
  signal: AbortSignal,
): Promise<Response | null> {
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  const tag = readTag(part);
  if (from > 0) headers["range"] = `bytes=${from}-`;
  if (from > 0 && tag !== "") headers["if-range"] = tag;
  let { url } = request;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    refuseClear(url, request.allowHttp);
    const response = await fetch(url, { headers, redirect: "manual", signal });
    if (response.status < 300 || response.status > 399) return judged(response, from, part);
    await response.body?.cancel();
    const next = URL.parse(response.headers.get("location") ?? "http://[", url);
    if (next === null) throw new Lasting(`sent on with ${response.status}, to nowhere`);
    url = next.href;
  }
  throw new Lasting("sent on again and again");
}

async function judged(response: Response, from: number, part: string): Promise<Response | null> {
  const { status } = response;
  const range = /^bytes (\d+)-\d+\//.exec(response.headers.get("content-range") ?? "");
  if (status === 200 || (status === 206 && Number(range?.[1]) === from)) return response;
  await response.body?.cancel();
  if (status === 416 && from > 0) {
    if (response.headers.get("content-range") === `bytes */${from}`) return null;
    rmSync(part, { force: true });
    throw new Error("the part was longer than the file");
  }
  if (status === 206) throw new Lasting("the server gives another part than was asked for");
  const message = `the server answers ${status}`;
  throw status >= 500 || status === 429 || status === 408
    ? new Error(message)
    : new Lasting(message);
}

function refuseClear(url: string, allowHttp: boolean): void {
  const { protocol } = new URL(url);
  if (protocol === "https:" || (protocol === "http:" && (allowHttp || isLoopback(url)))) return;
  throw new Lasting(`${protocol}// is not followed to another machine without --allow-http`);
}

/** An error that another attempt would repeat. */
class Lasting extends Error {}

function isLasting(error: unknown): boolean {
  return error instanceof Lasting || (error as NodeJS.ErrnoException).code === "ENOSPC";
}

function failed(request: FileRequest, error: unknown): MemoryError {
  if ((error as NodeJS.ErrnoException).code === "ENOSPC") {
    return new MemoryError("store_full", { path: request.path, cause: error });
  }
  const reason = request.signal?.aborted ? "called off" : reasonOf(error);
  return new MemoryError("download_failed", { reason, url: request.url, cause: error });
}

function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
