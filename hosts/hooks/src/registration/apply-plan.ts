/** Carries out a plan: copies of what is there, then every file, or, when one cannot be written, none. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import type { FileChange, Plan } from "./plan.ts";
import { digestOf, dropReceipt, keepReceipt } from "./receipts.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * Throws "not_allowed" when a file is no longer what it was when the plan was made, "store_unwritable" when
 * one cannot be written; the files are then as before.
 */
export function applyPlan(plan: Plan, backupFolder: string): void {
  for (const change of plan.files) requireUnchanged(change);
  const done: FileChange[] = [];
  try {
    for (const change of plan.files) {
      if (plan.kind === "connect") backUp(change, backupFolder);
      put(change.path, change.after);
      done.push(change);
    }
  } catch (cause) {
    for (const change of done) put(change.path, change.before);
    throw new MemoryError("store_unwritable", { paths: plan.files.map(({ path }) => path), cause });
  }
  for (const { path, after, base } of plan.files) {
    if (plan.kind === "disconnect") dropReceipt(backupFolder, path);
    else if (after !== null)
      keepReceipt(backupFolder, path, { base, writtenDigest: digestOf(after) });
  }
}

function requireUnchanged({ path, before }: FileChange): void {
  const now = existsSync(path) ? readFileSync(path, "utf8") : null;
  if (now === before) return;
  throw new MemoryError("not_allowed", {
    path,
    reason: "another program has just changed it; nothing was written, run the command again",
  });
}

/** One copy per content: the first of them is the file as it was before us, and is never overwritten. */
function backUp({ path, before }: FileChange, folder: string): void {
  if (before === null) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${basename(path).replace(/^\./, "")}-${digestOf(path + before).slice(0, 12)}`;
  const copy = join(folder, name);
  if (!existsSync(copy)) copyFileSync(path, copy);
}

function put(path: string, text: string | null): void {
  if (text === null) rmSync(path, { force: true });
  else replaceFile(path, text, 0o600);
}
