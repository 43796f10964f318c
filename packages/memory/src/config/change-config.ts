/** Changes one option in `config.json`. Everything else in the file is preserved, and the file is replaced as a whole. */
import { join } from "node:path";
import { isRecord, type JsonRecord, replaceFile } from "@tacit-memory/files";
import { MemoryError } from "../domain/errors.ts";
import { type OptionName, parseOption, quotedValue, specOf } from "../domain/options.ts";
import { CONFIG_FILE, MAX_CONFIG_BYTES, projectPart, readUserConfig } from "./config-files.ts";

export interface OptionChange {
  readonly home: string;
  readonly name: OptionName;
  /** Canonical name of the only project that the option applies to; null for all projects. */
  readonly project: string | null;
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
  const fields = fieldsToChange(change);
  write(change, fields, (part) => ({ ...part, [name]: stored(name, parsed.value) }));
}

/** Removes an option. Returns false, and writes nothing, if it was not set. Throws like `setOption`. */
export function unsetOption(change: OptionChange): boolean {
  const { name, project } = change;
  const fields = fieldsToChange(change);
  const part = project === null ? fields : projectPart(fields, project);
  if (part === undefined || !Object.hasOwn(part, name)) return false;
  write(change, fields, (own) =>
    Object.fromEntries(Object.entries(own).filter(([other]) => other !== name)),
  );
  return true;
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
  const path = join(home, CONFIG_FILE);
  const text = `${JSON.stringify(edited(fields, project, edit), null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES)
    throw new MemoryError("usage", { reason: `${path} would be too large` });
  try {
    replaceFile(path, text, { followsLinks: true, folderMode: 0o700 });
  } catch (cause) {
    throw new MemoryError("store_unwritable", { path, cause });
  }
}

function edited(
  fields: JsonRecord,
  project: string | null,
  edit: (fields: JsonRecord) => JsonRecord,
): JsonRecord {
  if (project === null) return edit(fields);
  const others = isRecord(fields["projects"]) ? fields["projects"] : {};
  const own = edit(projectPart(fields, project) ?? {});
  const parts = Object.entries(others).filter(([name]) => name !== project);
  const projects = Object.fromEntries(
    Object.keys(own).length === 0 ? parts : [...parts, [project, own]],
  );
  if (Object.keys(projects).length > 0) return { ...fields, projects };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "projects"));
}
