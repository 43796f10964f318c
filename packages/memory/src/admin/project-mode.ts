/** The mode of the open project, as commands report it and hooks apply it. */
import { type Mode, readModeMarker, stricterMode, writeModeMarker } from "@tacit-memory/project";
import { findProject, idsOfProject, setMode } from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";

type Open = Pick<Workspace, "db" | "home" | "identity" | "projectId">;

/** Returns the stricter one of the mode in the store and the mode that hooks read from the marker. */
export async function modeOf({ db, home, identity, projectId }: Open): Promise<Mode> {
  const stored = (await findProject(db, projectId))?.mode ?? "automatic";
  return stricterMode(stored, readModeMarker(home, identity));
}

/** Sets the mode under every id of the project, so that hooks see it in each of its folders. The project must have a row. */
export async function changeMode(
  { db, home, identity, projectId }: Open,
  mode: Mode,
): Promise<void> {
  await setMode(db, projectId, mode);
  const ids = new Set([identity.id, ...(await idsOfProject(db, projectId))]);
  writeModeMarker(home, [...ids], identity, mode);
}
