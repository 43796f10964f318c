/**
 * By which names do memories know these files? One that was renamed is asked for by its new name, while memories keep
 * the name they were told with: on another branch the file may still have it. Git says where a file went; where it was
 * not told yet, or there is none, its content does. Only names under which nothing is now are former ones.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../domain/anchor.ts";
import type { AnchoredPlace } from "../store/anchors.ts";
import { readText } from "./anchor-files.ts";
import type { GitAnswers } from "./anchor-git.ts";
import { FRESHNESS } from "./tuning.ts";

interface Asked {
  readonly root: string;
  /** Places of the project that memories are tied to, the last tied first. */
  readonly places: readonly AnchoredPlace[];
  /** Null where there is none. */
  readonly git: Pick<GitAnswers, "renames"> | null;
}

/** All relative to the root; none where everything is where memories say. */
export interface FormerNames {
  readonly files: readonly string[];
  /** Folders that memories are tied to, which these files were in and which went with them. */
  readonly folders: readonly string[];
}

export async function formerNames(
  files: readonly string[],
  { root, places, git }: Asked,
): Promise<FormerNames> {
  const isThere = kept((path) => existsSync(join(root, path)));
  const lost = places.filter(({ path }) => !isThere(path));
  if (lost.length === 0) return { files: [], folders: [] };
  const asked = files.filter(isThere);
  const found = new Set(asked.flatMap((file) => sameContent(join(root, file), lost)));
  const bases = [...new Set(lost.map(({ commit }) => commit))];
  for (const base of git === null ? [] : bases.slice(0, FRESHNESS.renameBases.value)) {
    for (const [from, to] of (await git?.renames(base)) ?? []) {
      if (asked.includes(to) && !isThere(from)) found.add(from);
    }
  }
  const went = [...new Set(lost.map(({ path }) => path))];
  const folders = went.filter((path) => [...found].some((file) => file.startsWith(`${path}/`)));
  return { files: [...found], folders };
}

function sameContent(file: string, lost: readonly AnchoredPlace[]): string[] {
  const hashed = lost.filter(({ fileHash }) => fileHash !== null);
  if (hashed.length === 0) return [];
  const text = isReadable(file) ? readText(file) : null;
  // Many a file says nothing, or only what others say.
  if (text === null || text.trim() === "") return [];
  const hash = contentHash(text);
  return hashed.flatMap(({ path, fileHash }) => (fileHash === hash ? [path] : []));
}

function isReadable(file: string): boolean {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= FRESHNESS.maxFileBytes.value;
  } catch {
    // Gone since, or not ours to look at.
    return false;
  }
}

function kept(look: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? look(path);
    known.set(path, answer);
    return answer;
  };
}
