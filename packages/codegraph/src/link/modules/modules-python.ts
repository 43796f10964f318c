/** Resolves Python module paths: dots relative to the package, other paths from the roots of packages. */
import { folderOf, joined, upwards } from "./project-config.ts";

/** Returns paths of files in the tree. A folder without `__init__.py` is a namespace and has none. */
export interface PythonModules {
  readonly resolve: (from: string, specifier: string) => string | undefined;
  readonly child: (path: string, name: string) => string | undefined;
}

const INIT = /(?:^|\/)__init__\.pyi?$/;

export function pythonModules(
  has: (path: string) => boolean,
  paths: readonly string[],
): PythonModules {
  const roots = rootsIn(has, paths);
  /**
   * Cached by folder and specifier. The first two candidates are stored, because a file never imports itself by its own name.
   */
  const cache = new Map<string, readonly string[]>();

  const file = (path: string | undefined): string | undefined =>
    path === undefined
      ? undefined
      : [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`, `${path}/__init__.pyi`].find(has);

  function resolve(from: string, specifier: string): string | undefined {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll(".", "/");
    if (dots > 0) return relative(from, dots, path);
    const key = `${folderOf(from)}\n${path}`;
    const candidates = cache.get(key) ?? absolute(folderOf(from), path);
    cache.set(key, candidates);
    // A script never imports itself by its own name; a package may name itself to reach its content.
    const isPackage = INIT.test(from);
    return candidates.find((item) => isPackage || item !== from);
  }

  /**
   * Searches the roots above the folder, the folder itself if it contains scripts and is not a package, then all other roots.
   */
  function absolute(folder: string, path: string): string[] {
    const near = upwards(folder).filter((upward) => roots.has(upward));
    const isPackage = has(folder === "" ? "__init__.py" : `${folder}/__init__.py`);
    const found: string[] = [];
    for (const root of new Set([...near, ...(isPackage ? [] : [folder]), ...roots])) {
      const item = file(joined(root, path));
      if (item !== undefined) found.push(item);
      if (found.length === 2) break;
    }
    return found;
  }

  function relative(from: string, dots: number, path: string): string | undefined {
    const folder = upwards(folderOf(from))[dots - 1];
    if (folder === undefined) return undefined;
    const inits = ["__init__.py", "__init__.pyi"].flatMap((name) => joined(folder, name) ?? []);
    return path === "" ? inits.find(has) : file(joined(folder, path));
  }

  return {
    resolve,
    child: (path, name) => (INIT.test(path) ? file(joined(folderOf(path), name)) : undefined),
  };
}

/** Returns the folders that contain the outermost packages, and the root of the tree. */
function rootsIn(has: (path: string) => boolean, paths: readonly string[]): Set<string> {
  const roots = new Set([""]);
  for (const path of paths) {
    if (!path.endsWith("/__init__.py")) continue;
    const above = folderOf(folderOf(path));
    if (!has(above === "" ? "__init__.py" : `${above}/__init__.py`)) roots.add(above);
  }
  return roots;
}
