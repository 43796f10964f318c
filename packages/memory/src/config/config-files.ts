/**
 * Reads options from `config.json` in Tacit's home folder and from a repository's `.tacit.json`. Both are parsed without a
 * schema library, because they are read at each step of an agent. Nothing here throws: unusable content is left out, with a
 * line that states the reason and the next step.
 */
import { join } from "node:path";
import {
  isRecord,
  type JsonRecord,
  openToRead,
  type ReadRefusal,
  readProjectFile,
  readWhole,
} from "@tacit-memory/files";
import { earlierNameOf, PROJECT_CONFIG, type ProjectIdentity } from "@tacit-memory/project";
import { MemoryError } from "../domain/errors.ts";
import { isOptionName, type OptionName, parseOption, specOf } from "../domain/options.ts";

export const CONFIG_FILE = "config.json";
/** Larger files are not used: hooks read them at each step. */
export const MAX_CONFIG_BYTES = 256 * 1024;

export type Values = Readonly<Partial<Record<OptionName, string>>>;

/** Options of each file, from the strongest to the weakest. */
export interface Layers {
  /** Options of `config.json` for this project. */
  readonly project: Values;
  /** Options of the repository's `.tacit.json`. */
  readonly repository: Values;
  /** Options of `config.json` for all projects. */
  readonly user: Values;
  /** Problems, one line each, with a next step. */
  readonly problems: readonly string[];
}

/** What identifies the part of `config.json` for a project. */
export type ConfiguredProject = Pick<ProjectIdentity, "canonical" | "root">;

export interface UserConfig {
  readonly home: string;
  readonly fields: JsonRecord;
  readonly values: Values;
  readonly problems: readonly string[];
  /** Why the file cannot be used as a whole; null if it can, or if it does not exist. */
  readonly unusable: string | null;
}

const NEXT = "run `tacit config path` to find the file, then correct or delete it";

/** A file that cannot be read may contain rules for what is never stored, or turn hooks off. */
const OFF: Values = { enabled: "off" };

export function readUserConfig(home: string): UserConfig {
  const read = readText(join(home, CONFIG_FILE));
  if (read === null) return { home, fields: {}, values: {}, problems: [], unusable: null };
  const fields = "text" in read ? parseFields(read.text) : read.problem;
  if (typeof fields !== "string")
    return { home, fields, ...valuesIn(fields, CONFIG_FILE, "home"), unusable: null };
  const problem = `${CONFIG_FILE}: ${fields}; its options are not used, and hooks are off until it can be read; ${NEXT}`;
  return { home, fields: {}, values: OFF, problems: [problem], unusable: fields };
}

/** Adds what applies to one project: its part of `config.json`, and the repository's `.tacit.json`. */
export function layersFor(
  { home, fields, values, problems }: UserConfig,
  project: ConfiguredProject,
): Layers {
  const part = projectPart(home, fields, project);
  const own = part === undefined ? NONE : valuesIn(part, `${CONFIG_FILE}: projects`, "project");
  const repository = readRepository(project.root, { ...values, ...own.values });
  return {
    project: own.values,
    repository: repository.values,
    user: values,
    problems: [...problems, ...own.problems, ...repository.problems],
  };
}

/**
 * Returns the options of one project in `config.json`, unparsed. Without a part of its own, the project has the options of a name
 * that its folder had before its remote was added, renamed or removed.
 */
export function projectPart(
  home: string,
  fields: JsonRecord,
  project: ConfiguredProject,
): JsonRecord | undefined {
  const { projects } = fields;
  if (!isRecord(projects)) return undefined;
  const { canonical, root } = project;
  const name = Object.hasOwn(projects, canonical)
    ? canonical
    : earlierNameOf(home, Object.keys(projects), root);
  const part = name === null ? undefined : projects[name];
  return isRecord(part) ? part : undefined;
}

interface ReadOptions {
  readonly values: Values;
  readonly problems: readonly string[];
}

const NONE: ReadOptions = { values: {}, problems: [] };

/** Reads the options of a record. The texts of lists are checked by the code that uses them (capture/own-privacy.ts). */
function valuesIn(fields: JsonRecord, where: string, level: Level): ReadOptions {
  const values: Partial<Record<OptionName, string>> = {};
  const problems: string[] = [];
  for (const [name, input] of Object.entries(fields)) {
    if (level === "home" && name === "projects" && isRecord(input)) continue;
    const read = readField(name, input, level);
    if ("problem" in read) problems.push(`${where}: ${read.problem}`);
    if ("value" in read) values[read.name] = read.value;
  }
  return { values, problems };
}

type Level = "home" | "project";

interface Field {
  readonly name: OptionName;
  readonly value: string;
  /** States which part of the value is not used. */
  readonly problem?: string;
}

