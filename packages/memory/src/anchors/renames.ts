/**
 * Files that were renamed, for hooks: as a session begins and ends git is asked where the files went that memories are tied
 * to, and what it says is kept; when a file is opened that is looked up, and what is nowhere noted is known by its content.
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
import { leaveToTheNext, type Workspace } from "../workspace.ts";
import { branchStatesHere } from "./branches/branches-here.ts";
import { gitAnswers } from "./freshness/anchor-git.ts";
import { headOf } from "./freshness/check-memories.ts";
import { formerNames } from "./freshness/former-names.ts";
import { FRESHNESS } from "./limits.ts";

type Asking = Pick<Workspace, "db" | "identity" | "projectId" | "moment">;

/** Asks git what was merged, and where things went, for no longer than this; nothing is asked where nothing has moved. */
export async function lookAtGit(workspace: Asking, lookMs: number): Promise<void> {
  const untilMs = performance.now() + lookMs;
  await branchStatesHere(workspace, lookMs);
  await noteRenames(workspace, lookMs, untilMs).catch(leaveToTheNext);
}

/** Only of what is gone, and was not looked for at this commit. */
async function noteRenames(workspace: Asking, lookMs: number, untilMs: number): Promise<void> {
  const { db, identity, projectId } = workspace;
  const { root } = identity;
  const head = headOf(root);
  if (head === null) return;
  const places = await anchoredPlaces(db, projectId, FRESHNESS.anchoredPlaces);
  const isThere = (path: string) => existsSync(join(root, path));
  const lost = places.filter(({ path }) => !isThere(path));
  if (lost.length === 0) return;
  // One that was cut short need not be repeated by who has no more time.
  const cutShort = `${head}~${lookMs}`;
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
  const look = leftMs() > 0 ? head : cutShort;
  await noteRenamed(db, projectId, [...renamed, ...nowhere], look);
}

/** The file itself, or what lies in a folder that memories are tied to. */
function isOf(path: string, went: ReadonlySet<string>): boolean {
  return went.has(path) || foldersOf(path).some((folder) => went.has(folder));
}

/** By which names memories know these files since before they were renamed, with the folders that went; asks no git. */
export async function formerPlacesNoted(
  { db, identity: { root }, projectId }: Asking,
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
