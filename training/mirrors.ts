/** Locates the repositories that the recipe reads: which are available, at which commit, and how to get the others. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { recipeFault } from "./recipe-fault.ts";

export interface MinedSource {
  /** `owner/name`. */
  readonly repo: string;
  readonly commit?: string;
  /** Prefixes of paths that may not be used or are of no use. */
  readonly exclude?: readonly string[];
  readonly split: "train" | "heldout";
}

/** Returns all of sources.json in its order. Throws with the file name when it is not a list of sources. */
export function readSources(path: string): MinedSource[] {
  const sources = parse(path);
  const isSound =
    Array.isArray(sources) &&
    sources.every(({ repo }) => /^[\w.-]+\/[\w.-]+$/u.test(repo) && !repo.includes(".."));
  if (!isSound) {
    throw recipeFault("missing", `${path}: no list of sources, each with its owner/name`);
  }
  return sources;
}

function parse(path: string): MinedSource[] | undefined {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { sources?: MinedSource[] }).sources;
  } catch (error) {
    throw recipeFault("missing", `${path}: ${(error as Error).message}`, error);
  }
}

/** Converts `owner/name` to a file name. */
export function fileNameOf(repo: string): string {
  return repo.replace("/", "+");
}

/** Returns the git directory of a repository; undefined when it does not exist. */
export function mirrorOf(mirror: string, repo: string): string | undefined {
  const places = [join(mirror, fileNameOf(repo), "repo"), join(mirror, repo)];
  return places.find((path) => existsSync(path));
}

/** Returns shell lines that create the mirror of a source: its whole history, with HEAD where the recipe read it. */
export function cloneCommands(mirror: string, { repo, commit }: MinedSource): string[] {
  const place = quoted(join(mirror, fileNameOf(repo), "repo"));
  const clone = `git clone --bare https://github.com/${repo} ${place}`;
  if (commit === undefined || !/^[0-9a-f]{40}$/u.test(commit)) return [clone];
  return [clone, `git -C ${place} update-ref --no-deref HEAD ${commit}`];
}

function quoted(path: string): string {
  return /^[\w./+-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
