/** Small facts about this store: its device id, and when certain things last happened. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import type { Moment } from "../domain/moment.ts";

const SELECT = /* sql */ `SELECT value FROM setting WHERE name = :name`;
const INSERT_IF_ABSENT = /* sql */ `INSERT INTO setting (name, value) VALUES (:name, :value)
  ON CONFLICT (name) DO NOTHING`;

const UPSERT = /* sql */ `INSERT INTO setting (name, value) VALUES (:name, :value)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Returns a setting, or null if it was never written. */
export async function readSetting(db: Database, name: string): Promise<string | null> {
  const row = await db.get<{ value: string }>(SELECT, { name });
  return row?.value ?? null;
}

export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await db.run(UPSERT, { name, value });
}

/** Name of the setting with the generated files of a project that were not replaced, as a JSON array of paths. */
export function keptFiles(projectId: ProjectId): string {
  return `kept_files:${projectId}`;
}

/** Name of the setting with the skill files of a project that were not replaced, as a JSON array of paths. */
export function keptSkills(projectId: ProjectId): string {
  return `kept_skills:${projectId}`;
}

/** Name of the setting with the other folders into which skills of a project were exported, as a JSON array of absolute paths. */
export function exportedSkillFolders(projectId: ProjectId): string {
  return `skill_folders:${projectId}`;
}

/** Returns the names of all settings of a project. */
export function settingsOf(projectId: ProjectId): string[] {
  return [keptFiles(projectId), keptSkills(projectId), exportedSkillFolders(projectId)];
}

/** Returns this store's random device id. The first caller creates it. */
export async function deviceId(db: Database, moment: Moment): Promise<string> {
  const stored = await readSetting(db, "device");
  if (stored !== null) return stored;
  await db.run(INSERT_IF_ABSENT, { name: "device", value: moment.newId() });
  return (await readSetting(db, "device")) ?? "";
}
