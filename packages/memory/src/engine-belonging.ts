/**
 * Do the sessions of another project belong to the repository at hand? Transcripts of other checkouts and machines name folders
 * that are not on this machine. What such sessions named says whose they are: the remote, commits that they made or began at, files.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "@tacit-memory/git";
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "./domain/ids.ts";
import type { Life } from "./life.ts";
import { listEvents } from "./store/events.ts";
import { findProject, resolveAlias } from "./store/projects.ts";
import { listRecentSessions } from "./store/sessions.ts";

export interface Belonging {
  readonly project: ProjectId;
  readonly sessions: number;
  /** `assigned`: somebody said so before. */
  readonly by: "assigned" | "remote" | "commits" | "files";
  /** How many commits, or files, of how many. */
  readonly found: number;
  readonly of: number;
}

const MOST_SESSIONS = 50;
const MOST_NAMES = 300;
/** Files have names that many repositories share: so many, and nearly all of them here, are no coincidence. */
const FEWEST_FILES = 5;
const FILES_SHARE = 0.8;
const COMMON =
  /(?:^|\/)(?:readme\.md|package\.json|src\/index\.\w+|tsconfig\.json|\.gitignore|license|index\.\w+|main\.\w+)$/i;
const GIT_MS = 2000;

/** Null where nothing says so, or the repository is not on this machine. */
export async function belongsHere(life: Life, project: ProjectId): Promise<Belonging | null> {
  const { db, identity } = life;
  const id = await resolveAlias(db, project);
  if (id === life.projectId) return { project, sessions: 0, by: "assigned", found: 0, of: 0 };
  if (identity.basis === "directory" || (await findProject(db, id)) === undefined) return null;
  const { root } = identity;
  const named = await namedIn(db, id);
  const about = { project, sessions: named.sessions };
  if (identity.basis === "remote" && named.projects.has(identity.canonical))
    return { ...about, by: "remote", found: 1, of: 1 };
  const held = await heldCommits(root, [...named.commits].slice(0, MOST_NAMES));
  if (held > 0) return { ...about, by: "commits", found: held, of: named.commits.size };
  const telling = [...named.files].filter(isTelling).slice(0, MOST_NAMES);
  const found = telling.filter((file) => existsSync(join(root, file))).length;
  const isEnough = telling.length >= FEWEST_FILES && found / telling.length >= FILES_SHARE;
  return isEnough ? { ...about, by: "files", found, of: telling.length } : null;
}

interface Named {
  readonly sessions: number;
  /** Canonical identities, such as `github.com/o/r`. */
  readonly projects: ReadonlySet<string>;
  readonly commits: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

async function namedIn(db: Database, project: ProjectId): Promise<Named> {
  const sessions = await listRecentSessions(db, project, MOST_SESSIONS);
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

function isTelling(file: string): boolean {
  return !COMMON.test(file) && !/^(?:\/|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(file);
}

async function heldCommits(root: string, commits: readonly string[]): Promise<number> {
  const shas = commits.filter((sha) => /^[0-9a-f]{7,64}$/.test(sha));
  if (shas.length === 0) return 0;
  const input = `${shas.join("\n")}\n`;
  const told = await runGit(root, ["cat-file", "--batch-check"], { timeoutMs: GIT_MS, input });
  return (told ?? "").split("\n").filter((line) => / commit \d+$/.test(line)).length;
}
