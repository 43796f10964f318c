/** Merges two projects that a person declares to be the same: everything stored under the first moves to the second. */
import { MemoryError } from "../domain/errors.ts";
import * as projects from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";

/** Merges project `from` into project `to`, both given as ids. Throws "project_not_found". */
export async function mergeProjects(
  workspace: Workspace,
  from: string,
  to: string,
): Promise<projects.ProjectRow> {
  // The open project may have no row in the store yet.
  if (from === workspace.identity.id || to === workspace.identity.id)
    await projects.touchProject(workspace.db, workspace.identity, workspace.moment().nowMs);
  const [source, target] = [
    await projects.findProject(workspace.db, from),
    await projects.findProject(workspace.db, to),
  ];
  if (source === undefined || target === undefined) {
    throw new MemoryError("project_not_found", { project: source === undefined ? from : to });
  }
  if (source.id !== target.id) await projects.mergeProjects(workspace.db, source.id, target.id);
  return target;
}
