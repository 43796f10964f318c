/** Finds memories that this folder had under an earlier name and that are not shown, because it is not sure whose they are. */
import { earlierProjects } from "../store/adopt-identity.ts";
import { listProjects } from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";
import type { StatusNote } from "./status-notes.ts";

/** Returns each project with memories that may be this folder's own. */
export async function formerProjects({
  db,
  home,
  identity,
  projectId,
}: Workspace): Promise<Extract<StatusNote, { code: "former_project" }>[]> {
  const current = { ...identity, id: projectId };
  const related = await earlierProjects(db, home, current, ["earlier", "shared", "unclear"]);
  if (related.length === 0) return [];
  const counts = new Map((await listProjects(db)).map(({ id, memories }) => [id, memories]));
  return related.flatMap(({ id, canonical }) => {
    const count = counts.get(id) ?? 0;
    return count === 0 ? [] : [{ code: "former_project", project: canonical, count }];
  });
}
