/**
 * User settings that extend what is never stored: `{"ignore": [globs], "secrets": [patterns]}` in `config.json` of the home
 * folder for every project, and in a project's `.tacit.json`. A repository's file can only add rules, never remove a default.
 */

import { join } from "node:path";
import { readProjectText, readTextAt } from "@tacit-memory/files";
import { PROJECT_CONFIG } from "@tacit-memory/project";
import { compileOwnPattern, DEFAULT_IGNORE } from "@tacit-memory/redact";
import { CONFIG_FILE, MAX_CONFIG_BYTES } from "../config/config-files.ts";
import { MAX_RULES, type PrivacyList, problemOfRule } from "../config/privacy-rules.ts";

export interface OwnPrivacy {
  /** The defaults and the additions, in the order of `isIgnoredPath`. */
  readonly ignore: readonly string[];
  readonly patterns: readonly RegExp[];
  /** What was ignored and why, one line each. */
  readonly problems: readonly string[];
}

/** Reads the settings. Never throws: invalid settings are ignored and reported. */
export function readOwnPrivacy(home: string, root: string | null): OwnPrivacy {
  const problems: string[] = [];
  const own = parse(readTextAt(join(home, CONFIG_FILE), MAX_CONFIG_BYTES), CONFIG_FILE, problems);
  const text = root === null ? null : readProjectText(root, PROJECT_CONFIG, MAX_CONFIG_BYTES);
  const project = parse(text, PROJECT_CONFIG, problems);
  const added = project.ignore.filter((glob) => {
    if (glob.startsWith("!"))
      problems.push(`${PROJECT_CONFIG}: ignore: "${glob}" is only allowed in ${CONFIG_FILE}`);
    return !glob.startsWith("!");
  });
  const ignore = [...DEFAULT_IGNORE, ...own.ignore, ...added];
  return { ignore, patterns: [...own.patterns, ...project.patterns], problems };
}

interface Added {
  readonly ignore: readonly string[];
  readonly patterns: readonly RegExp[];
}

const NONE: Added = { ignore: [], patterns: [] };

function parse(text: string | null, file: string, problems: string[]): Added {
  // Most files contain no such settings, and a broken file is reported by the code that reads its other settings.
  if (text === null || !/"(?:ignore|secrets)"/.test(text)) return NONE;
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = Object.fromEntries(Object.entries(JSON.parse(text.replace(/^\ufeff/, "")) ?? {}));
  } catch {
    problems.push(`${file}: not JSON; its "ignore" and "secrets" are not used`);
    return NONE;
  }
  const ignore = listOf(fields, "ignore", file, problems).filter((glob) => {
    const problem = problemOfRule("ignore", glob);
    if (problem !== null) problems.push(`${file}: ignore: "${glob.slice(0, 60)}" ${problem}`);
    return problem === null;
  });
  const patterns: RegExp[] = [];
  for (const source of listOf(fields, "secrets", file, problems)) {
    const compiled = compileOwnPattern(source);
    if ("pattern" in compiled) patterns.push(compiled.pattern);
    else problems.push(`${file}: secrets: "${source.slice(0, 60)}" ${compiled.problem}`);
  }
  return { ignore, patterns };
}

function listOf(
  fields: Readonly<Record<string, unknown>>,
  name: PrivacyList,
  file: string,
  problems: string[],
): string[] {
  const maxRules = MAX_RULES[name];
  const value = fields[name];
  if (value === undefined) return [];
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  if (!Array.isArray(value) || texts.length < value.length || texts.length > maxRules)
    problems.push(`${file}: "${name}" is not a list of at most ${maxRules} texts`);
  return texts.slice(0, maxRules);
}
