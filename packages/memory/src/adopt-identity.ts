/**
 * A folder becomes a repository, gains its first commit, then a remote: one project all along, under stronger
 * and stronger identities. What was kept under an earlier one follows, the first time the stronger is met.
 */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "./domain/errors.ts";
import type { ProjectId } from "./domain/ids.ts";
import { precedes } from "./identity/precedes.ts";
import type { ProjectIdentity } from "./identity/resolve-project.ts";
import { seenProject } from "./identity/seen-project.ts";
import { writeModeMarker } from "./mode-marker.ts";
import {
  findProject,
  listProjectsAt,
  MODES,
  type Mode,
  mergeProjects,
  type ProjectRow,
  resolveAlias,
  setMode,
  touchProject,
} from "./store/projects.ts";

/** The id the project is kept under. Two look-ups where there is nothing to adopt. */
export async function adoptIdentity(
  db: Database,
  home: string,
  identity: ProjectIdentity,
  nowMs: number,
): Promise<ProjectId> {
  const id = await resolveAlias(db, identity.id);
  if (id !== identity.id || (await findProject(db, id)) !== undefined) return id;
  const earlier = (await listProjectsAt(db, identity.root)).filter((project) =>
    precedes(project, identity),
  );
  if (earlier.length === 0) return id;
  // All or nothing: a project that is there is not looked for again.
  await db.transaction(async (tx) => {
    await touchProject(tx, seenProject(identity), nowMs);
    const mode = strictest(earlier);
    await setMode(tx, id, mode);
    // Before anything moves: who is killed in between has not opened what was closed.
    writeModeMarker(home, [id], identity, mode);
    for (const project of earlier) await mergeProjects(tx, project.id, id).catch(leaveApart);
  });
  return id;
}

/** Two whose imports differ stay two until a person says which to keep; the project opens all the same. */
function leaveApart(error: unknown): void {
  if (!MemoryError.is(error, "not_allowed")) throw error;
}

function strictest(projects: readonly ProjectRow[]): Mode {
  const most = Math.max(...projects.map(({ mode }) => MODES.indexOf(mode)));
  return MODES[most] ?? "automatic";
}
