/** Resolves Rust paths: a module is a file at a position below its crate's root. */
import { getOrCreate } from "../../maps.ts";
import { type ConfigFiles, folderOf, joined, nameOf } from "./project-config.ts";
import { type Crate, cratesIn } from "./rust-crates.ts";

export interface RustModules {
  /** `specifier` uses dots instead of colons: "crate.a.b", "super.x", "self.x", "other_crate.a". */
  readonly resolve: (from: string, specifier: string) => string | undefined;
  readonly child: (path: string, name: string) => string | undefined;
  /** Returns files that may contain impl blocks of this file's types: those of its crate. */
  readonly crateFiles: (path: string) => readonly string[];
}

const ROOT_NAMES = new Set(["lib.rs", "main.rs", "mod.rs"]);

export function rustModules(
  has: (path: string) => boolean,
  paths: readonly string[],
  config: ConfigFiles,
): RustModules {
  const crates = cratesIn(has, paths, config);
  const byName = new Map(crates.map((crate) => [crate.name, crate]));
  const byFolder = [...crates].sort((a, b) => b.folder.length - a.folder.length);
  const owners = new Map<string, Crate | undefined>();
  const filesOf = new Map<Crate | undefined, string[]>();

  const crateOf = (path: string) => {
    if (!owners.has(path))
      owners.set(
        path,
        byFolder.find((crate) => isWithin(path, crate.folder)),
      );
    return owners.get(path);
  };
  /** Returns the folder of a module's children. */
  const below = (path: string): string => {
    const isRoot = ROOT_NAMES.has(nameOf(path)) || crateOf(path)?.roots.includes(path) === true;
    return isRoot ? folderOf(path) : path.replace(/\.rs$/, "");
  };
  const child = (path: string, name: string): string | undefined => {
    const folder = below(path);
    return [`${name}.rs`, `${name}/mod.rs`]
      .map((item) => joined(folder, item))
      .find((item) => item !== undefined && item !== path && has(item));
  };
  /**
   * Returns the root of a file's module tree: the nearest root above it. A crate may have several roots: the library,
   * programs, tests.
   */
  const rootOf = (path: string): string | undefined => {
    const roots = crateOf(path)?.roots ?? [];
    if (roots.includes(path)) return path;
    const above = roots.filter((root) => isWithin(path, folderOf(root)));
    const deepest = Math.max(...above.map((item) => folderOf(item).length));
    return above.find((item) => folderOf(item).length === deepest) ?? crateOf(path)?.library;
  };
  const parentOf = (path: string): string | undefined => {
    const folder = ROOT_NAMES.has(nameOf(path)) ? folderOf(folderOf(path)) : folderOf(path);
    const named = [
      `${folder}.rs`,
      `${folder}/mod.rs`,
      `${folder}/lib.rs`,
      `${folder}/main.rs`,
    ].find((item) => item !== path && has(item));
    if (named !== undefined) return named;
    const root = rootOf(path);
    return root !== undefined && root !== path && folderOf(root) === folder ? root : undefined;
  };

  function start(from: string, first: string): string | undefined {
    if (first === "crate") return rootOf(from);
    if (first === "self") return from;
    if (first === "super") return parentOf(from);
    return child(from, first) ?? byName.get(first)?.library;
  }

  return {
    resolve: (from, specifier) => {
      const [first = "", ...rest] = specifier.split(".");
      let at = start(from, first);
      for (const name of rest) {
        if (at === undefined) return undefined;
        const next: string | undefined = name === "super" ? parentOf(at) : child(at, name);
        // A part without a file may be a module or type inside this file.
        if (next === undefined) return at;
        at = next;
      }
      return at;
    },
    child,
    crateFiles: (path) => {
      const crate = crateOf(path);
      return getOrCreate(filesOf, crate, () =>
        paths.filter((item) => item.endsWith(".rs") && crateOf(item) === crate),
      );
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
