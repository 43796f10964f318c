/** Finds memories that this folder had under an earlier name and that are not shown, because it is not sure whose they are. */
import { earlierProjects } from "../store/adopt-identity.ts";
import { listProjects } from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";

/** Returns a line with the next step for each project with memories that may be this folder's own. */
export async function formerProjects({
  db,
  home,
  identity,
  projectId,
}: Workspace): Promise<string[]> {
  const current = { ...identity, id: projectId };
  const related = await earlierProjects(db, home, current, ["earlier", "shared", "unclear"]);
  if (related.length === 0) return [];
  const counts = new Map((await listProjects(db)).map(({ id, memories }) => [id, memories]));
  return related.flatMap(({ id, canonical }) => {
    const memories = counts.get(id) ?? 0;
    if (memories === 0) return [];
    const what = memories === 1 ? "memory is" : "memories are";
    return [
      `${memories} ${what} stored for ${canonical}, which this folder was before; if it is the same project, run: tacit projects merge ${canonical} .`,
    ];
  });
}
