/** Carries out a plan: changes every file, or none if a file cannot be written. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceFile, withoutLinks } from "@tacit-memory/files";
import { MemoryError } from "@tacit-memory/memory";
import type { FileChange, Plan } from "./plan.ts";
import { dropReceipt, findReceipt, keepReceipt } from "./receipts.ts";
import { digestOf } from "./undo.ts";

/**
 * Applies a plan. Throws "not_allowed" if a file changed since the plan was made, "store_unwritable" if a file cannot be
 * written; the files are then as before.
 */
export function applyPlan(plan: Plan, backupFolder: string): void {
  for (const change of plan.files) requireUnchanged(change);
  const done: FileChange[] = [];
  const missing = new Map(plan.files.map(({ path }) => [path, missingFolder(dirname(path))]));
  try {
    for (const change of plan.files) {
      if (isOthers(change, backupFolder)) backUp(change, backupFolder);
      put(change.path, change.after, change.isProgram);
      done.push(change);
    }
  } catch (cause) {
    const paths = plan.files.map(({ path }) => path);
    for (const { path, before, isProgram } of done) put(path, before, isProgram);
    throw new MemoryError("store_unwritable", { path: paths.join(", "), cause });
  }
  for (const change of plan.files) {
    const made = missing.get(change.path) ?? null;
    if (change.undo === null) tidyUp(change, backupFolder);
    else noteDown(change, made, plan.programs, backupFolder);
  }
}

function noteDown(
  { path, after, undo, keeper }: FileChange,
  made: string | null,
  programs: readonly string[],
  folder: string,
): void {
  if (after === null || undo === null) return;
  const madeFolder = findReceipt(folder, path)?.madeFolder ?? made;
  const writtenDigest = digestOf(after);
  keepReceipt(folder, path, { undo, writtenDigest, madeFolder, keeper, programs });
}

function tidyUp({ path, after }: FileChange, folder: string): void {
  const made = findReceipt(folder, path)?.madeFolder ?? null;
  if (after === null && made !== null) removeEmpty(dirname(path), made);
  dropReceipt(folder, path);
  dropOldCopies(path, folder);
}

/** Removes copies of earlier versions, which copied the whole file, including its keys, before they changed it. */
function dropOldCopies(path: string, folder: string): void {
  if (!existsSync(folder)) return;
  const start = `${copyName(path)}-`;
  for (const name of readdirSync(folder)) {
    const isCopy = name.startsWith(start) && /^[0-9a-f]{12}$/.test(name.slice(start.length));
    if (isCopy) rmSync(join(folder, name), { force: true });
  }
}

function requireUnchanged({ path, before }: FileChange): void {
  const now = existsSync(path) ? readFileSync(path, "utf8") : null;
  if (now === before) return;
  throw new MemoryError("not_allowed", {
    path,
    reason:
      "another program changed this file just now; nothing was written; run the command again",
  });
}

/** Returns whether a file to be removed differs from what we wrote: it contains changes of another person or program. */
function isOthers({ path, before, after }: FileChange, folder: string): boolean {
  if (before === null || after !== null) return false;
  return findReceipt(folder, path)?.writtenDigest !== digestOf(before);
}

/** Stores one copy per content, readable only by its owner. */
function backUp({ path, before }: FileChange, folder: string): void {
  if (before === null) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${copyName(path)}-changed-${digestOf(path + before).slice(0, 12)}`);
  if (!existsSync(copy)) writeFileSync(copy, before, { mode: 0o600 });
}

function copyName(path: string): string {
  return basename(path).replace(/^\./, "");
}

/** Returns the topmost missing folder; null if all exist. */
function missingFolder(folder: string): string | null {
  const above = dirname(folder);
  if (existsSync(folder) || above === folder) return null;
  return missingFolder(above) ?? folder;
}

/** Removes empty folders from `folder` up to `topmost`. The files are removed even if this fails. */
function removeEmpty(folder: string, topmost: string): void {
  try {
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  } catch {
    // The folder is missing, is a link, or was just filled by the host.
    return;
  }
  if (folder !== topmost) removeEmpty(dirname(folder), topmost);
}

function put(path: string, text: string | null, isProgram = false): void {
  // As when writing: a link stays, and only its target changes.
  if (text === null) rmSync(withoutLinks(path), { force: true });
  else {
    const mode = isProgram ? 0o700 : 0o600;
    replaceFile(path, text, { mode, keepsMode: true, followsLinks: true, folderMode: 0o777 });
  }
}
