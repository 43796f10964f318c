/**
 * What we did to whose file: how the text before our first change is worked out, and a digest of what we wrote. As long
 * as the file still has that digest, taking our change back gives the old bytes.
 */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson, readTextAt, replaceFile } from "@tacit-memory/files";
import { digestOf, type Undo } from "./undo.ts";

const ENDING = ".receipt.json";

export interface Receipt {
  readonly undo: Undo;
  readonly writtenDigest: string;
  /** The topmost folder that had to be made for the file; null where it lay in one that was there. */
  readonly madeFolder: string | null;
  /** The host that finds the file by this receipt. */
  readonly keeper?: string | undefined;
  /** The programs of ours that the file starts. */
  readonly programs: readonly string[];
}

/** Null when we never wrote to `path`. */
export function findReceipt(folder: string, path: string): Receipt | null {
  const file = receiptFile(folder, path);
  const value = readReceipt(file);
  // Without a readable receipt the file at `path` is judged by its content.
  if (!isRecord(value)) return null;
  const { undo, writtenDigest, madeFolder = null, keeper, programs = [] } = value;
  if (typeof writtenDigest !== "string" || !isUndo(undo) || !Array.isArray(programs)) return null;
  if (madeFolder !== null && typeof madeFolder !== "string") return null;
  const receipt = { undo, writtenDigest, madeFolder, programs: programs.map(String) };
  return typeof keeper === "string" ? { ...receipt, keeper } : receipt;
}

/** A receipt holds offsets and digests of one configuration file. */
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

/** When `path` was last written by us; null when it never was. */
export function writtenAtMs(folder: string, path: string): number | null {
  return statSync(receiptFile(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** The files that were written, for this host where one is named, wherever they are; those that are gone as well. */
export function keptFiles(folder: string, keeper?: string): string[] {
  const paths = receiptNames(folder).flatMap((name) => {
    const value = readReceipt(join(folder, name));
    // For a malformed receipt the user can name the file to `disconnect`.
    if (!isRecord(value) || (keeper !== undefined && value["keeper"] !== keeper)) return [];
    return typeof value["path"] === "string" ? [value["path"]] : [];
  });
  return paths.sort();
}

function receiptNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch {
    // Nothing was ever written.
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
