/**
 * Moves a project to its stronger identity. A folder becomes a repository, gets its first commit, then a remote, and stays
 * one project. Everything stored under a weaker identity moves when the stronger one is first opened.
 */
import {
  isWeakerIdentity,
  MODES,
  type Mode,
  type ProjectIdentity,
  writeModeMarker,
} from "@tacit-memory/project";
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import {
  findProject,
  listProjectsAt,
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
  if (id !== identity.id || (await findProject(db, id)) !== undefined) return id;
  const earlier = (await listProjectsAt(db, identity.root)).filter((project) =>
    isWeakerIdentity(project, identity),
  );
  if (earlier.length === 0) return id;
  // One transaction: once the project exists, weaker identities are not searched for again.
  await db.transaction(async (tx) => {
    await touchProject(tx, identity, nowMs);
    const mode = strictest(earlier);
    await setMode(tx, id, mode);
    // The marker comes first: if the process is killed here, the project must still have the mode that its user chose.
    writeModeMarker(home, [id], identity, mode);
    for (const project of earlier) await mergeProjects(tx, project.id, id).catch(ignoreConflict);
  });
  return id;
}

/**
 * Ignores a conflict: two projects with different imports stay separate until a person decides, and the project still opens.
 */
function ignoreConflict(error: unknown): void {
  if (!MemoryError.is(error, "not_allowed")) throw error;
}

function strictest(projects: readonly ProjectRow[]): Mode {
  const most = Math.max(...projects.map(({ mode }) => MODES.indexOf(mode)));
  return MODES[most] ?? "automatic";
}
