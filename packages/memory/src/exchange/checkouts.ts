/**
 * The checkouts that the store knows: of each project the folder in which it was last used and those in which its sessions worked, as
 * far as they still belong to it, and the other worktrees of their repositories. Tacit may have written files into each. Of a
 * store on a server only those that were opened with this home folder: others belong to other people.
 */
import { sep } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { identityOfStored, type ProjectIdentity, worktreesOf } from "@tacit-memory/project";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import { listProjectRows, resolveAlias } from "../store/projects.ts";
import { resolveProjectSync } from "../store/resolve-project.ts";
import { sessionFolders } from "../store/sessions/session-folders.ts";
import type { Workspace } from "../workspace.ts";
import { ownPlacesOf } from "./own-places.ts";

/** The folder of a checkout and the project that it belongs to. */
export type Checkout = Pick<Workspace, "projectId" | "identity">;

/** Folders of sessions that are looked at, the newest first. */
const MAX_FOLDERS = 300;

/** Returns the checkouts, the current one first, each folder once. */
export async function knownCheckouts(workspace: Workspace): Promise<Checkout[]> {
  const { db, identity, projectId } = workspace;
  const projects = new Map<ProjectId, ProjectIdentity>([[projectId, identity]]);
  const found = new Map<string, Checkout>();
  const isOwn = ownPlacesOf(workspace);
  const add = (id: ProjectId, project: ProjectIdentity, folder: string) => {
    if (found.has(folder) || (folder !== identity.root && !isOwn(folder))) return;
    for (const root of worktreesOf(folder))
      if (!found.has(root)) found.set(root, { projectId: id, identity: { ...project, root } });
  };
  add(projectId, identity, identity.root);
  for (const row of await listProjectRows(db)) {
    if (!projects.has(row.id)) projects.set(row.id, identityOfStored(row));
    const project = projects.get(row.id);
    if (row.root !== null && project !== undefined) add(row.id, project, row.root);
  }
  for (const session of await sessionFolders(db, MAX_FOLDERS)) {
    const project = projects.get(session.projectId);
    if (project === undefined || isBelow(session.cwd, [...found.keys()])) continue;
    const root = await rootOf(workspace, session.projectId, session.cwd);
    if (root !== null) add(session.projectId, project, root);
  }
  return [...found.values()];
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}${sep}`));
}

/** Returns the root of a folder that is still a checkout of this project; null for any other. */
async function rootOf({ db, home }: Workspace, id: ProjectId, cwd: string): Promise<string | null> {
  if (!isFolder(cwd)) return null;
  try {
    const found = resolveProjectSync(cwd, { home });
    return (await resolveAlias(db, found.id)) === id ? found.root : null;
  } catch (error) {
    // Its `.tacit.json` cannot be read now, so Tacit does not know whose it is.
    if (MemoryError.is(error)) return null;
    throw error;
  }
}
