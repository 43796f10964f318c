/**
 * Decides whether the sessions of another project belong to the open project. Transcripts of other checkouts and machines
 * name folders that are not on this machine. The remotes, commits and files that such sessions name are the evidence.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "@tacit-memory/git";
import type { ProjectIdentity } from "@tacit-memory/project";
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import { findProject, resolveAlias } from "../../store/projects.ts";
import { listEvents } from "../../store/sessions/events.ts";
import { listRecentSessions } from "../../store/sessions/sessions.ts";

export interface MatchingProject {
  readonly project: ProjectId;
  readonly sessions: number;
  /** The evidence. "assigned": the user assigned the project before. */
  readonly by: "assigned" | "remote" | "commits" | "files";
  /** How many commits or files were found in the repository. */
  readonly found: number;
  /** How many commits or files were looked for. */
  readonly of: number;
}

const MAX_SESSIONS = 50;
const MAX_NAMES = 300;
/** Repositories share file names. This many names, and this share of them in the repository, are not a coincidence. */
const MIN_FILES = 5;
const MIN_FILES_SHARE = 0.8;
/** Names that most repositories have. */
const COMMON =
  /(?:^|\/)(?:readme\.md|package\.json|src\/index\.\w+|tsconfig\.json|\.gitignore|license|index\.\w+|main\.\w+)$/i;
const GIT_MS = 2000;

/** Null without evidence, or if the open project is not a repository. */
export async function matchingProject(
  { db, identity, projectId }: OpenProject,
  project: ProjectId,
): Promise<MatchingProject | null> {
  const id = await resolveAlias(db, project);
  if (id === projectId) return { project, sessions: 0, by: "assigned", found: 0, of: 0 };
  if (identity.basis === "directory" || (await findProject(db, id)) === undefined) return null;
  const { root } = identity;
  const named = await namedIn(db, id);
  const base = { project, sessions: named.sessions };
  if (identity.basis === "remote" && named.projects.has(identity.canonical))
    return { ...base, by: "remote", found: 1, of: 1 };
  const held = await heldCommits(root, [...named.commits].slice(0, MAX_NAMES));
  if (held > 0) return { ...base, by: "commits", found: held, of: named.commits.size };
  const specific = [...named.files].filter(isSpecific).slice(0, MAX_NAMES);
  const found = specific.filter((file) => existsSync(join(root, file))).length;
  const isEnough = specific.length >= MIN_FILES && found / specific.length >= MIN_FILES_SHARE;
  return isEnough ? { ...base, by: "files", found, of: specific.length } : null;
}

export interface OpenProject {
  readonly db: Database;
  readonly identity: ProjectIdentity;
  readonly projectId: ProjectId;
}

/** What the sessions of a project name. */
interface NamedFolders {
  readonly sessions: number;
  /** Canonical identities, such as `github.com/o/r`. */
  readonly projects: ReadonlySet<string>;
  readonly commits: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

async function namedIn(db: Database, project: ProjectId): Promise<NamedFolders> {
  const sessions = await listRecentSessions(db, project, MAX_SESSIONS);
  const events = await Promise.all(sessions.map(({ rid }) => listEvents(db, rid)));
  const all = events.flat();
  const began = sessions.flatMap(({ commit }) => commit ?? []);
  const made = all.flatMap((event) => (event.kind === "commit" ? [event.sha] : []));
  return {
    sessions: sessions.length,
    projects: new Set(all.flatMap((event) => event.project ?? [])),
    commits: new Set([...began, ...made]),
    files: new Set(all.flatMap((event) => ("files" in event ? (event.files ?? []) : []))),
  };
}

function isSpecific(file: string): boolean {
  return !COMMON.test(file) && !/^(?:\/|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(file);
}

async function heldCommits(root: string, commits: readonly string[]): Promise<number> {
  const shas = commits.filter((sha) => /^[0-9a-f]{7,64}$/.test(sha));
  if (shas.length === 0) return 0;
  const input = `${shas.join("\n")}\n`;
  const output = await runGit(root, ["cat-file", "--batch-check"], { timeoutMs: GIT_MS, input });
  return (output ?? "").split("\n").filter((line) => / commit \d+$/.test(line)).length;
}
