/**
 * Decides to which project each session of a transcript belongs. The first folder that a session names decides; later
 * folders do not split it. Sessions of folders that are not on this machine are stored under a project of their own.
 */
import { dirname, resolve } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { type Project, type ProjectIdentity, storedProject } from "@tacit-memory/project";
import type { ProjectId } from "../../domain/ids.ts";
import { resolveProjectSync } from "../../store/resolve-project.ts";
import type { SessionInFile } from "./new-events.ts";

export interface SessionRules {
  /** Every session belongs to the open project, whatever folder it names. */
  readonly isOneProject: boolean;
  /** A session whose folder is not on this machine belongs to the open project. */
  readonly isOwnIfGone: boolean;
}

/** A folder that sessions name and that is not on this machine. */
interface MissingFolder {
  /** The project under which its sessions are stored. */
  readonly project: Project;
  readonly sessions: number;
}

export interface SessionProjects {
  readonly projectOf: (session: Omit<SessionInFile, "isResumed">) => Project;
  /** Whether hooks recorded this session, under the same project. */
  readonly isLive: (session: SessionInFile) => Promise<boolean>;
  /** By folder; filled in as sessions are resolved. */
  readonly missingFolders: ReadonlyMap<string, MissingFolder>;
}

export interface ProjectLookup {
  readonly home: string;
  /** The open project. */
  readonly identity: ProjectIdentity;
  readonly projectIdOf: (identity: ProjectIdentity) => Promise<ProjectId>;
  readonly isLiveSession: (project: ProjectId, session: string) => Promise<boolean>;
}

/** Represents the folder of sessions that name none. */
const NO_FOLDER = "(no folder)";

export function sessionProjects(
  { home, identity, projectIdOf, isLiveSession }: ProjectLookup,
  { isOneProject, isOwnIfGone }: SessionRules,
): SessionProjects {
  const own: Resolved = { seen: storedProject(identity), identity };
  const bySession = new Map<string, Resolved>();
  const byFolder = new Map<string, Resolved>();
  const ids = new Map<string, Promise<ProjectId>>();
  const missingFolders = new Map<string, MissingFolder>();

  const resolved = (session: Omit<SessionInFile, "isResumed">): Resolved => {
    if (isOneProject) return own;
    const cached = bySession.get(session.session);
    if (cached !== undefined) return cached;
    const folder = session.folder ?? dirname(resolve(session.path));
    const found = byFolder.get(folder) ?? resolveFolder(folder, session.folder !== null, home);
    const project = found.identity === null && isOwnIfGone ? own : found;
    byFolder.set(folder, project);
    bySession.set(session.session, project);
    if (project.identity === null) {
      const name = session.folder ?? NO_FOLDER;
      const sessions = (missingFolders.get(name)?.sessions ?? 0) + 1;
      missingFolders.set(name, { project: project.seen, sessions });
    }
    return project;
  };
  return {
    projectOf: (session) => resolved(session).seen,
    async isLive(session) {
      const project = resolved(session).identity;
      if (project === null) return false;
      const id = ids.get(project.id) ?? projectIdOf(project);
      ids.set(project.id, id);
      return isLiveSession(await id, session.session);
    },
    missingFolders,
  };
}

interface Resolved {
  readonly seen: Project;
  /** Null if its folder is not on this machine. */
  readonly identity: ProjectIdentity | null;
}

/** `isNamed`: the session names the folder. Otherwise it is only the folder of the transcript. */
function resolveFolder(folder: string, isNamed: boolean, home: string): Resolved {
  if (isNamed && isFolder(folder)) {
    const identity = resolveProjectSync(folder, { home });
    return { seen: storedProject(identity), identity };
  }
  // Not with `resolve`: a Windows folder must not become one below the working directory.
  const absolute = folder.startsWith("/") ? folder : `/${folder.replaceAll("\\", "/")}`;
  const identity = resolveProjectSync(absolute, { home });
  return { seen: { ...storedProject(identity), root: null }, identity: null };
}
