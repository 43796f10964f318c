/**
 * Carries a deletion to every place that contains the text: the store, its index files, the spool, reports, copies that an
 * interrupted process left, and backups. The spool is ingested first, so that the words are found there too.
 */
import { rmSync } from "node:fs";
import type { Database } from "@tacit-memory/sqlite";
import { digestOptionsOf } from "../capture/digest-options.ts";
import { blankSpool, drainSpool } from "../capture/drain.ts";
import { type RewrittenBackups, rewriteBackups } from "../store/backups/rewrite-backups.ts";
import { dropLeftWorkFiles } from "../store/backups/work-files.ts";
import { wordFileIn } from "../store/index-file-paths.ts";
import { scrubFile } from "../store/maintenance.ts";
import { dropReportFiles } from "../store/report-files.ts";
import type { Workspace } from "../workspace.ts";

/** Milliseconds; backups that are not rewritten by then are deleted, because a user waits. */
const BACKUPS_MS = 15_000;

export async function takeInSpool(workspace: Workspace): Promise<void> {
  const { db, home } = workspace;
  await drainSpool(db, home, digestOptionsOf(workspace), workspace.moment().nowMs);
}

/** Runs `erase` on the store first, then on each backup. */
export async function forgetEverywhere(
  workspace: Workspace,
  erase: (db: Database) => Promise<void>,
): Promise<RewrittenBackups> {
  const { db, home } = workspace;
  const { nowMs } = workspace.moment();
  await takeInSpool(workspace);
  await erase(db);
  await scrubFile(db);
  // The file contains words of what was forgotten and is rebuilt when needed.
  rmSync(wordFileIn(home), { force: true });
  await blankSpool(db, home);
  await workspace.meaning.forget();
  dropReportFiles(home);
  dropLeftWorkFiles(home);
  const mayGoOn = () => workspace.moment().nowMs - nowMs < BACKUPS_MS;
  return rewriteBackups(home, nowMs, erase, mayGoOn);
}
