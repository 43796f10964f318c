/** The mode of the open project, as commands report it and hooks apply it. */
import {
  type Mode,
  type ProjectIdentity,
  readModeMarker,
  stricterMode,
} from "@tacit-memory/project";
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import { findProject } from "./projects.ts";

interface OpenProject {
  readonly db: Database;
  readonly home: string;
  readonly identity: ProjectIdentity;
  readonly projectId: ProjectId;
}

/** Returns the stricter one of the mode in the store and the mode that hooks read from the marker. */
export async function modeOf({ db, home, identity, projectId }: OpenProject): Promise<Mode> {
  const stored = (await findProject(db, projectId))?.mode ?? "automatic";
  return stricterMode(stored, readModeMarker(home, identity));
}
