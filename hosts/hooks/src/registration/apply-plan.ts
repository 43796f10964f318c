/** Carries out a plan: every file or, when one cannot be written, none. */
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
import { replaceFile } from "@tacit-memory/files";
import { MemoryError } from "@tacit-memory/memory";
import type { FileChange, Plan } from "./plan.ts";
import { dropReceipt, findReceipt, keepReceipt } from "./receipts.ts";
import { digestOf } from "./undo.ts";

/**
 * Throws "not_allowed" when a file is no longer what it was when the plan was made, "store_unwritable" when
 * one cannot be written; the files are then as before.
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
    for (const { path, before, isProgram } of done) put(path, before, isProgram);
    throw new MemoryError("store_unwritable", { paths: plan.files.map(({ path }) => path), cause });
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

/** Earlier versions copied the whole file before they changed it, with all the keys in it. */
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

/** A file that goes and is not as we wrote it: somebody's words are in it. */
function isOthers({ path, before, after }: FileChange, folder: string): boolean {
  if (before === null || after !== null) return false;
  return findReceipt(folder, path)?.writtenDigest !== digestOf(before);
}

/** One copy per content, for its owner alone. */
function backUp({ path, before }: FileChange, folder: string): void {
  if (before === null) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${copyName(path)}-changed-${digestOf(path + before).slice(0, 12)}`);
  if (!existsSync(copy)) writeFileSync(copy, before, { mode: 0o600 });
}

function copyName(path: string): string {
  return basename(path).replace(/^\./, "");
}

/** The topmost of the folders that are not there; null when all are. */
function missingFolder(folder: string): string | null {
  const above = dirname(folder);
  if (existsSync(folder) || above === folder) return null;
  return missingFolder(above) ?? folder;
}

/** From `folder` up to `topmost`, as long as nothing is in them; the files are gone whatever becomes of these. */
function removeEmpty(folder: string, topmost: string): void {
  try {
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  } catch {
    // Not there any more, a link, or filled at this moment by the host.
    return;
  }
  if (folder !== topmost) removeEmpty(dirname(folder), topmost);
}

function put(path: string, text: string | null, isProgram = false): void {
  if (text === null) rmSync(path, { force: true });
  else {
    const mode = isProgram ? 0o700 : 0o600;
    replaceFile(path, text, { mode, keepsMode: true, followsLinks: true, folderMode: 0o777 });
  }
}
