/** Merges two projects that a person declares to be the same: everything stored under the first moves to the second. */
import { stricterMode, writeModeMarkersById } from "@tacit-memory/project";
import { copyProjectOptions } from "../config/change-config.ts";
import { MemoryError } from "../domain/errors.ts";
import * as projects from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Merges project `from` into project `to`, both given as ids, and returns the result. It has the stricter mode of the two: no
 * folder is captured that was not captured before. Without options of its own in `config.json`, it gets those of the first. Throws
 * "project_not_found".
 */
export async function mergeProjects(
  { db, home, identity, projectId, moment }: Workspace,
  from: string,
  to: string,
): Promise<projects.ProjectRow> {
  // The open project may have no row in the store yet.
  if (from === projectId || to === projectId)
    await projects.touchProject(db, identity, moment().nowMs);
  const [source, target] = [
    await projects.findProject(db, from),
    await projects.findProject(db, to),
  ];
  if (source === undefined || target === undefined) {
    throw new MemoryError("project_not_found", { project: source === undefined ? from : to });
  }
  if (source.id === target.id) return target;
  const mode = stricterMode(target.mode, source.mode);
  const ids = [
    ...(await projects.idsOfProject(db, source.id)),
    ...(await projects.idsOfProject(db, target.id)),
  ];
  await db.transaction(async (tx) => {
    await projects.mergeProjects(tx, source.id, target.id);
    await projects.setMode(tx, target.id, mode);
    // Before the transaction ends: if the process is killed here, hooks still capture nothing that they must not.
    writeModeMarkersById(home, ids, mode);
  });
  copyProjectOptions(home, source.canonical, target.canonical);
  return { ...target, mode };
}
