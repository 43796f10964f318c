/** The files in `backups/` of Tacit's home folder: complete copies of the store, named by the time they were made (UTC). */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "@tacit-memory/files";

/** Maximum backups; older ones are deleted when a new one is made. */
const MAX_BACKUPS = 5;
const NAME = /^memory-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db$/;

export interface BackupFile {
  readonly path: string;
  readonly atMs: number;
  readonly bytes: number;
}

export function backupFolder(home: string): string {
  return join(home, "backups");
}

export function backupPath(home: string, atMs: number): string {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/g, "");
  return join(backupFolder(home), `memory-${digits.slice(0, 8)}-${digits.slice(8, 14)}.db`);
}

/** Lists the backups, newest first. */
export function listBackups(home: string): BackupFile[] {
  const found = namesIn(backupFolder(home)).flatMap((name) => {
    const atMs = timeOf(name);
    const path = join(backupFolder(home), name);
    const stat = atMs === null ? undefined : statSync(path, { throwIfNoEntry: false });
    return atMs === null || stat?.isFile() !== true ? [] : [{ path, atMs, bytes: stat.size }];
  });
  return found.sort((a, b) => b.atMs - a.atMs);
}

export function deleteOldBackups(home: string): void {
  for (const { path } of listBackups(home).slice(MAX_BACKUPS)) rmSync(path, { force: true });
}

const REPLACED = "replaced-";

/** Returns the folder for a store that a restore replaces at this time. */
export function replacedFolder(home: string, atMs: number): string {
  return join(
    backupFolder(home),
    `${REPLACED}${new Date(atMs).toISOString().replaceAll(":", "-")}`,
  );
}

/** Lists the folders of stores that a restore replaced, oldest first. */
export function listReplaced(home: string): string[] {
  const names = namesIn(backupFolder(home)).filter((name) => name.startsWith(REPLACED));
  return names.sort().map((name) => join(backupFolder(home), name));
}

/** Deletes stores that a restore replaced, and backups that were never finished. Returns how many stores there were. */
export function deleteReplaced(home: string): number {
  const replaced = listReplaced(home);
  for (const folder of replaced) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  for (const name of namesIn(backupFolder(home))) {
    if (name.endsWith(".part")) rmSync(join(backupFolder(home), name), { force: true });
  }
  return replaced.length;
}

function timeOf(name: string): number | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (second === undefined) return null;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