function readField(
  name: string,
  input: unknown,
  level: Level,
): Field | { readonly problem: string } {
  if (name === "projects" && level === "home")
    return { problem: `"projects" is not an object; ${NEXT}` };
  if (!isOptionName(name)) {
    const shown = JSON.stringify(name.slice(0, 60));
    return { problem: `there is no option ${shown}; \`tacit config\` lists all options` };
  }
  const { inFile } = specOf(name);
  if (inFile === "nowhere" || (level === "project" && inFile === "home"))
    return { problem: `"${name}" cannot be set here; see \`tacit config --help\`` };
  const parsed = parseOption(name, input);
  if ("value" in parsed) return { name, value: parsed.value };
  // A rule of privacy is used although its neighbour in the list is invalid.
  if (specOf(name).kind === "list" && Array.isArray(input))
    return {
      name,
      value: JSON.stringify(input.filter((item) => typeof item === "string")),
      problem: `"${name}" contains something other than a text, which is not used; ${NEXT}`,
    };
  const next = `run \`tacit config set ${name} VALUE\``;
  return { problem: `"${name}" ${parsed.problem} and is not used; ${next}` };
}

/** Reads the repository's options. A repository can only make its own memory more cautious; its other options are ignored and reported. */
function readRepository(root: string, chosen: Values): ReadOptions {
  const read = repositoryText(root);
  if (read === null) return NONE;
  const fields = "text" in read ? parseFields(read.text) : read.problem;
  if (typeof fields === "string")
    return {
      values: OFF,
      problems: [
        `${PROJECT_CONFIG}: ${fields}; hooks are off in this project until it can be read; correct or delete it`,
      ],
    };
  const values: Partial<Record<OptionName, string>> = {};
  const problems: string[] = [];
  for (const [name, input] of Object.entries(fields)) {
    if (!isOptionName(name) || specOf(name).kind === "list") continue;
    const parsed = parseOption(name, input);
    const value = "value" in parsed ? parsed.value : "";
    if (isMoreCautious(name, value, chosen[name])) values[name] = value;
    else if (value !== (chosen[name] ?? specOf(name).default))
      problems.push(
        `${PROJECT_CONFIG}: a repository cannot set "${name}" like this; to do so yourself, run \`tacit config set ${name} VALUE\``,
      );
  }
  return { values, problems };
}

/** Returns the text of `.tacit.json` or the problem of reading it; null if the file does not exist. */
function repositoryText(root: string): ReadText {
  const file = readProjectFile(root, PROJECT_CONFIG, MAX_CONFIG_BYTES);
  if ("bytes" in file) return { text: file.bytes.toString("utf8") };
  return file.refused === "missing" ? null : { problem: REFUSALS[file.refused] };
}

const TOO_LARGE = `larger than ${MAX_CONFIG_BYTES / 1024} kB`;
/** A folder or a pipe in the file's place, which contains no rules. */
const NO_FILE = "not a regular file";

const REFUSALS: Readonly<Record<Exclude<ReadRefusal, "missing">, string>> = {
  not_a_file: NO_FILE,
  too_large: TOO_LARGE,
  outside: "a link to a file outside the project",
  unreadable: "cannot be read",
};

/**
 * Names the files whose rules for what is never stored are unknown, with the reason: those that cannot be opened, and broken ones
 * that mention such rules.
 */
export function unreadRules(home: string, root: string): readonly string[] {
  const ownPath = join(home, CONFIG_FILE);
  const texts = [
    { path: ownPath, read: readText(ownPath) },
    { path: join(root, PROJECT_CONFIG), read: repositoryText(root) },
  ];
  return texts.flatMap(({ path, read }) => {
    if (read === null) return [];
    if ("problem" in read) return read.problem === NO_FILE ? [] : [`${path}: ${read.problem}`];
    const fields = RULES.test(read.text) ? parseFields(read.text) : null;
    return typeof fields === "string" ? [`${path}: ${fields}`] : [];
  });
}

const RULES = /\b(?:ignore|secrets)\b/;

function isMoreCautious(name: OptionName, value: string, chosen: string | undefined): boolean {
  const { cautious = [] } = specOf(name);
  const at = cautious.indexOf(value);
  const chosenAt = chosen === undefined ? -1 : cautious.indexOf(chosen);
  return at >= 0 && (chosenAt < 0 || at < chosenAt);
}

type ReadText = { readonly text: string } | { readonly problem: string } | null;

/** Returns the text of a file or the problem of reading it; null if the file does not exist. */
function readText(path: string): ReadText {
  try {
    const file = openToRead(path);
    if (file === null) return { problem: NO_FILE };
    const bytes = readWhole(file, MAX_CONFIG_BYTES);
    return bytes === null ? { problem: TOO_LARGE } : { text: bytes.toString("utf8") };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    return code === "ENOENT" || code === "ENOTDIR" ? null : { problem: `cannot be read (${code})` };
  }
}

/** Returns the fields, or the problem of the text. */
function parseFields(text: string): JsonRecord | string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isRecord(value) ? value : "not a JSON object";
  } catch (error) {
    const where =
      error instanceof Error
        ? /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0]
        : undefined;
    return `not JSON${where === undefined ? "" : ` at ${where}`}`;
  }
}

/** Throws "config_malformed" while the rules for what must be removed from a text are unknown: then nothing may be stored. */
export function refuseUnreadRules(home: string, root: string): void {
  const files = unreadRules(home, root);
  if (files.length === 0) return;
  throw new MemoryError("config_malformed", {
    reason: `nothing is stored until the rules in this file for what is never stored can be read: ${files.join("; ")}`,
  });
}
