/**
 * By which names do memories know these files? One that was renamed is asked for by its new name, while memories keep
 * the name they were told with: on another branch the file may still have it. Git says where a file went; where it was
 * not told yet, or there is none, its content does. Only names under which nothing is now are former ones.
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

/** Where it was and where it is, relative to the root. */
type Rename = readonly [from: string, to: string];

interface Asked {
  readonly root: string;
  /** Places of the project that memories are tied to, the last tied first. */
  readonly places: readonly AnchoredPlace[];
  /** Null where there is none. */
  readonly git: Pick<GitAnswers, "renames"> | null;
  /** What git said before: what changed much since is no rename to it any more. */
  readonly noted?: readonly Rename[];
}

/** All relative to the root; none where everything is where memories say. */
export interface FormerNames {
  /** Of what is asked about, which may be folders. */
  readonly files: readonly string[];
  /** Folders that memories are tied to, which these files were in and which went with them. */
  readonly folders: readonly string[];
  /** Of what lies in a folder that is asked about and memories are tied to. */
  readonly within: readonly string[];
}

export async function formerNames(
  files: readonly string[],
  { root, places, git, noted = [] }: Asked,
): Promise<FormerNames> {
  const isThere = memoize((path) => existsSync(join(root, path)));
  const lost = places.filter(({ path }) => !isThere(path));
  if (lost.length === 0) return { files: [], folders: [], within: [] };
  const asked = files.filter(isThere);
  const renames: Rename[] = asked.flatMap((file) => [
    ...sameContent(root, file, lost).map((from): Rename => [from, file]),
    ...sameWithin(file, { root, places: lost }),
  ]);
  const bases = [...new Set(lost.map(({ commit }) => commit))];
  for (const base of git === null ? [] : bases.slice(0, FRESHNESS.renameBases))
    renames.push(...((await git?.renames(base)) ?? []));
  renames.push(...noted);
  const gone = renames.filter(([from]) => !isThere(from));
  const found = new Set(asked.flatMap((file) => formerOf(file, gone)));
  const went = new Set(lost.map(({ path }) => path));
  const folders = [...went].filter((path) => [...found].some((file) => isIn(path, file)));
  const within = gone.flatMap((rename) =>
    [rename[0], ...foldersOf(rename[0])].filter((path) => {
      const now = went.has(path) ? placeNow(path, rename) : null;
      return now !== null && asked.some((folder) => isIn(folder, now));
    }),
  );
  return {
    files: [...found].filter((path) => !isThere(path)),
    folders,
    within: [...new Set(within)],
  };
}

/** A folder was where what lies in it now lay, by the same path from there. */
function formerOf(asked: string, renames: readonly Rename[]): string[] {
  return renames.flatMap(([from, to]) => {
    if (to === asked) return [from];
    const folder = isIn(asked, to) ? placeNow(asked, [to, from]) : null;
    return folder === null ? [] : [folder];
  });
}

/** Where a file, or a folder it was in, is since. Null: the file was renamed besides. */
function placeNow(path: string, [from, to]: Rename): string | null {
  const inside = from.slice(path.length);
  const now = to.endsWith(inside) ? to.slice(0, to.length - inside.length) : "";
  return now === "" ? null : now;
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** What is lost may lie in this folder, by the last parts of its path. */
function sameWithin(folder: string, { root, places }: Pick<Asked, "root" | "places">): Rename[] {
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
  // Many a file says nothing, or only what others say.
  if (text === null || text.trim() === "") return [];
  const hash = contentHash(text);
  return hashed.flatMap(({ path, fileHash }) => (fileHash === hash ? [path] : []));
}

function memoize(look: (path: string) => boolean): (path: string) => boolean {
  const cache = new Map<string, boolean>();
  return (path) => {
    const answer = cache.get(path) ?? look(path);
    cache.set(path, answer);
    return answer;
  };
}
