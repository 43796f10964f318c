/**
 * Checks whether a condition under which a memory no longer applies is met, using the working tree and the clock. A condition
 * that cannot be checked (missing tree, unreadable version) is not met.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { entriesIn } from "@tacit-memory/files";
import {
  type Condition,
  malformedCondition,
  parseCondition,
} from "../../domain/anchors/condition.ts";
import { matchesGlob, parseGlob } from "../../domain/anchors/glob.ts";
import { FRESHNESS } from "../limits.ts";
import { dependencyIn } from "./anchor-manifest.ts";

/** Loaded on the first comparison of version ranges. */
const versions = async () => (await import("semver")).default;

/** Throws "condition_malformed", with examples, for the first condition that cannot be parsed. */
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
  /** Null if the project is not on this machine. */
  readonly root: string | null;
  /** Files the memory is about; the manifests in the folders above them are read too. */
  readonly files: readonly string[];
}

/** Returns the first condition that is met, such as `path:src/old/** gone`; null if none is. */
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

/** Parses a condition; an unreadable one, written by another version of Tacit, counts as not met. */
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

/** Matches a version, including forms that npm does not use: `4.0rc1`, `1.2.3.4`. Numbers in an address do not match. */
const VERSION_LIKE = /^[\s<>=~^v]*\d/;

/** Returns the lowest version a range allows: a project that may still use 1 has not left it. */
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

/** Also returns true if the tree is too large to be sure that no file matches. */
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
    for (const entry of entriesIn(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      yield path;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(path);
    }
  }
}
