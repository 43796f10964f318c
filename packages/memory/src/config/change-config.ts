/** Changes one option in `config.json`. Everything else in the file is preserved, and the file is replaced as a whole. */
import { join } from "node:path";
import { isRecord, type JsonRecord, replaceFile } from "@tacit-memory/files";
import { hasCredentials } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import { type OptionName, parseOption, quotedValue, specOf } from "../domain/options.ts";
import {
  CONFIG_FILE,
  type ConfiguredProject,
  MAX_CONFIG_BYTES,
  projectPart,
  readUserConfig,
} from "./config-files.ts";
import { problemOfRules } from "./privacy-rules.ts";

export interface OptionChange {
  readonly home: string;
  readonly name: OptionName;
  /** The only project that the option applies to; null for all projects. */
  readonly project: ConfiguredProject | null;
}

/**
 * Sets an option. `input` is the value as typed, or a list for a list option. Throws "usage", "config_malformed" and
 * "store_unwritable".
 */
export function setOption(change: OptionChange, input: string | readonly string[]): void {
  const { name } = change;
  const parsed = parseOption(name, input);
  if ("problem" in parsed) {
    throw new MemoryError("usage", {
      reason: `${name}: ${quotedValue(name, input)} ${parsed.problem}`,
    });
  }
  const unusable = unusableValue(name, input);
  if (unusable !== null) throw new MemoryError("usage", { reason: `${name}: ${unusable}` });
  const fields = fieldsToChange(change);
  write(change, fields, (part) => ({ ...part, [name]: stored(name, parsed.value) }));
}

/** Returns why a value would not be used; such a value is refused, because a person would rely on it. Null if it would be. */
function unusableValue(name: OptionName, input: string | readonly string[]): string | null {
  if (name === "url" && typeof input === "string" && hasCredentials(input))
    return "the address contains a password or a token; set it without, and the token with `tacit config set authToken -`";
  const isList = name === "ignore" || name === "secrets";
  return isList && typeof input !== "string" ? problemOfRules(name, input) : null;
}

/** Removes an option. Returns false, and writes nothing, if it was not set. Throws like `setOption`. */
export function unsetOption(change: OptionChange): boolean {
  const { home, name, project } = change;
  const fields = fieldsToChange(change);
  const part = project === null ? fields : projectPart(home, fields, project);
  if (part === undefined || !Object.hasOwn(part, name)) return false;
  write(change, fields, (own) =>
    Object.fromEntries(Object.entries(own).filter(([other]) => other !== name)),
  );
  return true;
}

/**
 * Gives a project that has no options of its own those of another one, given by canonical names. Leaves a file that cannot be
 * used unchanged.
 */
export function copyProjectOptions(home: string, from: string, to: string): void {
  const { fields, unusable } = readUserConfig(home);
  const { projects } = fields;
  if (unusable !== null || !isRecord(projects) || Object.hasOwn(projects, to)) return;
  if (!Object.hasOwn(projects, from)) return;
  replaceConfig(home, { ...fields, projects: { ...projects, [to]: projects[from] } });
}

function stored(name: OptionName, value: string): unknown {
  const { kind } = specOf(name);
  if (kind === "switch") return value === "on";
  if (kind === "list") return JSON.parse(value);
  return kind === "number" ? Number(value) : value;
}

/** Returns the content of the file. Throws if the option cannot be set there, or if the file cannot be used. */
function fieldsToChange({ home, name, project }: OptionChange): JsonRecord {
  const { inFile, env } = specOf(name);
  if (inFile === "nowhere")
    throw new MemoryError("usage", {
      reason: `${name} cannot be set in ${CONFIG_FILE}, because the file is in that folder; set ${env} instead`,
    });
  if (project !== null && inFile !== "project")
    throw new MemoryError("usage", {
      reason: `${name} applies to all projects; leave out --local`,
    });
  const { fields, unusable } = readUserConfig(home);
  if (unusable !== null)
    throw new MemoryError("config_malformed", {
      path: join(home, CONFIG_FILE),
      reason: `${CONFIG_FILE}: ${unusable}`,
    });
  return fields;
}

function write(
  { home, project }: OptionChange,
  fields: JsonRecord,
  edit: (part: JsonRecord) => JsonRecord,
): void {
  replaceConfig(home, edited({ home, project }, fields, edit));
}

function replaceConfig(home: string, fields: JsonRecord): void {
  const path = join(home, CONFIG_FILE);
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES)
    throw new MemoryError("usage", { reason: `${path} would be too large` });
  try {
    replaceFile(path, text, { followsLinks: true, folderMode: 0o700 });
  } catch (cause) {
    throw new MemoryError("store_unwritable", { path, cause });
  }
}

/** The options that a project has under an earlier name are copied, because other folders may still have that name. */
function edited(
  { home, project }: Pick<OptionChange, "home" | "project">,
  fields: JsonRecord,
  edit: (fields: JsonRecord) => JsonRecord,
): JsonRecord {
  if (project === null) return edit(fields);
  const others = isRecord(fields["projects"]) ? fields["projects"] : {};
  const own = edit(projectPart(home, fields, project) ?? {});
  const parts = Object.entries(others).filter(([name]) => name !== project.canonical);
  const rest = { ...fields, projects: Object.fromEntries(parts) };
  // An empty part stays if the options of an earlier name would apply without it.
  const isNeeded = Object.keys(own).length > 0 || projectPart(home, rest, project) !== undefined;
  const projects = Object.fromEntries(isNeeded ? [...parts, [project.canonical, own]] : parts);
  if (Object.keys(projects).length > 0) return { ...fields, projects };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "projects"));
}
