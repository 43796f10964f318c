/** What a Rust path means: a module is a file found by its place below the root of its crate. */
import { type ConfigFiles, folderOf, joined, nameOf } from "./project-config.ts";

export interface RustModules {
  /** `specifier` with dots for colons: "crate.a.b", "super.x", "self.x", "other_crate.a". */
  readonly resolve: (from: string, specifier: string) => string | undefined;
  readonly child: (path: string, name: string) => string | undefined;
  /** Files that may hold impl blocks of a type of this file: those of its crate. */
  readonly crateFiles: (path: string) => readonly string[];
}

const ROOT_NAMES = new Set(["lib.rs", "main.rs", "mod.rs"]);

export function rustModules(
  has: (path: string) => boolean,
  paths: readonly string[],
  config: ConfigFiles,
): RustModules {
  const crates = cratesIn(has, config);
  const byFolder = [...crates.values()].sort((a, b) => b.folder.length - a.folder.length);
  const filesOf = new Map<string, string[]>();

  /** The folder in which a module's children are. */
  const below = (path: string): string => {
    const isRoot =
      ROOT_NAMES.has(nameOf(path)) ||
      /(?:^|\/)(?:src\/bin|tests|benches|examples)\/[^/]+\.rs$/.test(path);
    return isRoot ? folderOf(path) : path.replace(/\.rs$/, "");
  };
  const child = (path: string, name: string): string | undefined => {
    const folder = below(path);
    return [`${name}.rs`, `${name}/mod.rs`]
      .map((one) => joined(folder, one))
      .find((one) => one !== undefined && one !== path && has(one));
  };
  const crateOf = (path: string) =>
    byFolder.find(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
  const parentOf = (path: string): string | undefined => {
    const folder = ROOT_NAMES.has(nameOf(path)) ? folderOf(folderOf(path)) : folderOf(path);
    return [`${folder}.rs`, `${folder}/mod.rs`, `${folder}/lib.rs`, `${folder}/main.rs`].find(
      (one) => one !== path && has(one),
    );
  };

  function start(from: string, first: string): string | undefined {
    if (first === "crate") return crateOf(from)?.root;
    if (first === "self") return from;
    if (first === "super") return parentOf(from);
    return child(from, first) ?? crates.get(first)?.root;
  }

  return {
    resolve: (from, specifier) => {
      const [first = "", ...rest] = specifier.split(".");
      let at = start(from, first);
      for (const name of rest) {
        if (at === undefined) return undefined;
        const next: string | undefined = name === "super" ? parentOf(at) : child(at, name);
        // What is no file may be a module or a type inside this one.
        if (next === undefined) return at;
        at = next;
      }
      return at;
    },
    child,
    crateFiles: (path) => {
      const crate = crateOf(path);
      const folder = crate === undefined ? folderOf(path) : crate.folder;
      let known = filesOf.get(folder);
      if (known === undefined) {
        const isOwn = (one: string) =>
          one.endsWith(".rs") && (folder === "" || one.startsWith(`${folder}/`));
        known = paths.filter(isOwn);
        filesOf.set(folder, known);
      }
      return known;
    },
  };
}

function cratesIn(has: (path: string) => boolean, config: ConfigFiles) {
  const crates = new Map<string, { readonly folder: string; readonly root: string }>();
  for (const path of config.paths) {
    if (nameOf(path) !== "Cargo.toml") continue;
    const text = config.read(path) ?? "";
    const name = /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(text)?.[1];
    const folder = folderOf(path);
    const written = /^\[lib\][^[]*?^path\s*=\s*"([^"]+)"/ms.exec(text)?.[1];
    const roots = [written, "src/lib.rs", "src/main.rs"].flatMap((one) =>
      one === undefined ? [] : (joined(folder, one) ?? []),
    );
    const root = roots.find(has);
    const own = /^\[lib\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(text)?.[1] ?? name;
    if (own !== undefined && root !== undefined)
      crates.set(own.replaceAll("-", "_"), { folder, root });
  }
  return crates;
}
