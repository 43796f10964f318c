/**
 * Determines the version of a dependency that a project uses: the installed version if it can be found, otherwise the range
 * in the manifest (package.json, pyproject.toml, Cargo.toml, go.mod). Nothing is executed or resolved. TOML is read line by
 * line: only tables, plain keys and quoted strings matter here.
 */
import { join } from "node:path";
import { readText } from "./anchor-files.ts";

export interface Dependencies {
  /** True if any manifest exists. */
  readonly hasManifest: boolean;
  /** Versions as written (`^4.1.0`, `v1.2.3`, `>=2,<3`, `*`), or the installed version if it can be found. */
  readonly declared: readonly string[];
}

/** Reads a dependency from the manifests in `folders`, which are relative to the root: "" or `packages/a`. */
export function dependencyIn(root: string, folders: readonly string[], name: string): Dependencies {
  const declared: string[] = [];
  let hasManifest = false;
  for (const folder of folders) {
    for (const [file, read] of READERS) {
      const text = readText(root, join(folder, file));
      if (text === null) continue;
      hasManifest = true;
      const ranges = read(text, name);
      const installed = file === "package.json" ? installedVersion(root, folder, name) : null;
      declared.push(...(ranges.length > 0 && installed !== null ? [installed] : ranges));
    }
  }
  return { hasManifest, declared };
}

type Reader = (text: string, name: string) => string[];

const READERS: readonly (readonly [string, Reader])[] = [
  ["package.json", inPackageJson],
  ["pyproject.toml", inPyproject],
  ["Cargo.toml", inCargo],
  ["go.mod", inGoMod],
];

function inPackageJson(text: string, name: string): string[] {
  const document = parsed(text);
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap(
    (group) => {
      const range = fieldOf(fieldOf(document, group), name);
      return typeof range === "string" ? [range.replace(/^(?:npm:.*@|workspace:)/, "")] : [];
    },
  );
}

/** Reads only valid package names, because the name becomes part of a path. */
function installedVersion(root: string, folder: string, name: string): string | null {
  if (!/^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(name)) return null;
  for (const where of new Set([folder, ""])) {
    const text = readText(root, join(where, "node_modules", name, "package.json"));
    const version = text === null ? undefined : fieldOf(parsed(text), "version");
    if (typeof version === "string") return version;
  }
  return null;
}

/** Normalises the name of a Python package: case and separators do not matter (PEP 503). */
function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

function inPyproject(text: string, name: string): string[] {
  const wanted = pythonName(name);
  const isWanted = (item: string) => pythonName(item) === wanted;
  const found: string[] = [];
  for (const { table, line } of tomlLines(text)) {
    if (/^tool\.poetry\.(?:group\.[\w-]+\.)?(?:dev-)?dependencies$/.test(table)) {
      found.push(...keyed(line, isWanted));
      continue;
    }
    if (!/^(?:project|project\.optional-dependencies|dependency-groups|tool\.uv)$/.test(table))
      continue;
    for (const [, single, double] of line.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)) {
      const requirement = /^\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*\(?([^;)]*)/.exec(
        single ?? double ?? "",
      );
      if (requirement?.[1] !== undefined && isWanted(requirement[1]))
        found.push(requirement[2] ?? "");
    }
  }
  return found.map(pythonRange);
}

/**
 * Converts a Python range to npm's form: `~=2.1` means `>=2.1` and less than the next 2; the other operators are npm's,
 * separated by commas.
 */
function pythonRange(range: string): string {
  return (
    range
      .replace(/~=\s*/g, ">=")
      .replace(/={2,3}\s*/g, "=")
      .replace(/!=\s*[^,\s]+,?/g, "")
      .replaceAll(",", " ")
      .trim() || "*"
  );
}

function inCargo(text: string, name: string): string[] {
  const wanted = name.replaceAll("_", "-");
  const isWanted = (item: string) => item.replaceAll("_", "-") === wanted;
  return tomlLines(text).flatMap(({ table, line }) => {
    if (/(?:^|\.)(?:dev-|build-)?dependencies$/.test(table)) return keyed(line, isWanted);
    const own = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)$/.exec(table)?.[1];
    return own !== undefined && isWanted(own) ? keyed(line, (key) => key === "version") : [];
  });
}

function inGoMod(text: string, name: string): string[] {
  return text.split("\n").flatMap((line) => {
    const [module, version] = line
      .trim()
      .replace(/^require\s+/, "")
      .split(/\s+/);
    return module === name && version !== undefined && /^v\d/.test(version) ? [version] : [];
  });
}

function tomlLines(text: string): { readonly table: string; readonly line: string }[] {
  let table = "";
  return text.split("\n").flatMap((raw) => {
    const line = raw.trim();
    const header = /^\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) table = header.replace(/\s*\.\s*/g, ".");
    return header !== undefined || line.startsWith("#") ? [] : [{ table, line }];
  });
}

/** `name = "1"` and `name = { version = "1" }`. */
function keyed(line: string, isWanted: (key: string) => boolean): string[] {
  const [, key = "", value = ""] = /^["']?([\w.-]+)["']?\s*=\s*(.*)$/.exec(line) ?? [];
  if (key === "" || !isWanted(key)) return [];
  const range = /^["']([^"']*)["']/.exec(value) ?? /\bversion\s*=\s*["']([^"']*)["']/.exec(value);
  return [range?.[1] ?? "*"];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The manifest is being edited and cannot be parsed now.
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
