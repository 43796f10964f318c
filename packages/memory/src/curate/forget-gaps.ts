/** Forgets questions without an answer permanently, in the store and in its backups. */
import { idsOfProject } from "../store/projects.ts";
import { deleteGaps, keysOfGaps } from "../store/sessions/gaps.ts";
import type { Workspace } from "../workspace.ts";
import { forgetEverywhere } from "./forget-everywhere.ts";

/** Deletes gaps by their numbers; null: all of this project. Returns how many the store had. */
export async function forgetGaps(
  workspace: Workspace,
  gids: readonly number[] | null,
): Promise<number> {
  const { db, projectId } = workspace;
  const keys = gids === null ? null : await keysOfGaps(db, projectId, gids);
  if (keys?.length === 0) return 0;
  // A backup may have the project under an earlier id.
  const projects = await idsOfProject(db, projectId);
  let forgotten: number | undefined;
  await forgetEverywhere(workspace, async (each) => {
    const deleted = await deleteGaps(each, projects, keys);
    forgotten ??= deleted;
  });
  return forgotten ?? 0;
}
