/**
 * Renames for hooks. When a session begins and ends, git is asked where missing anchored files went, and the answer is
 * stored. When a file is opened, the stored answer is read; files without one are recognised by content.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import { anchoredPlaces } from "../store/memories/anchors.ts";
import {
  formerPaths,
  noteRenamed,
  placesLookedFor,
  type Renamed,
} from "../store/memories/renamed-places.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { currentBranchStates } from "./branches/current-branches.ts";
import { gitAnswers } from "./freshness/anchor-git.ts";
import { headOf } from "./freshness/check-memories.ts";
import { formerNames } from "./freshness/former-names.ts";
import { searchLostCode } from "./freshness/lost-code.ts";
import { FRESHNESS } from "./limits.ts";

type RenameContext = Pick<Workspace, "db" | "identity" | "projectId" | "moment">;

/**
 * Asks git what was merged, where files moved, and whether missing code is elsewhere, within this time limit. Calls git only
 * if something has moved or code is missing.
 */
export async function checkGit(workspace: Workspace, gitLimitMs: number): Promise<void> {
  const untilMs = performance.now() + gitLimitMs;
  await currentBranchStates(workspace, gitLimitMs);
  await noteRenames(workspace, gitLimitMs, untilMs).catch(ignoreUnavailableStore);
  await searchLostCode(workspace, untilMs).catch(ignoreUnavailableStore);
}

/** Looks only for missing files that were not yet looked for at this commit. */
async function noteRenames(
  workspace: RenameContext,
  gitLimitMs: number,
  untilMs: number,
): Promise<void> {
  const { db, identity, projectId } = workspace;
  const { root } = identity;
  const head = headOf(root);
  if (head === null) return;
  const places = await anchoredPlaces(db, projectId, FRESHNESS.anchoredPlaces);
  const isThere = (path: string) => existsSync(join(root, path));
  const lost = places.filter(({ path }) => !isThere(path));
  if (lost.length === 0) return;
  // An interrupted check is not repeated with the same time limit.
  const cutShort = `${head}~${gitLimitMs}`;
  const lookedFor = await placesLookedFor(db, projectId, [head, cutShort]);
  const wanted = lost.filter(({ path }) => !lookedFor.has(path));
  if (wanted.length === 0) return;
  const leftMs = () => Math.ceil(untilMs - performance.now());
  if (leftMs() <= 0) return;
  const went = new Set(wanted.map(({ path }) => path));
  const found = new Map<string, Renamed>();
  const bases = [...new Set(wanted.map(({ commit }) => commit))];
  for (const base of bases.slice(0, FRESHNESS.renameBases)) {
    const patienceMs = leftMs();
    if (patienceMs <= 0) break;
    const git = gitAnswers(root, () => head, patienceMs)(workspace.moment().nowMs);
    for (const [from, to] of await git.renames(base)) {
      if (isOf(from, went) && !isThere(from) && isThere(to))
        found.set(`${from}\0${to}`, [from, to]);
    }
  }
  const renamed = [...found.values()].slice(0, FRESHNESS.notedRenames);
  const nowhere = [...went].map((path): Renamed => [path, null]);
  const stamp = leftMs() > 0 ? head : cutShort;
  await noteRenamed(db, projectId, [...renamed, ...nowhere], stamp);
}

/** Returns whether the path is a lost file or lies in a lost anchored folder. */
function isOf(path: string, went: ReadonlySet<string>): boolean {
  return went.has(path) || foldersOf(path).some((folder) => went.has(folder));
}

/** Returns the former names of these files and the folders that moved with them, without calling git. */
export async function formerPlacesNoted(
  { db, identity: { root }, projectId }: RenameContext,
  files: readonly string[],
): Promise<string[]> {
  const isLost = (path: string) => !existsSync(join(root, path));
  const here = files.filter((path) => !isLost(path));
  if (here.length === 0) return [];
  const noted = await formerPaths(db, projectId, here, FRESHNESS.notedRenames);
  const lost = noted.filter(isLost);
  const places = await anchoredPlaces(db, projectId, FRESHNESS.anchoredPlacesInHook);
  const { files: same } = await formerNames(here, { root, places, git: null });
  const found = [...new Set([...lost, ...same])];
  const folders = found.flatMap(foldersOf).filter(isLost);
  return [...new Set([...found, ...folders])];
}
