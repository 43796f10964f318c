/**
 * Is a condition met under which a memory no longer holds? Looked up in the working tree, by the clock; what cannot
 * be looked up (a tree that is not here, a version nobody can read) is not met.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Condition,
  malformedCondition,
  parseCondition,
} from "../../domain/anchors/condition.ts";
import { matchesGlob, parseGlob } from "../../domain/anchors/glob.ts";
import { FRESHNESS } from "../limits.ts";
import { dependencyIn } from "./anchor-manifest.ts";

/** Loaded with the first version range there is to compare. */
const versions = async () => (await import("semver")).default;

/** Throws "condition_malformed", with examples, for the first that cannot be read. */
export async function checkConditions(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const condition = parseCondition(text);
    if (condition.kind !== "dependency" || condition.range === null) continue;
    const semver = await versions();
    if (semver.validRange(condition.range, true) === null) {
      throw malformedCondition(text, `${condition.range} is no range of versions`);
    }
  }
}

export interface ConditionPlace {
  /** Null: the project is not here. */
  readonly root: string | null;
  /** What the memory is about; the manifests above it are asked too. */
  readonly files: readonly string[];
}

/** The first condition that is met, in words: `path:src/old/** gone`. Null when none is. */
export async function metCondition(
  texts: readonly string[],
  place: ConditionPlace,
  nowMs: number,
): Promise<string | null> {
  for (const text of texts) {
    if (await isMet(readOrNull(text), place, nowMs)) return text;
  }
  return null;
}

/** One that another version of Tacit wrote, and we cannot read, is not met. */
function readOrNull(text: string): Condition | null {
  try {
    return parseCondition(text);
  } catch {
    return null;
  }
}

async function isMet(
  condition: Condition | null,
  { root, files }: ConditionPlace,
  nowMs: number,
): Promise<boolean> {
  if (condition?.kind === "after") return nowMs >= condition.untilMs;
  if (condition === null || root === null || !existsSync(root)) return false;
  if (condition.kind === "path") return !isAnyThere(root, condition.glob);
  const { hasManifest, declared } = dependencyIn(root, foldersAbove(files), condition.name);
  if (condition.range === null) return hasManifest && declared.length === 0;
  const semver = await versions();
  return declared.some((range) => {
    const lowest = lowestVersion(semver, range);
    return lowest !== null && semver.satisfies(lowest, condition.range ?? "", { loose: true });
  });
}

/** What is a version, if one that npm does not write: `4.0rc1`, `1.2.3.4`. Numbers of an address are none. */
const VERSION_LIKE = /^[\s<>=~^v]*\d/;

/** What a range allows at least: a project that may use 1 has not left it. */
function lowestVersion(semver: Awaited<ReturnType<typeof versions>>, range: string): string | null {
  if (/^\s*(?:\*|latest|x)?\s*$/i.test(range)) return null;
  if (semver.validRange(range, true) !== null) {
    return semver.minVersion(range, true)?.version ?? null;
  }
  return VERSION_LIKE.test(range) ? (semver.coerce(range)?.version ?? null) : null;
}

function foldersAbove(files: readonly string[]): string[] {
  const folders = new Set([""]);
  for (const file of files) {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      folders.add(file.slice(0, at));
    }
  }
  return [...folders].slice(0, 40);
}

const SKIPPED = new Set([".git", "node_modules", ".hg", ".svn"]);

/** True as well when the tree is too large to be sure of the opposite. */
function isAnyThere(root: string, glob: string): boolean {
  if (!glob.includes("*")) return existsSync(join(root, glob));
  const parts = glob.split("/");
  const fixed = parts
    .slice(
      0,
      parts.findIndex((part) => part.includes("*")),
    )
    .join("/");
  // `a/**/b` is `a/b` too.
  const globs = [glob, glob.replaceAll("/**/", "/")].map(parseGlob);
  let left = FRESHNESS.conditionEntries;
  for (const path of pathsBelow(root, fixed)) {
    left--;
    if (left < 0 || globs.some((item) => matchesGlob(item, path))) return true;
  }
  return false;
}

function* pathsBelow(root: string, start: string): Generator<string> {
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      yield path;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(path);
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone, or not ours to read: nothing of it matches.
    return [];
  }
}
