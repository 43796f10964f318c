/**
 * Decides whether git would ignore a path. The rules of `.gitignore` files apply as in git: the last rule that matches
 * decides, a deeper file takes precedence over a file above it, and nothing inside an ignored folder can be included again. A
 * tracked file that matches counts as ignored too: git's index is not read.
 */
import { wildcard } from "./ignored-path.ts";

/** A file of rules and its folder, relative to the project's root, "" for the root itself. */
export interface RuleFile {
  readonly folder: string;
  readonly rules: readonly IgnoreRule[];
}

export interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isFolder: boolean;
  /** Whether the rule is matched from its folder on; any other rule is matched against a name. */
  readonly isAnchored: boolean;
  readonly segments: readonly string[];
}

/** Maximum rules; a person does not write more. */
const MOST_RULES = 2000;

export function parseIgnoreRules(text: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.split(/\r?\n/)) {
    const rule = parseRule(line);
    if (rule !== null) rules.push(rule);
    if (rules.length === MOST_RULES) break;
  }
  return rules;
}

function parseRule(line: string): IgnoreRule | null {
  const trimmed = line.replace(/(?<!\\)[ \t]+$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return null;
  const isNegated = trimmed.startsWith("!");
  const pattern = isNegated ? trimmed.slice(1) : trimmed;
  const isFolder = pattern.endsWith("/");
  const body = isFolder ? pattern.slice(0, -1) : pattern;
  const segments = body.split("/").filter((segment) => segment !== "");
  if (segments.length === 0) return null;
  return { isNegated, isFolder, isAnchored: body.includes("/"), segments };
}

/**
 * Returns whether git ignores the path. `path`: with slashes, relative to the project's root. `files`: the root's first,
 * deeper ones after it.
 */
export function isGitIgnored(path: string, files: readonly RuleFile[]): boolean {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  for (let length = 1; length <= segments.length; length++) {
    if (verdict(segments.slice(0, length), length < segments.length, files)) return true;
  }
  return false;
}

function verdict(path: readonly string[], isFolder: boolean, files: readonly RuleFile[]): boolean {
  let isIgnored = false;
  for (const { folder, rules } of files) {
    const depth = folder === "" ? 0 : folder.split("/").length;
    if (depth >= path.length || path.slice(0, depth).join("/") !== folder) continue;
    isIgnored = verdictOf(rules, path.slice(depth), isFolder, isIgnored);
  }
  return isIgnored;
}

/** Returns the result of the last rule that matches; without a match, `before`. */
function verdictOf(
  rules: readonly IgnoreRule[],
  path: readonly string[],
  isFolder: boolean,
  before: boolean,
): boolean {
  const last = rules.findLast((rule) => (isFolder || !rule.isFolder) && isMatch(rule, path));
  return last === undefined ? before : !last.isNegated;
}

function isMatch({ isAnchored, segments }: IgnoreRule, path: readonly string[]): boolean {
  if (isAnchored) return wildcard(segments, path, "**", isNameMatch);
  return isNameMatch(path.at(-1) ?? "", segments[0] ?? "");
}

function isNameMatch(name: string, pattern: string): boolean {
  if (!/[*?[\\]/.test(pattern)) return name === pattern;
  const parts = pattern.match(/\\.|\[!?[^\]]+\]|[\s\S]/g) ?? [];
  return wildcard(parts, [...name], "*", isCharacterMatch);
}

function isCharacterMatch(char: string, part: string): boolean {
  if (part === "?") return true;
  if (part.startsWith("\\")) return part.slice(1) === char;
  if (part.length < 3) return part === char;
  const isNegated = /^\[[!^]/.test(part);
  const members = part.slice(isNegated ? 2 : 1, -1);
  return isMember(char, members) !== isNegated;
}

function isMember(char: string, members: string): boolean {
  for (const [, first = "", last = first] of members.matchAll(/(.)(?:-(.))?/g)) {
    if (char >= first && char <= last) return true;
  }
  return false;
}
