/**
 * Finds the names under which memories know renamed files. A memory keeps the name it was stored with, because the file may
 * still have that name on another branch. Git reports where a file went; without git, or before git knows, the content does.
 * A name under which a file exists now is not a former name.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { contentHash } from "../../domain/anchors/anchor.ts";
import { foldersOf } from "../../domain/anchors/folders-of.ts";
import type { AnchoredPlace } from "../../store/memories/anchors.ts";
import { FRESHNESS } from "../limits.ts";
import { readText } from "./anchor-files.ts";
import type { GitAnswers } from "./anchor-git.ts";

/** Old and new path, relative to the root. */
type Rename = readonly [from: string, to: string];

interface FormerNamesQuery {
  readonly root: string;
  /** Anchored places of the project, the latest anchored first. */
  readonly places: readonly AnchoredPlace[];
  /** Null if git is not available. */
  readonly git: Pick<GitAnswers, "renames"> | null;
  /** Renames that git reported earlier; git may no longer recognise them if the file changed much since. */
  readonly noted?: readonly Rename[];
}

/** Former names, relative to the root; empty if all anchored files exist where memories say. */
export interface FormerNames {
  /** Former names of the queried files or folders. */
  readonly files: readonly string[];
  /** Anchored folders that contained these files and moved with them. */
  readonly folders: readonly string[];
  /** Former names of anchored files inside a queried folder. */
  readonly within: readonly string[];
}

export async function formerNames(
  files: readonly string[],
  { root, places, git, noted = [] }: FormerNamesQuery,
): Promise<FormerNames> {
  const isThere = memoize((path) => existsSync(join(root, path)));
  const lost = places.filter(({ path }) => !isThere(path));
  if (lost.length === 0) return { files: [], folders: [], within: [] };
  const present = files.filter(isThere);
  const renames: Rename[] = present.flatMap((file) => [
    ...sameContent(root, file, lost).map((from): Rename => [from, file]),
    ...sameWithin(file, { root, places: lost }),
  ]);
  const bases = [...new Set(lost.map(({ commit }) => commit))];
  for (const base of git === null ? [] : bases.slice(0, FRESHNESS.renameBases))
    renames.push(...((await git?.renames(base)) ?? []));
  renames.push(...noted);
  const gone = renames.filter(([from]) => !isThere(from));
  const found = new Set(present.flatMap((file) => formerOf(file, gone)));
  const went = new Set(lost.map(({ path }) => path));
  const folders = [...went].filter((path) => [...found].some((file) => isIn(path, file)));
  const within = gone.flatMap((rename) =>
    [rename[0], ...foldersOf(rename[0])].filter((path) => {
      const now = went.has(path) ? placeNow(path, rename) : null;
      return now !== null && present.some((folder) => isIn(folder, now));
    }),
  );
  return {
    files: [...found].filter((path) => !isThere(path)),
    folders,
    within: [...new Set(within)],
  };
}

/**
 * Returns the former names of a path. A folder's former name is derived from a file in it that kept its path within the
 * folder.
 */
function formerOf(file: string, renames: readonly Rename[]): string[] {
  return renames.flatMap(([from, to]) => {
    if (to === file) return [from];
    const folder = isIn(file, to) ? placeNow(file, [to, from]) : null;
    return folder === null ? [] : [folder];
  });
}

/** Returns where a file or a folder above it is now; null if the file was renamed as well. */
function placeNow(path: string, [from, to]: Rename): string | null {
  const inside = from.slice(path.length);
  const now = to.endsWith(inside) ? to.slice(0, to.length - inside.length) : "";
  return now === "" ? null : now;
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Finds lost files in this folder by the last parts of their path and equal content. */
function sameWithin(
  folder: string,
  { root, places }: Pick<FormerNamesQuery, "root" | "places">,
): Rename[] {
  if (!isFolder(join(root, folder))) return [];
  return places.flatMap((place) => {
    if (place.fileHash === null) return [];
    const parts = place.path.split("/");
    return parts.flatMap((_part, at): Rename[] => {
      const to = `${folder}/${parts.slice(at).join("/")}`;
      return sameContent(root, to, [place]).map((from) => [from, to]);
    });
  });
}

function sameContent(root: string, path: string, lost: readonly AnchoredPlace[]): string[] {
  const hashed = lost.filter(({ fileHash }) => fileHash !== null);
  if (hashed.length === 0) return [];
  const text = readText(root, path);
  // Blank files are all alike and match nothing.
  if (text === null || text.trim() === "") return [];
  const hash = contentHash(text);
  return hashed.flatMap(({ path, fileHash }) => (fileHash === hash ? [path] : []));
}

function memoize(compute: (path: string) => boolean): (path: string) => boolean {
  const cache = new Map<string, boolean>();
  return (path) => {
    const answer = cache.get(path) ?? compute(path);
    cache.set(path, answer);
    return answer;
  };
}
