/**
 * What we did to whose file: how the text before our first change is worked out, and a digest of what we wrote. As long
 * as the file still has that digest, taking our change back gives the old bytes.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@tacit-memory/files";
import { isObject } from "./json-text.ts";
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
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // None, or one cut off: the file at `path` is then treated by what it says.
    return null;
  }
  if (!isObject(value)) return null;
  const { undo, writtenDigest, madeFolder = null, keeper, programs = [] } = value;
  if (typeof writtenDigest !== "string" || !isUndo(undo) || !Array.isArray(programs)) return null;
  if (madeFolder !== null && typeof madeFolder !== "string") return null;
  const receipt = { undo, writtenDigest, madeFolder, programs: programs.map(String) };
  return typeof keeper === "string" ? { ...receipt, keeper } : receipt;
}

function isUndo(value: unknown): value is Undo {
  if (!isObject(value)) return false;
  const { outline, stretches, digest } = value;
  return (
    (outline === null || typeof outline === "string") &&
    typeof digest === "string" &&
    Array.isArray(stretches) &&
    stretches.every((one) => Array.isArray(one) && one.every(Number.isInteger))
  );
}

/** When `path` was last written by us; null when it never was. */
export function writtenAtMs(folder: string, path: string): number | null {
  return statSync(receiptFile(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** The files that were written, for this host where one is named, wherever they are; those that are gone as well. */
export function keptFiles(folder: string, keeper?: string): string[] {
  const paths = receiptNames(folder).flatMap((name) => {
    try {
      const value: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
      if (!isObject(value) || (keeper !== undefined && value["keeper"] !== keeper)) return [];
      return typeof value["path"] === "string" ? [value["path"]] : [];
    } catch {
      // Cut off: `disconnect` can be told the file.
      return [];
    }
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
