/** Finds code that is no longer where it was: in a renamed file, or in a file that names it. */
import { join } from "node:path";
import { namesIn } from "@tacit-memory/files";
import { type Anchor, contentHash } from "../../domain/anchors/anchor.ts";
import { nameOfHead, occurrencesOf } from "../../domain/text/anchor-text.ts";
import { FRESHNESS } from "../limits.ts";
import { readText, stateInText } from "./anchor-files.ts";
import type { GitAnswers } from "./anchor-git.ts";

export interface CodeLocation {
  readonly path: string;
  /** First line, from 1; null for a whole file. */
  readonly line: number | null;
  /** True if the code is unchanged; false if it moved and changed. */
  readonly isSame: boolean;
}

export interface SearchContext {
  readonly root: string;
  /** True if there is time to search beyond the files in the same folder. */
  readonly mayAsk: boolean;
  /** Null if git may not be called or is missing. */
  readonly git: GitAnswers | null;
  /** Returns the files that define a name according to the code graph; empty if nothing is indexed. */
  readonly filesDefining: (name: string) => Promise<readonly string[]>;
  /** Returns where git once reported that a file went. */
  readonly movedTo?: ((path: string) => Promise<string | null>) | undefined;
  /** Files that the query is about. */
  readonly queryFiles: readonly string[];
  /** Characters that may still be read for this query; limited because a hook has little time. */
  readonly budget: { chars: number };
}

/** Returns where the code is now; null if it is nowhere. Checks at most `FRESHNESS.maxCandidates` files. */
export async function findMovedCode(
  anchor: Anchor,
  where: SearchContext,
): Promise<CodeLocation | null> {
  return anchor.extent === null ? findMovedFile(anchor, where) : findMovedPart(anchor, where);
}

async function findMovedFile(anchor: Anchor, where: SearchContext): Promise<CodeLocation | null> {
  const { root, git, queryFiles, budget } = where;
  const renamed = await renamedTo(anchor, where);
  const name = nameIn(anchor.path);
  const loose = ((await git?.untracked()) ?? []).filter((path) => nameIn(path) === name);
  const candidates = [
    ...(renamed === null ? [] : [renamed]),
    ...queryFiles,
    ...loose,
    ...filesInSameFolder(root, anchor.path),
  ];
  for (const path of candidates.slice(0, maxCandidates())) {
    const text = readWithin(budget, root, path);
    if (text === null || contentHash(text) !== anchor.contentHash) continue;
    // Blank files are all alike: only git knows which one it was.
    if (path === renamed || text.trim() !== "") {
      return { path, line: null, isSame: true };
    }
  }
  return renamed === null ? null : { path: renamed, line: null, isSame: false };
}

async function findMovedPart(anchor: Anchor, where: SearchContext): Promise<CodeLocation | null> {
  const { queryFiles, root } = where;
  const name = anchor.head === null ? null : nameOfHead(anchor.head);
  const renamed = await renamedTo(anchor, where);
  const naming = name === null || !where.mayAsk ? [] : await filesWithName(name, where);
  const candidates = new Set([
    ...(renamed === null ? [] : [renamed]),
    ...queryFiles,
    ...likeliestFirst(naming, anchor.path),
    ...filesInSameFolder(root, anchor.path),
  ]);
  candidates.delete(anchor.path);
  let changedAt: CodeLocation | null = null;
  for (const path of [...candidates].slice(0, maxCandidates())) {
    const text = readWithin(where.budget, root, path);
    if (text === null) continue;
    const line = lineIn(text, anchor);
    if (line !== null) return { path, line, isSame: true };
    const state = path === renamed ? stateInText(text, anchor) : null;
    if (state?.state === "changed") changedAt = { path, line: state.line, isSame: false };
  }
  return changedAt;
}

async function renamedTo(anchor: Anchor, { git, movedTo }: SearchContext): Promise<string | null> {
  const fromGit = (await git?.renamed(anchor.path, anchor.commit)) ?? null;
  return fromGit ?? (await movedTo?.(anchor.path)) ?? null;
}

/** Returns the line, from 1, where the exact text of an anchor begins; null if the text is missing. */
function lineIn(text: string, { head, extent, contentHash: hash, path }: Anchor): number | null {
  if (head === null || extent === null || hash === null) return null;
  return occurrencesOf(text, { head, extent, hash }, path).lines[0] ?? null;
}

function readWithin(budget: { chars: number }, root: string, path: string): string | null {
  if (budget.chars <= 0) return null;
  const text = readText(root, path);
  budget.chars -= text?.length ?? 0;
  return text;
}

async function filesWithName(
  name: string,
  { git, ...where }: SearchContext,
): Promise<readonly string[]> {
  return (await git?.filesMentioning(name)) ?? where.filesDefining(name);
}

/** Returns files of the same folder and kind, which is all that a process without time to call git can check. */
function filesInSameFolder(root: string, path: string): string[] {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, slash + 1);
  const suffix = suffixOf(path);
  return namesIn(join(root, folder))
    .filter((name) => suffixOf(name) === suffix)
    .map((name) => folder + name);
}

/** Sorts files of the same kind first, then those in nearby folders. */
function likeliestFirst(paths: readonly string[], from: string): string[] {
  const suffix = suffixOf(from);
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const rank = (path: string) =>
    (suffixOf(path) === suffix ? 0 : 2) + (path.startsWith(folder) ? 0 : 1);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function suffixOf(path: string): string {
  const name = nameIn(path);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function maxCandidates(): number {
  return FRESHNESS.maxCandidates;
}
