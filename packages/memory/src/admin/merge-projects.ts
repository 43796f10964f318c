/** Merges two projects that a person says are one: everything stored under the first moves to the second. */
import { MemoryError } from "../domain/errors.ts";
import * as projects from "../store/projects.ts";
import type { Life } from "../workspace.ts";

/** `from` and `to` are ids. Throws "project_not_found". */
export async function mergeProjects(
  life: Life,
  from: string,
  to: string,
): Promise<projects.ProjectRow> {
  // The open project may have no row yet.
  if (from === life.identity.id || to === life.identity.id)
    await projects.touchProject(life.db, life.identity, life.moment().nowMs);
  const [source, target] = [
    await projects.findProject(life.db, from),
    await projects.findProject(life.db, to),
  ];
  if (source === undefined || target === undefined) {
    throw new MemoryError("project_not_found", { project: source === undefined ? from : to });
  }
  if (source.id !== target.id) await projects.mergeProjects(life.db, source.id, target.id);
  return target;
}
