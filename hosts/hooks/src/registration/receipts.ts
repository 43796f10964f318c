/**
 * Records our change to a file: how to compute the text before our first change, and a digest of what we wrote. If the file
 * still has that digest, removing our change restores the old bytes.
 */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson, readTextAt, replaceFile } from "@tacit-memory/files";
import { digestOf, type Undo } from "./undo.ts";

const ENDING = ".receipt.json";

export interface Receipt {
  readonly undo: Undo;
  readonly writtenDigest: string;
  /** Topmost folder that was created for the file; null if its folder existed. */
  readonly madeFolder: string | null;
  /** Host that finds the file by this receipt. */
  readonly keeper?: string | undefined;
  /** Our programs that the file starts. */
  readonly programs: readonly string[];
}

/** Returns the receipt; null if we never wrote to `path`. */
export function findReceipt(folder: string, path: string): Receipt | null {
  const file = receiptFile(folder, path);
  const value = readReceipt(file);
  // Without a readable receipt, the content of the file at `path` decides.
  if (!isRecord(value)) return null;
  const { undo, writtenDigest, madeFolder = null, keeper, programs = [] } = value;
  if (typeof writtenDigest !== "string" || !isUndo(undo) || !Array.isArray(programs)) return null;
  if (madeFolder !== null && typeof madeFolder !== "string") return null;
  const receipt = { undo, writtenDigest, madeFolder, programs: programs.map(String) };
  return typeof keeper === "string" ? { ...receipt, keeper } : receipt;
}

/** Maximum bytes read; a receipt contains offsets and digests of one configuration file. */
const MAX_BYTES = 64 * 1024 * 1024;

function readReceipt(path: string): unknown {
  const text = readTextAt(path, MAX_BYTES);
  return text === null ? undefined : parseJson(text);
}

function isUndo(value: unknown): value is Undo {
  if (!isRecord(value)) return false;
  const { outline, stretches, digest } = value;
  return (
    (outline === null || typeof outline === "string") &&
    typeof digest === "string" &&
    Array.isArray(stretches) &&
    stretches.every((stretch) => Array.isArray(stretch) && stretch.every(Number.isInteger))
  );
}

/** Returns when we last wrote `path`; null if we never did. */
export function writtenAtMs(folder: string, path: string): number | null {
  return statSync(receiptFile(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Returns the files that were written, including deleted files; only those of `keeper` if it is passed. */
export function keptFiles(folder: string, keeper?: string): string[] {
  const paths = receiptNames(folder).flatMap((name) => {
    const value = readReceipt(join(folder, name));
    // If a receipt is malformed, the user can pass the file to `disconnect`.
    if (!isRecord(value) || (keeper !== undefined && value["keeper"] !== keeper)) return [];
    return typeof value["path"] === "string" ? [value["path"]] : [];
  });
  return paths.sort();
}

function receiptNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch {
    // Nothing was written yet.
    return [];
  }
}

export function keepReceipt(folder: string, path: string, receipt: Receipt): void {
  const text = JSON.stringify({ path, ...receipt }, null, 2);
  replaceFile(receiptFile(folder, path), `${text}\n`, { folderMode: 0o700 });
}

export function dropReceipt(folder: string, path: string): void {
  rmSync(receiptFile(folder, path), { force: true });
}

function receiptFile(folder: string, path: string): string {
  return join(folder, `${digestOf(path).slice(0, 16)}${ENDING}`);
}
