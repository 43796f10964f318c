/** Pulls a model of the catalogue into the home: from its publisher, a mirror or a folder. */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFile } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";
import { fileSha256 } from "../models/file-sha256.ts";
import { type Fetched, type FileRequest, fetchFile } from "./fetch-file.ts";
import { type CatalogueModel, catalogueModel, type ModelFile } from "./model-catalogue.ts";
import {
  type ModelLock,
  modelFolder,
  readModelLock,
  verifyModel,
  writeModelLock,
} from "./model-folder.ts";

export interface PullRequest {
  readonly home: string;
  readonly name: string;
  /** A folder with the model's files, or the address of one; default: the publisher. */
  readonly from?: string | undefined;
  /** Accepts files with checksums other than the catalogue's, and stores theirs. */
  readonly isUnpinned?: boolean | undefined;
  readonly allowHttp?: boolean | undefined;
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
  /** Called for a temporary error; `waitMs`: time until the next attempt. */
  readonly onRetry?: ((file: string, reason: string, waitMs: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly pause?: FileRequest["pause"];
}

export interface PullProgress {
  readonly file: string;
  readonly bytes: number;
  /** Null when unknown. */
  readonly totalBytes: number | null;
}

/**
 * Pulls a model. Existing correct files are not fetched again. Throws "model_not_found", "model_mismatch", "download_failed",
 * "input_missing" for a folder without the files, "store_full".
 */
export async function pullModel(request: PullRequest): Promise<ModelLock> {
  const model = catalogueModel(request.name);
  const carried = folderOf(request.from);

  const existing = readModelLock(request.home, request.name);
  if (existing !== null && (await isIntact(request, existing))) return existing;
  if (carried !== null) await refuseIncomplete(request, model, carried);
  const folder = modelFolder(request.home, request.name);
  const files: { path: string; bytes: number; sha256: string }[] = [];
  let dims: number;
  try {
    for (const file of model.files) {
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      files.push({ path: file.path, ...(await bring(request, model, file, path)) });
    }
    dims = hiddenSize(folder);
  } catch (error) {
    // A file checked against the catalogue is kept and need not be fetched again.
    if (request.isUnpinned === true) {
      for (const { path } of model.files) rmSync(landing(join(folder, path)), { force: true });
    }
    throw error;
  }
  for (const { path } of model.files) moveIntoPlace(join(folder, path));
  const isPinned = files.every(({ sha256 }, i) => sha256 === model.files[i]?.sha256);
  const source = request.from ?? model.url;
  const lock = { name: model.name, source, isPinned, dims, files };
  writeModelLock(request.home, lock);
  return lock;
}

/**
 * Returns where a file is stored until all are complete: the previous files may be in use, and a mixture would be no valid
 * model.
 */
function landing(path: string): string {
  return `${path}.new`;
}

function moveIntoPlace(path: string): void {
  if (isFile(landing(path))) renameSync(landing(path), path);
}

/**
 * Whether the model is already complete. An unpinned model with an explicit source is pulled again, because a different one
 * may be meant.
 */
async function isIntact(request: PullRequest, lock: ModelLock): Promise<boolean> {
  if (request.isUnpinned === true || !lock.isPinned) return false;
  try {
    await verifyModel(request.home, lock);
    return true;
  } catch (error) {
    if (MemoryError.is(error, "model_mismatch")) return false;
    throw error;
  }
}

async function bring(
  request: PullRequest,
  model: CatalogueModel,
  file: ModelFile,
  path: string,
): Promise<Fetched> {
  const isUnpinned = request.isUnpinned === true;
  const sha256 = isUnpinned ? null : file.sha256;
  for (const place of sha256 === null ? [] : [path, landing(path)]) {
    if (!(await isRight(request, file, place))) continue;
    if (place === path) rmSync(landing(path), { force: true });
    return { sha256: file.sha256, bytes: statSync(place).size };
  }
  const reportProgress = (bytes: number, totalBytes: number | null) =>
    request.onProgress?.({ file: file.path, bytes, totalBytes });
  const { from = model.url, signal, pause, allowHttp = false } = request;
  const carried = folderOf(request.from);
  if (carried !== null) {
    const copied = await copyFrom(join(carried, ...file.path.split("/")), landing(path), sha256);
    reportProgress(copied.bytes, copied.bytes);
    return copied;
  }
  const bytes = isUnpinned ? null : file.bytes;
  return fetchFile({
    url: `${from.replace(/\/+$/, "")}/${file.path}`,
    path: landing(path),
    sha256,
    bytes,
    allowHttp,
    signal,
    pause,
    onBytes: (at) => reportProgress(at, bytes),
    onRetry: (reason, waitMs) => request.onRetry?.(file.path, reason, waitMs),
  });
}

/** Returns the source folder; null when the files come over the network. */
function folderOf(from: string | undefined): string | null {
  if (from === undefined || /^https?:\/\//i.test(from)) return null;
  return /^file:\/\//i.test(from) ? fileURLToPath(from) : from;
}

/** Checks a source folder before anything is copied, so that one error lists all required files and their publisher. */
async function refuseIncomplete(
  request: PullRequest,
  model: CatalogueModel,
  folder: string,
): Promise<void> {
  const own = modelFolder(request.home, model.name);
  const missing: string[] = [];
  for (const file of model.files) {
    if (isFile(join(folder, file.path))) continue;
    const place = join(own, file.path);
    if (!(await isRight(request, file, place)) && !(await isRight(request, file, landing(place))))
      missing.push(file.path);
  }
  if (missing.length === 0) return;
  const reason = `no ${missing.join(", no ")} in ${folder}; they are published below ${model.url}`;
  throw new MemoryError("input_missing", { reason });
}

/** Whether an earlier call already fetched the file. */
async function isRight(
  { isUnpinned }: PullRequest,
  { sha256 }: ModelFile,
  place: string,
): Promise<boolean> {
  return isUnpinned !== true && isFile(place) && (await fileSha256(place)) === sha256;
}

async function copyFrom(source: string, path: string, expected: string | null): Promise<Fetched> {
  const part = `${path}.part`;
  copyFileSync(source, part);
  const sha256 = await fileSha256(part);
  if (expected !== null && sha256 !== expected) {
    rmSync(part, { force: true });
    throw new MemoryError("model_mismatch", { file: source, expected, found: sha256 });
  }
  const { size: bytes } = statSync(part);
  renameSync(part, path);
  return { sha256, bytes };
}

/** Reads the dimensions from the model's configuration. */
function hiddenSize(folder: string): number {
  const finalPath = join(folder, "config.json");
  const path = isFile(landing(finalPath)) ? landing(finalPath) : finalPath;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new MemoryError("model_mismatch", { file: path, reason: "not JSON", cause });
  }
  const size = (value as { readonly hidden_size?: unknown } | null)?.hidden_size;
  if (typeof size === "number" && Number.isSafeInteger(size) && size > 0 && size <= 65_536) {
    return size;
  }
  throw new MemoryError("model_mismatch", { file: path, reason: "it does not say hidden_size" });
}
