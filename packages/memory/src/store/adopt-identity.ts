/**
 * Keeps a project one project under its changing identity. A folder becomes a repository, gets its first commit, then a remote;
 * the remote is renamed or removed. Everything stored under the earlier identity belongs to the later one from its first opening.
 */
import {
  isWeakerThan,
  type Mode,
  type Project,
  type ProjectIdentity,
  type Relation,
  readModeMarker,
  relationOf,
  stricterMode,
  writeModeMarker,
} from "@tacit-memory/project";
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import {
  addAlias,
  findProject,
  listProjectRows,
  mergeProjects,
  type ProjectRow,
  resolveAlias,
  setMode,
  touchProject,
} from "./projects.ts";

/** Returns the id under which the project is stored. Needs two look-ups if there is nothing to move. */
export async function adoptIdentity(
  db: Database,
  home: string,
  identity: ProjectIdentity,
  nowMs: number,
): Promise<ProjectId> {
  const id = await resolveAlias(db, identity.id);
  const existing = await findProject(db, id);
  if (existing !== undefined) restoreMarker(home, identity, existing.mode);
  if (existing !== undefined || id !== identity.id) return id;
  const earlier = await earlierProjects(db, home, identity);
  const marked = readModeMarker(home, identity);
  if (earlier.length === 0 && marked === null) return id;
  const mode = earlier.reduce<Mode>(
    (strictest, row) => stricterMode(strictest, row.mode),
    marked ?? "automatic",
  );
  // One transaction: once the project exists, earlier identities are not searched for again.
  return db.transaction(async (tx) => {
    const target = await keptRow(tx, identity, earlier, nowMs);
    await setMode(tx, target, mode);
    // The marker comes first: if the process is killed here, the project must still have the mode that its user chose.
    writeModeMarker(home, [target, id], identity, mode);
    for (const project of earlier)
      if (project.id !== target) await mergeProjects(tx, project.id, target).catch(ignoreConflict);
    return target;
  });
}

/** Returns the projects with one of these relations to the project of a folder, the last seen first. */
export async function earlierProjects(
  db: Database,
  home: string,
  current: Pick<Project, "id" | "basis"> & { readonly root: string },
  relations: readonly Relation[] = ["earlier"],
): Promise<ProjectRow[]> {
  const rows = await listProjectRows(db);
  return rows.filter((row) => relations.includes(relationOf(home, row, current)));
}

/**
 * Returns the id under which everything is stored from now on: the new one, or a stronger one that the folder had, because other
 * folders may have it too.
 */
async function keptRow(
  tx: Database,
  identity: ProjectIdentity,
  earlier: readonly ProjectRow[],
  nowMs: number,
): Promise<ProjectId> {
  const stronger = earlier.find((project) => isWeakerThan(identity, project));
  if (stronger === undefined) return touchProject(tx, identity, nowMs);
  await addAlias(tx, identity.id, stronger.id);
  return stronger.id;
}

/** Writes the marker of a mode that the store has and hooks do not see, as after restoring a backup. */
function restoreMarker(home: string, identity: ProjectIdentity, mode: Mode): void {
  if (mode !== "off" && mode !== "incognito") return;
  if (readModeMarker(home, identity) === null) writeModeMarker(home, [identity.id], identity, mode);
}

/**
 * Ignores a conflict: two projects with different imports stay separate until a person decides, and the project still opens.
 */
function ignoreConflict(error: unknown): void {
  if (!MemoryError.is(error, "not_allowed")) throw error;
}
