/**
 * Carries a deletion to every place that holds the text: the store, its index files, the spool, reports and backups. What waits in
 * the spool is stored first, so that the words are found there too.
 */
import { rmSync } from "node:fs";
import type { Database } from "@tacit-memory/sqlite";
import { blankSpool, drainSpool } from "../capture/drain.ts";
import { hidingOf } from "../capture/hiding.ts";
import { type RewrittenBackups, rewriteBackups } from "../store/backups/rewrite-backups.ts";
import { wordFileIn } from "../store/index-file-paths.ts";
import { scrubFile } from "../store/maintenance.ts";
import { dropReportFiles } from "../store/report-files.ts";
import type { Workspace } from "../workspace.ts";

/** Backups that are not done after this are deleted: somebody waits. */
const BACKUPS_MS = 15_000;

export async function takeInSpool(workspace: Workspace): Promise<void> {
  const { db, home } = workspace;
  await drainSpool(db, home, hidingOf(workspace), workspace.moment().nowMs);
}

/** `erase` runs on the store first, then on each backup. */
export async function forgetEverywhere(
  workspace: Workspace,
  erase: (db: Database) => Promise<void>,
): Promise<RewrittenBackups> {
  const { db, home } = workspace;
  const { nowMs } = workspace.moment();
  await takeInSpool(workspace);
  await erase(db);
  await scrubFile(db);
  // It holds the words of what was forgotten, and is built again when it is needed.
  rmSync(wordFileIn(home), { force: true });
  await blankSpool(db, home);
  await workspace.meaning.forget();
  dropReportFiles(home);
  const mayGoOn = () => workspace.moment().nowMs - nowMs < BACKUPS_MS;
  return rewriteBackups(home, nowMs, erase, mayGoOn);
}
