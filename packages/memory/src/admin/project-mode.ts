/** Changes the mode of the open project. */
import { type Mode, writeModeMarker } from "@tacit-memory/project";
import { idsOfProject, setMode } from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";

type Open = Pick<Workspace, "db" | "home" | "identity" | "projectId">;

/** Sets the mode under every id of the project, so that hooks see it in each of its folders. The project must have a row. */
export async function changeMode(
  { db, home, identity, projectId }: Open,
  mode: Mode,
): Promise<void> {
  await setMode(db, projectId, mode);
  const ids = new Set([identity.id, ...(await idsOfProject(db, projectId))]);
  writeModeMarker(home, [...ids], identity, mode);
}
