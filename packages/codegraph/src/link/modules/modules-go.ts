/** Resolves a Go import path to a folder of the module whose path it starts with. */
import { push } from "../../maps.ts";
import { type ConfigFiles, folderOf, nameOf } from "./project-config.ts";

export interface FolderModules {
  /** Returns the paths of the files that a specifier means. */
  readonly resolve: (from: string, specifier: string) => readonly string[];
  /** Returns the other files of a file's package. */
  readonly siblings: (path: string) => readonly string[];
}

const NONE: readonly string[] = [];
const isTest = (path: string) => path.endsWith("_test.go");

interface GoModules extends FolderModules {
  /** Returns the other files of the folder, which may declare methods of a file's types; tests too. */
  readonly implFiles: (path: string) => readonly string[];
}

export function goModules(paths: readonly string[], config: ConfigFiles): GoModules {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.endsWith(".go")) continue;
    const folder = folderOf(path);
    push(folders, folder, path);
  }
  const modules = modulesIn(config);
  return {
    resolve: (_from, specifier) => {
      for (const { name, folder } of modules) {
        if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
        const rest = specifier.slice(name.length + 1);
        const place = [folder, rest].filter((item) => item !== "").join("/");
        const found = folders.get(place)?.filter((path) => !isTest(path));
        if (found !== undefined) return found;
      }
      return NONE;
    },
    siblings: (path) =>
      (folders.get(folderOf(path)) ?? NONE).filter(
        (item) => item !== path && (isTest(path) || !isTest(item)),
      ),
    implFiles: (path) => (folders.get(folderOf(path)) ?? NONE).filter((item) => item !== path),
  };
}

/** Returns the module path in `go.mod`, or undefined if none is stated. */
export function modulePathOf(manifest: string): string | undefined {
  return /^module\s+"?([^\s"]+)/m.exec(manifest)?.[1];
}

/** Returns the modules, the longest path first, because modules may be nested. */
function modulesIn(config: ConfigFiles): { readonly name: string; readonly folder: string }[] {
  const found: { name: string; folder: string }[] = [];
  for (const path of config.paths) {
    const name = nameOf(path) === "go.mod" ? modulePathOf(config.read(path) ?? "") : undefined;
    if (name !== undefined) found.push({ name, folder: folderOf(path) });
  }
  return found.sort((a, b) => b.name.length - a.name.length);
}
