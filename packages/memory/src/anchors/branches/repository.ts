/**
 * Branches of the repository that contains a folder: what is checked out, which branch is the default, and their tips. Reads
 * files only, so hooks may use it.
 */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "@tacit-memory/files";
import {
  findGitLayout,
  MAX_PACKED_REFS_BYTES,
  parseGitConfig,
  readHead,
  remotesOf,
} from "@tacit-memory/project";
import { isCommit } from "../../domain/anchors/stage.ts";
import { isBornHere } from "./reflog.ts";

export interface Repository {
  readonly root: string;
  /** Git folder shared by all worktrees. */
  readonly commonDir: string;
  /** Null if HEAD is detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly head: string | null;
  /** Null if the default branch cannot be determined. */
  readonly defaultBranch: () => string | null;
  /** Tip of a local branch; null if no branch has this name. */
  readonly tipOf: (branch: string) => string | null;
  /** Tips of the remote branches of this name, as last fetched. */
  readonly remoteTipsOf: (branch: string) => readonly string[];
  readonly localBranches: () => readonly string[];
}

/** Returns null without git, or if the repository stores its branches in a reftable, which only git can read. */
export function readRepository(root: string): Repository | null {
  if (!existsSync(root)) return null;
  const layout = findGitLayout(root);
  if (layout === null || "brokenLink" in layout) return null;
  const { commonDir } = layout;
  if (existsSync(join(commonDir, "reftable"))) return null;
  const head = readHead(layout);
  const references = referencesIn(commonDir);
  const remotes = once(() => {
    const config = readSmallFile(join(commonDir, "config")) ?? "";
    return remotesOf(parseGitConfig(config)).map(({ name }) => name);
  });
  const localBranches = once(() => references.below("refs/heads/"));
  const tipOf = (branch: string) => references.at(`refs/heads/${branch}`);
  return {
    root: layout.root,
    commonDir,
    branch: head.branch,
    head: head.commit,
    defaultBranch: once(
      () => ofRemotes(commonDir, remotes()) ?? ofHere(commonDir, localBranches, tipOf),
    ),
    tipOf,
    remoteTipsOf: (branch) =>
      remotes().flatMap((remote) => references.at(`refs/remotes/${remote}/${branch}`) ?? []),
    localBranches,
  };
}

/** Returns the default branch named by a remote, `origin` first. */
function ofRemotes(commonDir: string, remotes: readonly string[]): string | null {
  const ordered = [...remotes].sort((a, b) => Number(b === "origin") - Number(a === "origin"));
  for (const remote of ordered) {
    const text = readSmallFile(join(commonDir, "refs", "remotes", remote, "HEAD"), 4096) ?? "";
    const start = `ref: refs/remotes/${remote}/`;
    if (text.startsWith(start)) return text.slice(start.length).trim();
  }
  return null;
}

const USUAL_DEFAULT_BRANCHES = ["main", "master", "trunk", "default"];
/** Maximum number of branches whose reflogs are read; more would take too long. */
const MAX_LOOKED_AT = 200;

/** Returns the branch the repository began on, usual names before others; otherwise a usual name or the only branch. */
function ofHere(
  commonDir: string,
  branches: () => readonly string[],
  tipOf: (branch: string) => string | null,
): string | null {
  const usual = USUAL_DEFAULT_BRANCHES.filter((name) => tipOf(name) !== null);
  const bornUsual = usual.find((name) => isBornHere(commonDir, name));
  if (bornUsual !== undefined) return bornUsual;
  const all = branches();
  const [born, another] = all.slice(0, MAX_LOOKED_AT).filter((name) => isBornHere(commonDir, name));
  if (born !== undefined && another === undefined) return born;
  return usual[0] ?? (all.length === 1 ? (all[0] ?? null) : null);
}

/** Matches names that git refuses (git-check-ref-format), so that a name is a path that stays below its folder. */
const NO_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them in names
  /(?:^|\/)\.|\.\.|[\u0000-\u0020\u007f~^:?*[\\]|\/\/|^\/|\/$|\.lock(?:\/|$)|^$/;

function referencesIn(commonDir: string) {
  const packed = once(() => packedIn(commonDir));
  return {
    at: (reference: string): string | null => {
      if (NO_NAME.test(reference)) return null;
      const loose = readSmallFile(join(commonDir, reference), 4096)?.trim();
      if (loose !== undefined && isCommit(loose)) return loose;
      return packed().get(reference) ?? null;
    },
    below: (prefix: string): string[] => {
      const inPack = [...packed().keys()].filter((name) => name.startsWith(prefix));
      const loose = filesBelow(join(commonDir, prefix)).map((name) => prefix + name);
      return [...new Set([...loose, ...inPack])].sort().map((name) => name.slice(prefix.length));
    },
  };
}

function packedIn(commonDir: string): Map<string, string> {
  const found = new Map<string, string>();
  const text = readSmallFile(join(commonDir, "packed-refs"), MAX_PACKED_REFS_BYTES) ?? "";
  for (const line of text.split("\n")) {
    const [commit = "", name = ""] = line.split(" ", 2);
    if (isCommit(commit)) found.set(name.trim(), commit);
  }
  return found;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
      .map((entry) =>
        join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/"),
      );
  } catch {
    return [];
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
