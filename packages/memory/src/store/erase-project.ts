/**
 * Erases a project from the tables: its memories and sessions, then every row with its id. Tombstones and the marks of
 * forgotten sessions stay; they contain only hashes and prevent an import from restoring anything.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import type { Moment } from "../domain/moment.ts";
import { eraseMemories, type ForgottenWords } from "./memories/erase.ts";
import { listMemories } from "./memories/memory-lists.ts";
import { eraseSession } from "./sessions/erase-session.ts";
import { listSessionRows } from "./sessions/session-selection.ts";
import { settingsOf } from "./settings.ts";
import { TABLE_TEXTS } from "./text-columns.ts";

const TABLES = Object.entries(TABLE_TEXTS).flatMap(([name, { names, staysOfProject }]) =>
  names.includes("project_id") && staysOfProject !== true ? [name] : [],
);
/** Deletes the records of files and commits that were read; marks of forgotten sessions stay. */
const DELETE_LEDGER = /* sql */ `DELETE FROM capture_ledger WHERE project_id = :id AND source_type <> 'forgotten_session'`;
const DELETE_SETTINGS = /* sql */ `DELETE FROM setting WHERE name IN (SELECT value FROM json_each(:names))`;
/** Keeps the row if the user chose a mode: incognito would end with the row. */
const DELETE_PROJECT = /* sql */ `DELETE FROM project WHERE id = :id AND mode = 'automatic'`;

/**
 * Deletes physically; `scrubFile` must run afterwards to remove the old bytes from the file. `also`: as for `eraseMemories`.
 */
export async function eraseProject(
  db: Database,
  id: ProjectId,
  moment: Moment,
  also?: ForgottenWords,
): Promise<ForgottenWords> {
  return db.transaction(async (tx) => {
    const all = await listMemories(tx, { projectId: id, state: null, withSuperseded: true });
    const own = all.filter(({ projectId }) => projectId === id);
    const words = await eraseMemories(tx, own, moment, also);
    for (const session of await listSessionRows(tx, { projectId: id }))
      await eraseSession(tx, session, moment);
    for (const table of TABLES) await tx.run(`DELETE FROM ${table} WHERE project_id = :id`, { id });
    await tx.run(DELETE_LEDGER, { id });
    await tx.run(DELETE_SETTINGS, { names: JSON.stringify(settingsOf(id)) });
    await tx.run(DELETE_PROJECT, { id });
    return words;
  });
}
