/** Finds the crates of a tree and their root files, by manifests and by convention. */
import { type ConfigFiles, folderOf, joined, nameOf } from "./project-config.ts";

export interface Crate {
  /** The name as used in paths: with underscores. */
  readonly name: string;
  readonly folder: string;
  /** The file that others import by the crate's name; a program's main file if no library exists. */
  readonly library: string | undefined;
  /** Root files of module trees; those named by the manifest come first. */
  readonly roots: readonly string[];
}

/** Tables whose `path` is the root file of a module tree. */
const TARGETS = new Set(["bin", "test", "example", "bench"]);
/** By convention each of these files is a separate crate without being listed in the manifest. */
const BY_CONVENTION = /^(?:src\/bin|tests|benches|examples)\/(?:[^/]+|[^/]+\/main)\.rs$/;

export function cratesIn(
  has: (path: string) => boolean,
  paths: readonly string[],
  config: ConfigFiles,
): Crate[] {
  const crates: Crate[] = [];
  for (const path of config.paths) {
    if (nameOf(path) !== "Cargo.toml") continue;
    const crate = crateAt(folderOf(path), config.read(path) ?? "", has, paths);
    if (crate !== undefined) crates.push(crate);
  }
  return crates;
}

function crateAt(
  folder: string,
  manifest: string,
  has: (path: string) => boolean,
  paths: readonly string[],
): Crate | undefined {
  const tables = tablesIn(manifest);
  const library = tables.find(({ name }) => name === "lib")?.text ?? "";
  const name = written(library, "name") ?? packageOf(manifest);
  if (name === undefined) return undefined;
  const there = (path: string | undefined) => {
    const full = path === undefined ? undefined : joined(folder, path);
    return full !== undefined && has(full) ? [full] : [];
  };
  const named = tables.flatMap((table) =>
    TARGETS.has(table.name) ? there(written(table.text, "path")) : [],
  );
  const main = [
    ...there(written(library, "path")),
    ...there("src/lib.rs"),
    ...there("src/main.rs"),
  ];
  const others = paths.filter((path) => {
    const own = folder === "" ? path : path.slice(folder.length + 1);
    return (folder === "" || path.startsWith(`${folder}/`)) && BY_CONVENTION.test(own);
  });
  return {
    name: name.replaceAll("-", "_"),
    folder,
    library: main[0] ?? named[0],
    roots: [...new Set([...main, ...named, ...others])],
  };
}

/** Returns the package's name from its manifest, or undefined if it has none. */
export function packageOf(manifest: string): string | undefined {
  const own = tablesIn(manifest).find(({ name }) => name === "package");
  return written(own?.text ?? "", "name");
}

/** Splits a manifest into tables `[name]` and `[[name]]` with their lines. */
function tablesIn(manifest: string): { readonly name: string; readonly text: string }[] {
  return manifest.split(/^(?=\[)/m).map((text) => ({
    name: /^\[+([^\]\s]+)\]/.exec(text)?.[1] ?? "",
    text,
  }));
}

function written(section: string, key: string): string | undefined {
  return new RegExp(`^${key}\\s*=\\s*"([^"]+)"`, "m").exec(section)?.[1];
}
