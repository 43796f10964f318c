/** Ways to damage the files of a home. */
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { base, program } from "./damaged-homes.ts";

export const PAGE = 4096;

export type Harm = (home: string) => void;

export const store = (home: string) => join(home, "memory.db");
export const size = (home: string) => statSync(store(home)).size;

export const truncated = (bytes: (home: string) => number): Harm => {
  return (home) => truncateSync(store(home), bytes(home));
};

export function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Returns garbage that is not random, so that a failure can be repeated. */
export const garbage = (length: number) =>
  Buffer.from(Array.from({ length }, (_, i) => (i * 151 + 77) % 251));

/** Returns the page of the database file that contains this text. */
export function pageWith(home: string, text: string): number {
  const at = readFileSync(store(home)).indexOf(Buffer.from(text));
  expect(at).toBeGreaterThan(0);
  return Math.floor(at / PAGE);
}

export const spoilPage = (
  page: (home: string) => number,
  bytes: Uint8Array = garbage(PAGE),
): Harm => {
  return (home) => overwrite(store(home), page(home) * PAGE, bytes);
};

export const sql =
  (...statements: string[]): Harm =>
  (home) => {
    const db = new DatabaseSync(store(home));
    for (const statement of statements) db.exec(statement);
    db.close();
  };

/** Drops a table that only SQLite's own modules may drop. */
export const dropped =
  (table: string): Harm =>
  (home) => {
    const db = new DatabaseSync(store(home));
    // Node's types do not declare it yet.
    (db as DatabaseSync & { enableDefensive: (isOn: boolean) => void }).enableDefensive(false);
    db.exec(`DROP TABLE ${table}`);
    db.close();
  };

export function rootOf(home: string, name: string): number {
  const db = new DatabaseSync(store(home));
  const row = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(name);
  db.close();
  return Number(row?.["rootpage"]) - 1;
}

export const removed =
  (...names: string[]): Harm =>
  (home) => {
    for (const name of names) rmSync(join(home, name), { force: true });
  };

export const filled =
  (name: RegExp): Harm =>
  (home) => {
    const names = readdirSync(home).filter((item) => name.test(item));
    for (const item of names.length > 0 ? names : ["words.idx"])
      writeFileSync(join(home, item), garbage(5000));
  };

export const backups = (home: string) =>
  readdirSync(join(home, "backups")).map((name) => join(home, "backups", name));
export const noBackup: Harm = (home) => rmSync(join(home, "backups"), { recursive: true });
export const lateBackup: Harm = (home) => {
  const copy = join(base, `late-${process.hrtime.bigint()}`);
  cpSync(home, copy, { recursive: true });
  expect(program(copy)(["doctor", "--backup"]).status).toBe(0);
  cpSync(join(copy, "backups"), join(home, "backups"), { recursive: true });
};
export const both =
  (...harms: readonly Harm[]): Harm =>
  (home) => {
    for (const harm of harms) harm(home);
  };

export const spooled = (text: string): Harm => {
  return (home) => {
    mkdirSync(join(home, "spool"), { recursive: true });
    writeFileSync(join(home, "spool", "2026-11-27.jsonl"), text);
  };
};
